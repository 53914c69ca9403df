export const panes = { find: 'Find', queue: 'Queue', onAir: 'On air' };

export const panes = { console: 'Console', find: 'Find', queue: 'Queue', onAir: 'On air' };

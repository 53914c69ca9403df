export const outputs = {
  title: 'Outputs',
  none: 'No output yet. An output is a screen with an address of its own.',
  states: { connected: 'Shows it', late: 'Not painted yet', lost: 'Not connected', never: 'Never opened' },
};

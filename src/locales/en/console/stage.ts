export const stage = {
  label: 'Message to the stage',
  placeholder: 'Only the stage sees this',
  send: 'Send',
  clear: 'Clear',
  failed: 'The message was not sent. Try again.',
};

export const stage = {
  label: 'Stage message',
  placeholder: 'Only the stage sees this',
  send: 'Send',
  clear: 'Clear',
  failed: 'The message was not sent. Try again.',
};

import { RECENT_SIGN_IN_MINUTES } from '../../../contract/limits.ts';

export const firstStart = {
  password: 'Keep your access',
  passwordHint: `The link that you used works only once. Set a password or add a passkey, so that you can sign in again. You can do so for ${RECENT_SIGN_IN_MINUTES} minutes after signing in.`,
  setPassword: 'Set a password',
  addPasskey: 'Add a passkey',
  type: 'Show a verse',
  typeHint: 'Type this, and see it on the right:',
  screen: 'Open this on the big screen',
  screenHint:
    'Scan it, or type the address there. The screen then shows a code: scan the code with your phone, or type it at “New output”.',
  onlyHere: 'Only this machine can open it. To let other devices connect, stop the server and start it with:',
  check:
    'No screen has connected yet. Check the address above, that both devices are on the same network, and that the firewall allows the port.',
  stream: 'Streaming?',
  streamHint: 'A lower third is an overlay for video. Create one, and add its address to OBS as a browser source.',
  done: 'Done',
  open: 'To do',
  close: 'Close these cards',
  closeOne: 'Close this card',
};

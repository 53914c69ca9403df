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
  onlyHere:
    'Only this computer can open it so far. Open Lectern to this network first. A screen or phone then gets an address and a QR code here.',
  askToOpen: 'Only an administrator of this server can do that.',
  check: 'No other device has opened it yet. Check:',
  checks: [
    'the address: typed as above, with http:// and the number after the colon',
    'the network: both devices are in the same one, and not in a guest Wi-Fi',
    'the firewall of this computer: it allows other devices to connect to that port',
  ],
  stream: 'Streaming?',
  streamHint: 'A lower third is an overlay for video. Create one, and add its address to OBS as a browser source.',
  done: 'Done',
  open: 'To do',
  close: 'Close these cards',
  dismiss: 'Dismiss this card',
};

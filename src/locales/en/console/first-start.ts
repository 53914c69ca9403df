export const firstStart = {
  type: 'Show a verse',
  typeHint: 'Type this, and see it on the right:',
  screen: 'Open this on the big screen',
  screenHint:
    'Scan it, or type the address there. The screen then shows a code: scan that with your phone, or type it at "New output".',
  onlyHere: 'Only this machine can open it now. To let other devices in, stop the server and start it with:',
  check:
    'No screen has come yet. Is the address the one above? Are both in the same network? Does a firewall let the port through?',
  stream: 'Streaming?',
  streamHint: 'A lower third lies over your picture. Make one, and put its address into OBS as a browser source.',
  done: 'Done',
  open: 'Still to do',
  close: 'Close these cards',
};

export const pairing = {
  title: 'Connect this screen',
  scan: 'Scan the QR code, or enter this code in the console:',
  onServer: 'Enter this code in the console on the computer that runs Lectern:',
  confirm: 'Confirm it there. This page then continues by itself.',
  code: 'Pairing code',
  qr: 'QR code that opens the console with this code',
  full: 'Too many screens are waiting to be connected.',
  fullHint:
    'Connect one of them, or end their codes in the console: choose “New output” there. This page then continues by itself.',
  offline: 'The server does not respond. This page continues when it does.',
  startPage: 'Save as a start page',
  /** In the start page, for a person at the screen. */
  startPageText: 'This screen waits for the server and then starts by itself.',
  scripts: 'This page needs JavaScript. Please allow it for this address.',
};

export type PairingStrings = typeof pairing;

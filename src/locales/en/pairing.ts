export const pairing = {
  title: 'Connect this screen',
  scan: 'Scan the QR code, or enter this code in the console:',
  confirm: 'Confirm it there, and this page goes on by itself.',
  code: 'Pairing code',
  qr: 'QR code that opens the console with this code',
  full: 'Too many screens wait to be connected.',
  fullHint: 'Connect or close one of them. This page goes on by itself.',
  offline: 'The server does not answer. This page goes on by itself.',
  scripts: 'This page needs JavaScript. Please allow it for this address.',
};

export type PairingStrings = typeof pairing;

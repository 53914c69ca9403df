export const dialogs = {
  once: 'Open this address on the device that is to use it. It is shown only now; whoever has it can use it, so treat it as a password.',
  address: 'Address',
  obs: 'Address for OBS, with a transparent background',
  copy: 'Copy',
  copyObs: 'Copy for OBS',
  copied: 'Copied.',
  selected: 'Selected. Without HTTPS a page cannot copy: press Ctrl+C.',
  qr: 'QR code of the address',
  noAnswer: 'The server does not answer. Nothing was changed.',
};

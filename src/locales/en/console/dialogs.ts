export const dialogs = {
  once: 'This address is shown once. It has a key: whoever has it sees the output.',
  address: 'Address',
  obs: 'Address for OBS, with a transparent background',
  copy: 'Copy',
  copyObs: 'Copy for OBS',
  copied: 'Copied.',
  selected: 'Selected. Without HTTPS a page cannot copy: press Ctrl+C.',
  qr: 'QR code of the address',
  noAnswer: 'The server does not answer. Nothing was changed.',
};

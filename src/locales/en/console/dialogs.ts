export const dialogs = {
  once: 'Open this address on the device that will use it. It is shown only once. Anyone who has it can use it, so treat it like a password.',
  address: 'Address',
  obs: 'Address for OBS, with a transparent background',
  copy: 'Copy',
  copyObs: 'Copy for OBS',
  copied: 'Copied.',
  selected: 'Selected. Press Ctrl+C to copy it: without HTTPS, the browser does not let a page copy.',
  qr: 'QR code of the address',
  noResponse: 'The server does not respond. Nothing was changed.',
};

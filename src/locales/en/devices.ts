import { richText } from '../rich-text.ts';

export const devices = {
  page: {
    title: 'Devices and passkeys',
    devices: 'Where you are signed in',
    devicesHint: 'If you do not recognize a device, sign it out and change your password.',
    unknownDevice: 'Unknown browser',
    thisDevice: 'this device',
    since: <Piece>(moment: Piece) => richText`Signed in since ${moment}`,
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    passkeys: 'Passkeys',
    passkeysHint:
      'A passkey signs you in with your fingerprint, your face or your device PIN instead of a password. It stays on your device or in your password manager.',
    change: 'Change',
    notHere: 'Passkeys are not available at this address. Browsers support them only over HTTPS and on a domain name.',
    onThisMachine:
      'To try them on this machine alone, start Lectern as localhost with your other settings unchanged. Apps cannot connect while it runs like this.',
    signInAgain: 'To add a passkey, sign in again so that we know it is you.',
    without: 'This browser does not support passkeys, or JavaScript is turned off.',
    newPasskey: 'New passkey',
    name: 'Name',
    nameHint: 'A name that tells you which device has it.',
    add: 'Add a passkey',
    done: {
      ended: 'The device was signed out.',
      others: 'All other devices were signed out.',
      added: 'The passkey was added. You can now sign in with it.',
      removed: 'The passkey was removed. It can no longer be used to sign in.',
    },
  },
  passkey: {
    back: 'Devices and passkeys',
    name: 'Name',
    wrongName: 'Enter a name of 1 to 120 visible characters.',
    rename: 'Save name',
    renamed: 'The name was changed.',
    remove: 'Remove this passkey',
    removeMeans:
      'It can no longer be used to sign in. Devices that are signed in stay signed in. Your device may still offer it; delete it there too.',
    removeNow: 'Remove passkey',
    lastWayIn: 'This is your only way to sign in. Set a password or add another passkey, then remove this one.',
  },
  /** Times of creation and of last use, of a passkey or a device. */
  use: {
    created: <Piece>(moment: Piece) => richText`Created on ${moment}`,
    lastUsed: <Piece>(moment: Piece) => richText`Last used ${moment}`,
    neverUsed: 'Never used',
  },
};

export type DevicesStrings = typeof devices;

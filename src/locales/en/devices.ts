import { richText } from '../rich-text.ts';

export const devices = {
  page: {
    title: 'Devices and passkeys',
    devices: 'Where you are signed in',
    devicesHint: 'If you do not recognize one of these, sign it out and change your password.',
    unknownDevice: 'Unknown browser',
    thisDevice: 'this device',
    since: <Piece>(moment: Piece) => richText`Signed in since ${moment}`,
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    passkeys: 'Passkeys',
    passkeysHint:
      'A passkey signs you in with your finger, your face or the PIN of your device, without a password. It stays on your device or in your password manager.',
    change: 'Change',
    notHere:
      'Passkeys cannot be made under this address: browsers offer them only over HTTPS, and only under a domain name.',
    onThisMachine:
      'To try them on this machine alone, start Lectern under the name localhost, with your other settings, such as the data folder, as they are. Apps cannot be connected while it runs like this.',
    signInAgain: 'To add a passkey, sign in once more: that shows that it is really you.',
    without: 'This browser cannot make passkeys, or scripts are switched off in it.',
    newPasskey: 'A new passkey',
    name: 'Name',
    nameHint: 'So that you know later which device has it.',
    add: 'Add a passkey',
    done: {
      ended: 'That device is signed out.',
      others: 'All other devices are signed out.',
      added: 'The passkey is ready. You can sign in with it from now on.',
      removed: 'The passkey was removed. Nobody can sign in with it any more.',
    },
  },
  passkey: {
    back: 'Devices and passkeys',
    name: 'Name',
    wrongName: 'A name has 1 to 120 characters, and something to see.',
    rename: 'Save the name',
    renamed: 'The name was changed.',
    remove: 'Remove this passkey',
    removeMeans:
      'Nobody can sign in with it any more. Devices that are signed in stay so. Your device may still offer it; delete it there too.',
    removeNow: 'Remove it for good',
    lastWayIn: 'This is your only way to sign in. Set a password or add another passkey, then remove this one.',
  },
  /** When a passkey was made, and when it or a device was used. */
  use: {
    created: <Piece>(moment: Piece) => richText`Made on ${moment}`,
    lastUsed: <Piece>(moment: Piece) => richText`Last used ${moment}`,
    neverUsed: 'Not used yet',
  },
};

export type DevicesStrings = typeof devices;

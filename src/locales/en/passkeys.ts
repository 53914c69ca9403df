export const passkeys = {
  stale: 'That took too long. Please try again.',
  unknown: 'This passkey is not known here. It may have been removed from the account.',
  invalid: 'This passkey could not be checked, so nobody was signed in. Try again, or use another way.',
  sign_in_again: 'Sign in again first, then add the passkey within ten minutes.',
  name: 'Give the passkey a name of 1 to 120 characters.',
  too_many: 'You have twenty passkeys. Remove one first.',
  taken: 'This device already has a passkey for your account.',
  cancelled: 'No passkey was used. Try again, or sign in with your password.',
  notMade: 'No passkey was made. Try again whenever you like.',
  old_page: 'This page is out of date. Load it again and try once more.',
  wait: 'Too many tries. Please wait a minute.',
  failed: 'That did not work, and nothing was changed. Please try again.',
};

export type PasskeysStrings = typeof passkeys;

export const passkeys = {
  stale: 'That took too long. Please try again.',
  unknown: 'This passkey is unknown. It may have been removed from the account.',
  invalid: 'This passkey could not be verified, so you were not signed in. Try again, or sign in another way.',
  sign_in_again: 'Sign in again first, then add the passkey within ten minutes.',
  name: 'Give the passkey a name of 1 to 120 characters.',
  too_many: 'You have 20 passkeys, the maximum. Remove one first.',
  taken: 'This device already has a passkey for your account.',
  cancelled: 'No passkey was used. Try again, or sign in with your password.',
  notMade: 'No passkey was created. Try again whenever you like.',
  old_page: 'This page is out of date. Reload it and try again.',
  wait: 'Too many attempts. Please wait a minute.',
  failed: 'That did not work, and nothing was changed. Please try again.',
};

export type PasskeysStrings = typeof passkeys;

import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';

export const signIn = {
  page: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    forgotten: 'I forgot my password',
    signUp: 'I have no account yet',
    already: (name: string) => `You are signed in as ${name}.`,
    goOn: 'Continue',
    undone: 'You were signed out, and nothing was done. Sign in to come back to the page, and enter it once more.',
    wrong: 'The e-mail address or the password is wrong.',
    disabled: 'This account is disabled. Ask the administrator of this installation.',
    throttled: (minutes: number) =>
      `There were too many tries. For the next ${minutes} min no password is checked here, not even the right one. ` +
      'A passkey or a sign-in link from the administrator works at once.',
  },
  reasons: {
    app: (name: string) => `… to connect the app “${name}”.`,
    terminal: (name: string) => `… to connect the terminal “${name}”.`,
    organization: (name: string) => `… to join ${name}.`,
  },
  withPasskey: 'Sign in with a passkey',
  signUp: {
    title: 'Create an account',
    name: 'Your name',
    email: 'E-mail address',
    password: 'Password',
    nameInvalid: 'Please enter a name of at most 120 characters.',
    emailInvalid: 'Please enter an e-mail address, such as ada@example.org.',
    emailTaken: 'There is an account with this address already. Sign in to it, or use another address.',
    known: 'I have an account',
    knownInvited: 'I have an account with this address: sign in and join',
    invitedTaken: 'There is an account with this address already. Sign in to it to join.',
    toJoin: (organization: string) => `With it you join ${organization}.`,
    invitation: 'You are invited',
    join: (email: string, organization: string) => `As ${email} you can join ${organization}.`,
    joinButton: 'Join',
    already: (email: string) => `You have an account already: ${email}. There is nothing left to do.`,
    goOn: 'To my account',
    signInFirst: (email: string) =>
      `The invitation is for ${email}. Sign in with this address to accept it; no new accounts are made here.`,
    signedInAs: (email: string) => `You are signed in as ${email} now.`,
    signIn: 'Sign in',
    byInvitation: 'Accounts here are made by invitation. Ask the administrator of this installation for one.',
    closed: 'No new accounts are made here.',
  },
  recovery: {
    title: 'Set a new password',
    explanation: 'Enter the address of your account. You get a message with a link that works once.',
    email: 'E-mail address',
    emailInvalid: 'Please enter an e-mail address, such as ada@example.org.',
    send: 'Send the link',
    sent: 'If there is an account with this address, a message is on its way. Look into the spam folder too.',
    ask: 'The administrator of this installation can give you a link at any time, with this command:',
    otherwise: 'If it does not come, the administrator of this installation can give you a link.',
    noMail: 'Mail cannot be sent at the moment. Try again later, or ask the administrator for a link.',
    throttled: (minutes: number) =>
      `There were too many tries. Try again in ${minutes} min, or ask the administrator for a link.`,
    back: 'Back to sign-in',
    message: (name: string, url: string, hours: number) =>
      `Hello ${name},\n\nsomebody, probably you, asked to set a new password. This link lets you do that. It works once, ` +
      `within ${hours} h:\n\n${url}\n\nIf it was not you, you need not do anything: your password stays as it is.\n`,
  },
  links: {
    signIn: 'Sign in',
    signInAs: (name: string, email: string) => `This link signs you in as ${name} (${email}). It works once.`,
    signInLater:
      'Afterwards, set a password or add a passkey on the page of your account: then you need no link next time.',
    invitation: 'You are invited',
    invited: (email: string) => `With this invitation, ${email} gets an account.`,
    invitedTo: (email: string, organization: string) => `With this invitation, ${email} joins ${organization}.`,
    goOn: 'Continue',
    newPassword: 'New password',
    newPasswordFor: (email: string) =>
      `For ${email}. Whoever is signed in to this account elsewhere is signed out there.`,
    setPassword: 'Set password and sign in',
  },
  /** Words around a new password: what it must be, and why one is not taken. */
  passwords: {
    rule: `At least ${PASSWORD_MIN_CHARACTERS} characters. A few words in a row are easy to remember and hard to guess.`,
    too_short: `The password needs at least ${PASSWORD_MIN_CHARACTERS} characters.`,
    too_long: `The password can have at most ${PASSWORD_MAX_CHARACTERS} characters.`,
    common: 'This password is one of the first that are tried. Choose another one.',
    personal: 'This password is your name or your e-mail address. Choose another one.',
  },
};

export type SignInStrings = typeof signIn;

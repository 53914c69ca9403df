import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS, RECENT_SIGN_IN_MINUTES } from '../../contract/limits.ts';

export const signIn = {
  page: {
    title: 'Sign in',
    again: 'Sign in again',
    againWhy: `This page needs a sign-in of the last ${RECENT_SIGN_IN_MINUTES} minutes, so that no one else can use it on your device.`,
    noPassword:
      'You have not set a password yet. Use a passkey if you have one. Otherwise run this on the server, open the link that it prints, and set a password:',
    email: 'E-mail address',
    password: 'Password',
    forgotten: 'I forgot my password',
    signUp: 'I have no account yet',
    already: (name: string) => `You are signed in as ${name}.`,
    goOn: 'Continue',
    undone: 'You were signed out, so nothing was done. Sign in to return to the page, then enter it again.',
    wrong: 'The e-mail address or password is wrong.',
    disabled: 'This account is disabled. Ask the server administrator.',
    throttled: (minutes: number) =>
      `Too many attempts. For the next ${minutes} min no password is accepted, not even the right one. ` +
      'A passkey or a sign-in link from the administrator works at once.',
  },
  reasons: {
    app: (name: string) => `You can then connect the app “${name}”.`,
    terminal: (name: string) => `You can then connect the terminal “${name}”.`,
    organization: (name: string) => `You can then join ${name}.`,
  },
  withPasskey: 'Sign in with a passkey',
  signUp: {
    title: 'Create an account',
    name: 'Your name',
    email: 'E-mail address',
    password: 'Password',
    nameInvalid: 'Please enter a name of at most 120 characters.',
    emailInvalid: 'Please enter an e-mail address, such as ada@example.org.',
    emailTaken: 'An account with this address already exists. Sign in, or use another address.',
    known: 'I have an account',
    knownInvited: 'I have an account with this address: sign in and join',
    invitedTaken: 'An account with this address already exists. Sign in to join.',
    invitation: 'You are invited',
    join: (email: string, organization: string) => `As ${email} you can join ${organization}.`,
    joinButton: 'Join',
    already: (email: string) => `You already have an account: ${email}. There is nothing left to do.`,
    goOn: 'To my account',
    signInFirst: (email: string) =>
      `The invitation is for ${email}. Sign in with this address to accept it. This server creates no new accounts.`,
    signedInAs: (email: string) => `You are now signed in as ${email}.`,
    signIn: 'Sign in',
    byInvitation: 'You need an invitation to create an account. Ask the server administrator.',
    closed: 'This server creates no new accounts.',
  },
  recovery: {
    title: 'Set a new password',
    explanation: 'Enter the address of your account. We send you a link that works once.',
    email: 'E-mail address',
    emailInvalid: 'Please enter an e-mail address, such as ada@example.org.',
    send: 'Send the link',
    sent: 'If an account with this address exists, a message is on its way. Check your spam folder too.',
    ask: 'The server administrator can give you a link at any time. This command prints it, in the folder of Lectern with the settings of the server:',
    otherwise: 'If it does not arrive, the server administrator can give you a link.',
    noMail: 'E-mail cannot be sent right now. Try again later, or ask the administrator for a link.',
    throttled: (minutes: number) =>
      `Too many attempts. Try again in ${minutes} min, or ask the administrator for a link.`,
    back: 'Back to sign-in',
    message: (name: string, url: string, hours: number) =>
      `Hello ${name},\n\nsomeone, probably you, asked to set a new password. Use this link to set it. It works once, ` +
      `within ${hours} h:\n\n${url}\n\nIf it was not you, ignore this message. Your password stays the same.\n`,
  },
  links: {
    signIn: 'Sign in',
    signInAs: (name: string, email: string) => `This link signs you in as ${name} (${email}). It works once.`,
    signInLater: 'Then set a password or add a passkey on your account page, so that you need no link next time.',
    invitation: 'You are invited',
    invited: (email: string) => `With this invitation, ${email} gets an account.`,
    invitedTo: (inviter: string | null, organization: string, role: string) =>
      `${inviter ?? 'The administrator of this server'} invites you to join ${organization} as ${role}.`,
    onlyFor: (email: string) => `The invitation is for ${email}.`,
    goOn: 'Continue',
    newPassword: 'New password',
    newPasswordFor: (email: string) => `For ${email}. This signs the account out on all other devices.`,
    setPassword: 'Set password and sign in',
  },
  /** Rules for a new password, and why one is refused. */
  passwords: {
    rule: `At least ${PASSWORD_MIN_CHARACTERS} characters. A few words in a row are easy to remember and hard to guess.`,
    too_short: `The password needs at least ${PASSWORD_MIN_CHARACTERS} characters.`,
    too_long: `The password can have at most ${PASSWORD_MAX_CHARACTERS} characters.`,
    common: 'This password is too common. Choose another one.',
    personal: 'This password is your name or your e-mail address. Choose another one.',
  },
};

export type SignInStrings = typeof signIn;

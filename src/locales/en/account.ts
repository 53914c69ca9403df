import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';

export const account = {
  overview: {
    title: 'Your account',
    name: 'Name',
    changeName: 'Change your name',
    nextName: 'Your name',
    nameHint: 'Members of your organizations and the apps you connect can see it.',
    nameProblem: 'Please enter a name of up to 120 characters.',
    email: 'E-mail address',
    lives: 'Rooms',
    livesHave: 'Your own rooms, and how many people are watching each.',
    apps: 'Connected apps',
    appsHave: (count: number) =>
      count === 0
        ? 'No app has access to your account. An app that wants access sends you to a page where you decide.'
        : `${count === 1 ? 'One app' : `${count} apps`} can use your account. See what each can do, or disconnect it.`,
    tokens: 'Personal tokens',
    tokensHave: (count: number) =>
      count === 0
        ? 'None yet. Create one for a script or tool of your own.'
        : `${count === 1 ? 'One token works' : `${count} tokens work`} now.`,
    sessions: 'Devices and passkeys',
    sessionsHave: (count: number) =>
      count === 1 ? 'You are signed in on this device only.' : `You are signed in on ${count} devices.`,
    organizations: 'Organizations',
    organizationsHave: (count: number) =>
      count === 0
        ? 'You are not in an organization yet. Create one for your church, or ask to be invited.'
        : `You are in ${count === 1 ? 'one organization' : `${count} organizations`}.`,
    activity: 'Activity',
    activityHas: 'What changed in your account, when, and which device, app or token changed it.',
    data: 'Your data',
    dataHas: 'Download a copy of your data, or delete your account.',
    change: 'Change your password',
    changeHint: 'This signs out all your other devices.',
    set: 'Set a password',
    setHint: 'You have no password yet. Set one to sign in here next time.',
    current: 'Current password',
    next: 'New password',
    nextHint: `At least ${PASSWORD_MIN_CHARACTERS} characters. A few words in a row make a good password.`,
    wrong: 'That is not your current password.',
    throttled: (minutes: number) =>
      `Too many wrong passwords. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    problems: {
      too_short: `A password needs at least ${PASSWORD_MIN_CHARACTERS} characters.`,
      too_long: `A password has at most ${PASSWORD_MAX_CHARACTERS} characters.`,
      common: 'This password is too common. Choose another one.',
      personal: 'Your name and e-mail address are easy to guess. Choose another password.',
    },
    done: { name: 'Your name was changed.', password: 'Your password was set. Your other devices were signed out.' },
  },
  lastingAccess: {
    nothing: 'Nothing else has access to the account: no connected app, personal token or passkey.',
    lasting: {
      now: 'These keep their access after the password change. Revoke what you do not recognize:',
      later:
        'These keep their access after the password change. Once you are signed in, revoke what you do not recognize:',
    },
    apps: (count: number) => (count === 1 ? '1 connected app' : `${count} connected apps`),
    tokens: (count: number) => (count === 1 ? '1 personal token' : `${count} personal tokens`),
    passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
    terminals: (count: number) =>
      count === 1 ? '1 terminal that acts for an organization' : `${count} terminals that act for an organization`,
    serviceTokens: 'service tokens of your organizations',
  },
  data: {
    title: 'Your data',
    copy: 'Copy of your data',
    accountCopy:
      'Everything stored about your account, as one JSON file: rooms with their queues and history, library, apps, tokens, devices and activity. It contains no secrets.',
    organizationCopy:
      'Everything stored about this organization, as one JSON file: rooms with their queues and history, plans, songs and slides, images, library, members, tokens and activity. It contains no secrets.',
    download: 'Download a copy',
    deleteAccount: 'Delete your account',
    accountEnds:
      'Your rooms are deleted at once. Apps, tokens and devices lose access. Everything in your account is deleted. Organizations that have another owner stay.',
    deleteOrganization: 'Delete the organization',
    organizationEnds:
      'Its rooms are deleted at once. Its tokens lose access. Its songs, slides, images and library are deleted. Its members keep their accounts.',
    confirmation: (expected: string) => `To confirm, type: ${expected}`,
    forGood: 'This cannot be undone. Download a copy first.',
    mistyped: 'The text does not match.',
    lastOwner: (organizations: string) =>
      `You are the last owner of ${organizations}. Make another member an owner, or delete the organization first.`,
    goodbye: 'Your account was deleted',
    gone: 'Your rooms, apps, tokens and devices are gone. You can close this page.',
  },
};

export type AccountStrings = typeof account;

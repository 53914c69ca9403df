import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../contract/limits.ts';

export const account = {
  overview: {
    title: 'Your account',
    name: 'Name',
    changeName: 'Change your name',
    nextName: 'Your name',
    nameHint: 'Members of your organizations see it, and apps that you connect.',
    nameProblem: 'Please enter a name of up to 120 characters.',
    email: 'E-mail address',
    lives: 'Lives',
    livesHave: 'Your own displays, and how many are watching each.',
    apps: 'Connected apps',
    appsHave: (count: number) =>
      count === 0
        ? 'No app may use your account. An app that wants to will bring you to a page that asks you.'
        : `${count === 1 ? 'One app' : `${count} apps`} may use your account. See what each may do, or end it.`,
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
        ? 'You belong to none. Create one for your church, or ask to be invited.'
        : `You belong to ${count === 1 ? 'one' : count}.`,
    activity: 'Activity',
    activityHas: 'What was changed in your account, when, and by which device, app or token.',
    data: 'Your data',
    dataHas: 'Take a copy of everything along, or delete your account.',
    change: 'Change your password',
    changeHint: 'All your other devices are signed out.',
    set: 'Set a password',
    setHint: 'You have no password yet. With one you can sign in here next time.',
    current: 'Present password',
    next: 'New password',
    nextHint: `At least ${PASSWORD_MIN_CHARACTERS} characters. A few words in a row are good.`,
    wrong: 'This is not your present password.',
    throttled: (minutes: number) =>
      `Too many wrong passwords. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    problems: {
      too_short: `A password needs at least ${PASSWORD_MIN_CHARACTERS} characters.`,
      too_long: `A password has at most ${PASSWORD_MAX_CHARACTERS} characters.`,
      common: 'Too many people use this password. Choose another one.',
      personal: 'Your name or e-mail address is easy to guess. Choose another password.',
    },
    done: { name: 'Your name is changed.', password: 'Your password is set, and your other devices are signed out.' },
  },
  lastingAccess: {
    nothing: 'Nothing else has access to the account: there is no connected app, personal token or passkey.',
    lasting: {
      now: 'These keep their access with the new password. End what you do not recognize:',
      later:
        'These keep their access with the new password. Once you are signed in, you can end what you do not recognize:',
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
    copy: 'A copy of the data',
    accountCopy:
      'Everything that is kept of your account as one JSON file: Lives with their queues and history, library, apps, tokens, devices and activity. Secrets are not in it.',
    organizationCopy:
      'Everything that is kept of this organization as one JSON file: Lives with their queues and history, presentations, images, library, members, tokens and activity. Secrets are not in it.',
    download: 'Download a copy',
    deleteAccount: 'Delete your account',
    accountEnds:
      'Your Lives end at once, apps, tokens and devices lose access, and everything in your account is removed. Organizations that have another owner stay.',
    deleteOrganization: 'Delete the organization',
    organizationEnds:
      'All its Lives end at once, its tokens lose access, and its presentations, images and library are removed. The accounts of its members stay.',
    confirmation: (expected: string) => `To delete it, type: ${expected}`,
    forGood: 'Nothing can bring it back. Download a copy first.',
    mistyped: 'This is not the same text.',
    lastOwner: (organizations: string) =>
      `You are the last owner of ${organizations}. Make another member an owner there, or delete it first.`,
    goodbye: 'Your account is deleted',
    gone: 'Your Lives, apps, tokens and devices have ended. You can close this page.',
  },
};

export type AccountStrings = typeof account;

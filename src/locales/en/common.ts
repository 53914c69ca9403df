import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import { richText } from '../rich-text.ts';

export const common = {
  skip: 'Skip to content',
  menu: {
    menu: 'Account',
    areas: 'Areas',
    owner: 'Organization',
    personal: 'Personal',
    plans: 'Plans',
    decks: 'Songs and slides',
    lives: 'Rooms and outputs',
    library: 'Library',
    people: 'People',
    console: 'Console',
    account: 'Account',
    apps: 'Connected apps',
    tokens: 'Personal tokens',
    sessions: 'Devices and passkeys',
    organizations: 'Organizations',
    installation: 'Installation',
    plain: 'Not encrypted: others in this network can read this page and what you send.',
    guides: 'Guides',
    signOut: 'Sign out',
    restricted:
      'The administrator of this server has restricted your account. You can view everything and end sessions, apps and tokens, but you cannot change anything. Your data is safe.',
  },
  stale: 'This page was out of date, so nothing was done. Please submit the form again.',
  copying: { copy: 'Copy', copied: 'Copied.', selected: 'Selected. Press Ctrl+C or ⌘C, or touch and hold on a phone.' },
  /** Message for an invalid name of a token or an organization. */
  nameProblem: `Enter a name of 1 to ${NAME_MAX_CHARACTERS} visible characters.`,
  lifetime: {
    used: <Piece>(moment: Piece) => richText`last used ${moment}`,
    unused: 'never used',
    ends: <Piece>(moment: Piece) => richText`expires on ${moment}`,
    endless: 'does not expire',
  },
  signInAgain: {
    why: 'For your security, this needs a recent sign-in. Sign in again to continue.',
    signIn: 'Sign in again',
  },
};

export type CommonStrings = typeof common;

import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import { richText } from '../rich-text.ts';

export const common = {
  skip: 'Skip to content',
  menu: {
    menu: 'Account',
    console: 'Console',
    account: 'Account',
    apps: 'Connected apps',
    tokens: 'Personal tokens',
    sessions: 'Devices and passkeys',
    organizations: 'Organizations',
    signOut: 'Sign out',
    restricted:
      'The administrator of this server has restricted your account. You can see everything and end sessions, apps and tokens, but change nothing. Nothing is lost.',
  },
  stale: 'This page was out of date, so nothing was done. Please send it once more.',
  copying: { copy: 'Copy', copied: 'Copied.', selected: 'It is selected: press Ctrl+C or ⌘C, or hold it on a phone.' },
  /** What is wrong with a name of a token or an organization. */
  nameProblem: `Enter a name of 1 to ${NAME_MAX_CHARACTERS} visible characters.`,
  lifetime: {
    used: <Piece>(moment: Piece) => richText`last used ${moment}`,
    unused: 'never used',
    ends: <Piece>(moment: Piece) => richText`ends on ${moment}`,
    endless: 'ends when it is revoked',
  },
  signInAgain: {
    why: 'For your safety this is possible only shortly after signing in. Sign in once more.',
    signIn: 'Sign in again',
  },
};

export type CommonStrings = typeof common;

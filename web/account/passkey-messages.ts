import type { PasskeysStrings } from '../../src/locales/en/passkeys.ts';
import { PasskeyError, type PasskeyFailure } from './post-json.ts';

type Ceremony = 'sign-in' | 'add';

/** Returns the message for an error, in the language of the page; null when the page itself aborted the ceremony. */
export function describePasskeyFailure(error: unknown, ceremony: Ceremony): string | null {
  const failure = toFailure(error);
  if (failure === null) return null;
  const strings = readStrings();
  return failure === 'cancelled' && ceremony === 'add' ? strings.notMade : strings[failure];
}

function toFailure(error: unknown): PasskeyFailure | null {
  if (error instanceof PasskeyError) return error.failure;
  const { code, name } = error as { code?: string; name?: string };
  if (code === 'ERROR_CEREMONY_ABORTED' || name === 'AbortError') return null;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'taken';
  return name === 'NotAllowedError' ? 'cancelled' : 'failed';
}

/** Strings of every language, by file path. */
const STRINGS = import.meta.glob<{ passkeys: PasskeysStrings }>('../../src/locales/*/passkeys.ts', { eager: true });

/** Returns the strings in the language of the page. */
const readStrings = (): PasskeysStrings => (stringsIn(document.documentElement.lang) ?? stringsIn('en')!).passkeys;

const stringsIn = (language: string) => STRINGS[`../../src/locales/${language}/passkeys.ts`];

import { PERSONAL_TOKEN_MAX_DAYS } from '../contract/limits.ts';
import { isRedirectUri, REDIRECT_URI_RULE } from '../domain/account/apps/clients.ts';
import { parseLifetime } from '../domain/account/credentials/new-credential.ts';
import { parseEmail } from '../domain/email.ts';
import { isVisible, NAME_CONTENT, parseName } from '../domain/name.ts';
import { parseSlug } from '../domain/scripture/editions.ts';
import { parseHttpsUrl } from '../editions/sources/fetch-archive.ts';
import { toLanguageTag } from '../import-files/language-tag.ts';
import type { ValueRule } from './command.ts';

const matching =
  (matches: (text: string) => boolean) =>
  (text: string): string | null =>
    matches(text) ? text : null;

export const EMAIL: ValueRule = { expected: 'an e-mail address', parse: parseEmail };
export const NAME: ValueRule = { expected: NAME_CONTENT, parse: parseName };
export const EDITION_NAME: ValueRule = { expected: 'a name with a visible character', parse: matching(isVisible) };
export const LIFETIME: ValueRule<number> = { expected: `1 to ${PERSONAL_TOKEN_MAX_DAYS}`, parse: parseLifetime };
export const SLUG: ValueRule = { expected: '2 to 32 characters: a to z, digits and hyphens', parse: parseSlug };
export const REDIRECT_URI: ValueRule = { expected: REDIRECT_URI_RULE, parse: matching(isRedirectUri) };
/** Restricted to http(s), because clients may render it as a link. */
export const WEB_ADDRESS: ValueRule = {
  expected: 'an address that starts with https:// or http://',
  parse: matching((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')),
};
/** A path on this server, as the page of a link reads it. */
export const LOCAL_PATH: ValueRule = {
  expected: 'a path that starts with /, such as /installation',
  parse: matching((text) => /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text)),
};
export const HTTPS_ADDRESS: ValueRule = { expected: 'an address that starts with https://', parse: parseHttpsUrl };
export const SHA256: ValueRule = {
  expected: '64 hexadecimal digits',
  parse: matching((text) => /^[0-9a-f]{64}$/i.test(text)),
};
/** Parses to milliseconds since the epoch. */
export const TIMESTAMP: ValueRule<number> = {
  expected: 'a date or time, such as 2026-01-31 or 2026-01-31T09:00:00Z',
  parse: (text) => {
    const ms = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
    return ms >= 0 ? ms : null;
  },
};
export const LANGUAGE_TAG: ValueRule = {
  expected: 'a language tag, such as es, pt-BR or zh-Hant',
  parse: toLanguageTag,
};
/** Accepts any text that is not empty. An empty value is usually an unset shell variable. */
const nonEmpty = (expected: string): ValueRule => ({ expected, parse: matching((text) => text.trim() !== '') });

export const ORGANIZATION_ID = nonEmpty('an id from "org list"');
export const ACCOUNT_ID = nonEmpty('an id from "user list"');
/** [D56] */
export const STEP_UNIT: ValueRule<string> = {
  expected: 'page, line, chapter or slide',
  parse: matching((text) => ['page', 'line', 'chapter', 'slide'].includes(text)),
};
export const MODULE_NAME = nonEmpty('the name of a module');
/** Accepts any scope names, because only the server knows them. */
export const SCOPE_LIST: ValueRule = {
  expected: 'scope names separated by commas',
  parse: matching((text) => text.split(',').every((name) => name.trim() !== '')),
};

export const integerUpTo = (max: number): ValueRule<number> => ({
  expected: `1 to ${max}`,
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= max ? Number(text) : null),
});

export const oneOf = (values: readonly string[]): ValueRule => ({
  expected: `one of ${values.join(', ')}`,
  parse: matching((text) => values.includes(text)),
});

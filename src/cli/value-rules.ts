import { PERSONAL_TOKEN_MAX_DAYS } from '../contract/limits.ts';
import { isRedirectUri, REDIRECT_URI_RULE } from '../domain/account/apps/clients.ts';
import { parseLifetime } from '../domain/account/credentials/new-credential.ts';
import { parseEmail } from '../domain/email.ts';
import { isVisible, NAME_CONTENT, parseName } from '../domain/name.ts';
import { parseSlug } from '../domain/scripture/editions.ts';
import { parseHttpsUrl } from '../editions/sources/fetch-archive.ts';
import type { ValueRule } from './command.ts';

const fitting =
  (fits: (text: string) => boolean) =>
  (text: string): string | null =>
    fits(text) ? text : null;

export const EMAIL: ValueRule = { what: 'an e-mail address', parse: parseEmail };
export const NAME: ValueRule = { what: NAME_CONTENT, parse: parseName };
export const EDITION_NAME: ValueRule = { what: 'a name with something visible', parse: fitting(isVisible) };
export const LIFETIME: ValueRule<number> = { what: `1 to ${PERSONAL_TOKEN_MAX_DAYS}`, parse: parseLifetime };
export const SLUG: ValueRule = { what: '2 to 32 letters a to z, digits and hyphens', parse: parseSlug };
export const REDIRECT_URI: ValueRule = { what: REDIRECT_URI_RULE, parse: fitting(isRedirectUri) };
/** Clients may make a link of it. */
export const WEB_ADDRESS: ValueRule = {
  what: 'an address that begins with https:// or http://',
  parse: fitting((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? '')),
};
export const HTTPS_ADDRESS: ValueRule = { what: 'an address that begins with https://', parse: parseHttpsUrl };
export const SHA256: ValueRule = {
  what: '64 hexadecimal digits',
  parse: fitting((text) => /^[0-9a-f]{64}$/i.test(text)),
};
/** In milliseconds. */
export const TIMESTAMP: ValueRule<number> = {
  what: 'a day or a time, such as 2026-01-31 or 2026-01-31T09:00:00Z',
  parse: (text) => {
    const ms = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
    return ms >= 0 ? ms : null;
  },
};
/** Whichever it is: what is empty is the variable of a shell that was not set. */
const something = (what: string): ValueRule => ({ what, parse: fitting((text) => text.trim() !== '') });

export const ORGANIZATION_ID = something('an id, which "org list" shows');
export const ACCOUNT_ID = something('an id, which "user list" shows');
/** [D56] */
export const STEP_UNIT: ValueRule<string> = {
  what: 'page, line, chapter or slide',
  parse: fitting((text) => ['page', 'line', 'chapter', 'slide'].includes(text)),
};
export const MODULE_NAME = something('the name of a module');
/** Whichever they are. */
export const SCOPE_LIST: ValueRule = {
  what: 'names of scopes with commas between them',
  parse: fitting((text) => text.split(',').every((name) => name.trim() !== '')),
};

export const integerUpTo = (max: number): ValueRule<number> => ({
  what: `1 to ${max}`,
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= max ? Number(text) : null),
});

export const oneOf = (values: readonly string[]): ValueRule => ({
  what: `one of ${values.join(', ')}`,
  parse: fitting((text) => values.includes(text)),
});

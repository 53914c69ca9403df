import { LecternError } from '../../../contract/lectern-error.ts';
import { OAUTH_SCOPES, type Scope } from '../../../contract/scopes.ts';
import type { ClientRecord, Storage } from '../../../storage/storage.ts';
import { type Clock, toTime } from '../../clock.ts';
import { newId } from '../../identifiers.ts';
import { NAME_RULE, parseName } from '../../name.ts';

/** The public OAuth clients that an administrator has registered. [Authentication], [D47] */
export class Clients {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after every change that can end or change authority. */
  constructor(storage: Storage, clock: Clock, onAuthorityChanged: () => void) {
    this.#storage = storage;
    this.#clock = clock;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  /** Registers a client. `scopes` defaults to all scopes that a grant can have. Throws `invalid_fields`. */
  async create(client: {
    name: string;
    redirectUris: readonly string[];
    scopes?: readonly string[];
  }): Promise<ClientRecord> {
    const name = parseName(client.name);
    if (name === null) throw invalid(`A name ${NAME_RULE}.`);
    if (client.redirectUris.length === 0) throw invalid('A client needs a redirect URI.');
    const record: ClientRecord = {
      id: newId(),
      name,
      disabled: false,
      createdAt: toTime(this.#clock()),
      redirectUris: [...new Set(client.redirectUris.map(requireRedirectUri))],
      scopes: client.scopes ? requireScopes(client.scopes) : OAUTH_SCOPES,
    };
    await this.#storage.oauth.createClient(record).finally(this.#onAuthorityChanged);
    return record;
  }

  list(): Promise<ClientRecord[]> {
    return this.#storage.oauth.listClients();
  }

  /**
   * Disables a client for good. Its authorization requests, codes and tokens stop working at once. Throws `not_found`.
   */
  async disable(id: string): Promise<void> {
    if (await this.#storage.oauth.disableClient(id).finally(this.#onAuthorityChanged)) return;
    throw new LecternError('not_found', `There is no client ${id} that is enabled.`);
  }
}

const VISIBLE_ASCII = /^[\x21-\x7e]{1,2000}$/;
/** A loopback IP literal with a port, both fixed. RFC 8252 §7.3, §8.3 */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}([/?]|$)/;
/** Matches a fragment, user information, a wildcard, or a backslash, which browsers treat as a slash. */
const FORBIDDEN = /[#*\\]|^[^/]*\/\/[^/?]*@/;

/**
 * The parameters that the authorization response adds. A redirect URI that already has one would contain it twice.
 * [D41]
 */
const ANSWERS = ['code', 'state', 'iss', 'error', 'error_description'];

/** The rule for redirect URIs, for error messages. */
export const REDIRECT_URI_RULE =
  "https://… or, for a program on the user's computer, http://127.0.0.1:PORT/… or http://[::1]:PORT/…, without fragment, user name, " +
  `wildcard or what the app is answered with (${ANSWERS.join(', ')})`;

export function isRedirectUri(text: string): boolean {
  const url = VISIBLE_ASCII.test(text) && !FORBIDDEN.test(text) ? URL.parse(text) : null;
  if (!url || ANSWERS.some((name) => url.searchParams.has(name))) return false;
  return /^https:\/\/[^/?]/.test(text) || LOOPBACK.test(text);
}

/** Returns the redirect URI unchanged, because it is compared as a string. Throws `invalid_fields`. */
function requireRedirectUri(text: string): string {
  if (isRedirectUri(text)) return text;
  throw invalid(`A redirect URI is ${REDIRECT_URI_RULE}, but not "${text}".`);
}

/** Throws `invalid_fields`. */
function requireScopes(named: readonly string[]): readonly Scope[] {
  const scopes = OAUTH_SCOPES.filter((scope) => named.includes(scope));
  const unknown = named.filter((name) => !scopes.some((scope) => scope === name));
  if (unknown.length > 0) {
    throw invalid(`Unknown scopes: ${unknown.join(', ')}. Scopes are ${OAUTH_SCOPES.join(', ')}.`);
  }
  if (scopes.some((scope) => scope !== 'offline_access')) return scopes;
  throw invalid('Name at least one scope beside offline_access, or leave scopes out.');
}

const invalid = (detail: string) => new LecternError('invalid_fields', detail);

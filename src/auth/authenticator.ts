import { LRUCache } from 'lru-cache';
import { LecternError } from '../contract/lectern-error.ts';
import { type Role, type Scope, scopesOfConsole, scopesOfMember } from '../contract/scopes.ts';
import {
  CREDENTIAL_PREFIXES,
  hashCredentialSecret,
  isCredentialSecret,
} from '../domain/account/credentials/credential-secret.ts';
import type { Clock } from '../domain/clock.ts';
import type { Authority, ConsoleAuthority, CredentialRecord, DelegatedAuthority, Storage } from '../storage/storage.ts';
import { LastUsedRecorder } from './last-used-recorder.ts';
import type { Principal } from './principal.ts';

/** Size of the principal cache. */
const CACHED_PRINCIPALS = 10_000;

/**
 * Latest secret of a connection with its hash. A property, because a map of all connections slows garbage collection.
 */
const LATEST = Symbol('latest secret');
type WithLatestSecret = { [LATEST]?: { readonly secret: string; readonly hash: string } };

/**
 * Resolves bearer secrets to principals. Principals are cached until `invalidate` is called, which happens after every
 * change of users, memberships and credentials, on this node or on another one. In a cluster, each request and each
 * delayed response reads the storage anyway; the cache serves the checks in between while the change feed is connected.
 * Console credentials are never cached, because their session can end or be extended at any time. [D63]
 */
export class Authenticator {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #uses: LastUsedRecorder;
  readonly #grantUses: LastUsedRecorder;
  readonly #cache = new LRUCache<string, Principal>({ max: CACHED_PRINCIPALS });
  readonly #listeners: (() => void)[] = [];
  readonly #firstAuthentication = Promise.withResolvers<void>();
  /** Incremented by `invalidate`, so that a lookup that began earlier does not fill the cache. */
  #generation = 0;

  /** `warn` is called when last-used times cannot be saved. */
  constructor(storage: Storage, warn: (error: Error) => void, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
    this.#uses = new LastUsedRecorder((uses) => storage.credentials.recordUses(uses), warn);
    this.#grantUses = new LastUsedRecorder((uses) => storage.oauth.recordGrantUses(uses), warn);
  }

  /**
   * Resolves a secret. A `connection` that sends the same secret again has it hashed once. Rejects with `invalid_token`
   * if the secret is malformed, unknown, revoked or expired.
   */
  async authenticate(secret: string, connection: object, now = this.#clock()): Promise<Principal> {
    const hash = this.#hash(secret, connection);
    const cached = this.#cache.get(hash);
    if (!cached && !isCredentialSecret(secret)) throw invalidToken();
    const find = secret.startsWith(CREDENTIAL_PREFIXES.access) ? this.#findDelegated : this.#findAny;
    const principal = await this.#storage.reuseOrRead(cached, () => this.#load(hash, find));
    return this.#recordUse(requireUnexpired(principal, now), now);
  }

  /** Checks a principal in the storage. Call it before a delayed response. Rejects with `invalid_token`. */
  async verify(principal: Principal, now = this.#clock()): Promise<Principal> {
    const cached = this.#cache.get(principal.credentialHash);
    return requireUnexpired(await this.#storage.reuseOrRead(cached, () => this.#reload(principal)), now);
  }

  /** Checks a principal in the cache, if the cache is reliable. Rejects with `invalid_token`. */
  async recheck(principal: Principal, now = this.#clock()): Promise<Principal> {
    const cached = this.#canCache() ? this.#cache.get(principal.credentialHash) : undefined;
    return requireUnexpired(cached ?? (await this.#reload(principal)), now);
  }

  /** Subscribes to the changes of other nodes. Call it once, before the feed starts. */
  listen(): void {
    const invalidate = () => this.invalidate();
    this.#storage.cluster?.changes.subscribe({
      live: () => {},
      backstage: () => {},
      output: () => {},
      authority: invalidate,
      profile: invalidate,
      // While the feed is down, checks read the storage, so listeners need no notification.
      lost: () => this.#clear(),
      resumed: invalidate,
    });
  }

  /** Calls `listener` whenever the permissions of a credential may have changed. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves after the first successful authentication. */
  get firstAuthentication(): Promise<void> {
    return this.#firstAuthentication.promise;
  }

  /** Clears the cache and notifies listeners. Call it after every change that can affect permissions. */
  invalidate(): void {
    this.#clear();
    for (const listener of this.#listeners) listener();
  }

  #clear(): void {
    this.#generation++;
    this.#cache.clear();
  }

  /** Saves the pending last-used times. */
  async close(): Promise<void> {
    await Promise.all([this.#uses.flush(), this.#grantUses.flush()]);
  }

  #recordUse(principal: Principal, now: number): Principal {
    // Console credentials are not listed anywhere.
    if (principal.console) return principal;
    (principal.kind === 'delegated' ? this.#grantUses : this.#uses).record(principal.credentialId, now);
    return principal;
  }

  #hash(secret: string, connection: object & WithLatestSecret): string {
    const latest = connection[LATEST];
    if (latest?.secret === secret) return latest.hash;
    const hash = hashCredentialSecret(secret);
    connection[LATEST] = { secret, hash };
    return hash;
  }

  #reload({ credentialHash, kind, console }: Principal): Promise<Principal> {
    if (console) return this.#load(credentialHash, this.#findConsole);
    return this.#load(credentialHash, kind === 'delegated' ? this.#findDelegated : this.#findCredential);
  }

  async #load(hash: string, find: (hash: string) => Promise<Principal | null>): Promise<Principal> {
    const generation = this.#generation;
    const principal = await find(hash);
    if (!principal) throw invalidToken();
    this.#firstAuthentication.resolve();
    const cacheable = !principal.console && this.#canCache() && generation === this.#generation;
    if (cacheable) this.#cache.set(hash, principal);
    return principal;
  }

  #findAny = async (hash: string): Promise<Principal | null> =>
    (await this.#findCredential(hash)) ?? (await this.#findConsole(hash));

  #findCredential = async (hash: string): Promise<Principal | null> => {
    const authority = await this.#storage.credentials.findAuthority(hash);
    return authority && toPrincipal(hash, authority);
  };

  #findConsole = async (hash: string): Promise<Principal | null> => {
    const authority = await this.#storage.consoleCredentials.findAuthority(hash);
    return authority && toConsolePrincipal(hash, authority);
  };

  #findDelegated = async (hash: string): Promise<Principal | null> => {
    const authority = await this.#storage.oauth.findDelegatedAuthority(hash);
    return authority && toDelegatedPrincipal(hash, authority);
  };

  #canCache(): boolean {
    return this.#storage.cluster?.changes.connected ?? true;
  }
}

function requireUnexpired(principal: Principal, now: number): Principal {
  if (principal.expiresAtMs <= now) throw invalidToken();
  return principal;
}

/** `hash` is that of the presented secret, which can be an earlier one that expires sooner. [D35] */
function toPrincipal(hash: string, { credential, owner, role, endsAt, restricted }: Authority): Principal {
  return {
    kind: credential.kind,
    credentialId: credential.id,
    console: false,
    credentialHash: hash,
    userId: credential.userId,
    owner,
    restricted,
    scopes: scopesOf(credential, role),
    expiresAtMs: endsAt === null ? Infinity : Date.parse(endsAt),
  };
}

/**
 * Returns the scopes, or null for all of the user's. A member's service token is limited to the scopes of the role.
 * [D67]
 */
function scopesOf({ kind, scopes }: CredentialRecord, role: Role | null): ReadonlySet<Scope> | null {
  if (role !== null) return new Set(scopesOfMember(scopes, role));
  return kind === 'personal' && scopes.length === 0 ? null : new Set(scopes);
}

/** Identifies the principal by the grant, because access tokens change. */
function toDelegatedPrincipal(hash: string, authority: DelegatedAuthority): Principal {
  const { grantId, userId, owner, restricted, scopes, endsAt } = authority;
  return {
    kind: 'delegated',
    credentialId: grantId,
    console: false,
    credentialHash: hash,
    userId,
    owner,
    restricted,
    scopes: new Set(scopes),
    expiresAtMs: Date.parse(endsAt),
  };
}

function toConsolePrincipal(hash: string, authority: ConsoleAuthority): Principal {
  const { credentialId, userId, owner, role, restricted, endsAt } = authority;
  return {
    kind: owner.kind === 'organization' ? 'service' : 'personal',
    credentialId,
    console: true,
    credentialHash: hash,
    userId,
    owner,
    restricted,
    scopes: new Set(scopesOfConsole(role)),
    expiresAtMs: Date.parse(endsAt),
  };
}

const invalidToken = () => new LecternError('invalid_token');

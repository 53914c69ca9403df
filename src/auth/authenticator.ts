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

/** Principals kept ready. */
const CACHED_PRINCIPALS = 10_000;

/** The latest secret that came by a connection, with its hash. A property: a map of all connections burdens the collector. */
const LATEST = Symbol('latest secret');
type Remembering = { [LATEST]?: { readonly secret: string; readonly hash: string } };

/**
 * From bearer secrets to principals. Principals are kept until `forget` is called, which every change to users,
 * memberships and credentials does: by this process, or by another one, whose changes the feed tells. With other processes
 * every request asks the storage all the same, and so does whoever is told something late; those that are kept serve the
 * looks in between, as long as the feed is there. That of a console is never kept: its session can end, and its end move, at any
 * time. [D63]
 */
export class Authenticator {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #uses: LastUsedRecorder;
  readonly #grantUses: LastUsedRecorder;
  readonly #known = new LRUCache<string, Principal>({ max: CACHED_PRINCIPALS });
  readonly #listeners: (() => void)[] = [];
  readonly #first = Promise.withResolvers<void>();
  /** Moves on with every `forget`, so that a look-up begun before it is not kept after it. */
  #generation = 0;

  /** `warn` hears that uses of credentials could not be written down. */
  constructor(storage: Storage, warn: (error: Error) => void, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
    this.#uses = new LastUsedRecorder((uses) => storage.credentials.recordUses(uses), warn);
    this.#grantUses = new LastUsedRecorder((uses) => storage.oauth.recordGrantUses(uses), warn);
  }

  /**
   * `connection` is what the secret came by: one that sends the same again has it
   * hashed once. Throws `invalid_token` for a secret that is malformed, unknown, revoked or expired.
   */
  async authenticate(secret: string, connection: object, now = this.#clock()): Promise<Principal> {
    const hash = this.#hash(secret, connection);
    const known = this.#known.get(hash);
    if (!known && !isCredentialSecret(secret)) throw invalidToken();
    const find = secret.startsWith(CREDENTIAL_PREFIXES.access) ? this.#findDelegated : this.#findAny;
    const principal = await this.#storage.reuseOrRead(known, () => this.#load(hash, find));
    return this.#use(requireUnexpired(principal, now), now);
  }

  /** As `recheck`, of what is true now: where other processes can change that, it is read. Before something is told late. */
  async verify(principal: Principal, now = this.#clock()): Promise<Principal> {
    const known = this.#known.get(principal.credentialHash);
    return requireUnexpired(await this.#storage.reuseOrRead(known, () => this.#reload(principal)), now);
  }

  /** Throws `invalid_token` when the credential of a request no longer counts, as far as has been heard. */
  async recheck(principal: Principal, now = this.#clock()): Promise<Principal> {
    const known = this.#keeps() ? this.#known.get(principal.credentialHash) : undefined;
    return requireUnexpired(known ?? (await this.#reload(principal)), now);
  }

  /** Hears what other processes change, if there are any. To be called once, before the feed is started. */
  listen(): void {
    const forget = () => this.invalidate();
    this.#storage.cluster?.changes.subscribe({
      live: () => {},
      backstage: () => {},
      output: () => {},
      authority: forget,
      profile: forget,
      // What cannot be heard now is looked at when it matters; nobody is to be told of it.
      lost: () => this.#drop(),
      resumed: forget,
    });
  }

  /** Calls `listener` whenever somebody's authority may have changed: for whoever waits with it. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Kept when somebody comes to work: at the first credential that counts. */
  get firstAuthentication(): Promise<void> {
    return this.#first.promise;
  }

  /** To be called after every change that can end or change what a credential may. */
  invalidate(): void {
    this.#drop();
    for (const listener of this.#listeners) listener();
  }

  #drop(): void {
    this.#generation++;
    this.#known.clear();
  }

  /** Writes down what is still to be written of the uses of credentials. */
  async close(): Promise<void> {
    await Promise.all([this.#uses.flush(), this.#grantUses.flush()]);
  }

  #use(principal: Principal, now: number): Principal {
    // Nobody lists those of consoles.
    if (principal.console) return principal;
    (principal.kind === 'delegated' ? this.#grantUses : this.#uses).record(principal.credentialId, now);
    return principal;
  }

  #hash(secret: string, connection: object & Remembering): string {
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
    this.#first.resolve();
    const keeps = !principal.console && this.#keeps() && generation === this.#generation;
    if (keeps) this.#known.set(hash, principal);
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

  #keeps(): boolean {
    return this.#storage.cluster?.changes.connected ?? true;
  }
}

function requireUnexpired(principal: Principal, now: number): Principal {
  if (principal.expiresAtMs <= now) throw invalidToken();
  return principal;
}

/** `hash` is that of the secret that came: after a rotation the credential has another one, and this one ends sooner. [D35] */
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

/** Null: all that the user may. A member's service token has the scopes of the role, or those of them that it names. [D67] */
function scopesOf({ kind, scopes }: CredentialRecord, role: Role | null): ReadonlySet<Scope> | null {
  if (role !== null) return new Set(scopesOfMember(scopes, role));
  return kind === 'personal' && scopes.length === 0 ? null : new Set(scopes);
}

/** It goes by its grant, whatever its access token is just now. */
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

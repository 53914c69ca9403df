import { LecternError } from '../../../contract/lectern-error.ts';
import { SESSION_IDLE_DAYS, SESSION_MAX_DAYS, SESSIONS_PER_USER_MAX } from '../../../contract/limits.ts';
import type {
  FoundSession,
  SessionHolder,
  SessionRecord,
  SignInProof,
  SignInUser,
  Storage,
} from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { type Clock, toTime } from '../../clock.ts';
import { newId } from '../../identifiers.ts';
import { hashOpaqueSecret, isOpaqueSecret, newOpaqueSecret } from '../../opaque-secret.ts';
import { toAccountOwner } from '../owners/owner.ts';

const DAY_MS = 86_400_000;
/**
 * The precision of a session's last use. It is a second for users with many sessions, where a new session may end the
 * least recently used one, so that no session in use is ended.
 */
const NOTE_EVERY_MS = 60_000;
const NOTE_CROWDED_EVERY_MS = 1_000;
const CROWDED_FROM = SESSIONS_PER_USER_MAX / 2;
/** The time after its last use during which a session counts as in use. */
const IN_USE_MS = 15 * 60_000;
/** The time after the sign-in during which a use is ignored, because the sign-in itself leads to a page. */
const FIRST_USE_MS = 60_000;
const DEVICE_MAX_CHARACTERS = 200;
/** The format of a session id. Other texts are never queried; some databases reject them. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The browser sessions of users. The cookie holds the secret and the storage its hash; no REST operation reads either.
 */
export class Sessions {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #warn: (error: Error) => void;
  readonly #onAuthorityChanged: () => void;

  /**
   * `warn` receives errors of recording a use; the session stays valid. `onAuthorityChanged` is called after a user has
   * ended sessions, which ends their console credentials. [D63]
   */
  constructor(storage: Storage, clock: Clock, warn: (error: Error) => void, onAuthorityChanged: () => void) {
    this.#storage = storage;
    this.#clock = clock;
    this.#warn = warn;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  /**
   * Starts a session with a new secret, which is stored only as a hash, and ends the browser's earlier session. Returns
   * null if the proof is no longer valid: the password was changed, the user disabled, the passkey removed or the link
   * used.
   */
  async start(
    user: { id: string; accountId: string },
    proof: SignInProof,
    browser: { device: string; secret: string | undefined },
    actor: Actor,
  ): Promise<{ session: SessionRecord; secret: string; user: SignInUser } | null> {
    const now = this.#clock();
    const secret = newOpaqueSecret();
    const session: SessionRecord = {
      id: newId(),
      userId: user.id,
      device: browser.device.slice(0, DEVICE_MAX_CHARACTERS),
      createdAt: toTime(now),
      lastUsedAt: toTime(now),
      expiresAt: toTime(now + SESSION_IDLE_DAYS * DAY_MS),
    };
    const replaced = isOpaqueSecret(browser.secret) ? hashOpaqueSecret(browser.secret) : null;
    const audit = toAuditRecord({ ...actor, userId: user.id }, { owner: toAccountOwner(user), resource: session.id });
    const limits = { replaced, max: SESSIONS_PER_USER_MAX, rank: (one: SessionRecord) => rankSession(one, now) };
    const stored = { ...session, hash: hashOpaqueSecret(secret) };
    const entered = await this.#storage.sessions.start(stored, proof, limits, audit);
    return entered && { session, secret, user: entered };
  }

  /** Finds the session of a secret and records its use. Returns null if there is no such session. */
  async find(secret: string | undefined): Promise<SessionHolder | null> {
    if (!isOpaqueSecret(secret)) return null;
    const now = this.#clock();
    const holder = await this.findStored(hashOpaqueSecret(secret));
    if (!holder) return null;
    const { id, createdAt, lastUsedAt } = holder.session;
    const noteEveryMs = holder.sessionsOfUser < CROWDED_FROM ? NOTE_EVERY_MS : NOTE_CROWDED_EVERY_MS;
    if (lastUsedAt !== createdAt && now - Date.parse(lastUsedAt) < noteEveryMs) return holder;
    const createdMs = Date.parse(createdAt);
    const end = Math.min(now + SESSION_IDLE_DAYS * DAY_MS, createdMs + SESSION_MAX_DAYS * DAY_MS);
    // Later than the start even if this node's clock is behind: a later time shows that the session was used.
    const used = Math.max(now, createdMs + 1);
    const use = { lastUsedAt: toTime(used), expiresAt: toTime(end) };
    await this.#storage.sessions.recordUse(id, use).catch(this.#warn);
    return holder;
  }

  /** Finds a session by the hash of its secret, without recording a use. */
  findStored(secretHash: string): Promise<FoundSession | null> {
    return this.#storage.sessions.find(secretHash, toTime(this.#clock()));
  }

  list(userId: string): Promise<SessionRecord[]> {
    return this.#storage.sessions.list(userId, toTime(this.#clock()));
  }

  /** Ends a session of the user. Throws `not_found`. */
  async end({ user, session }: SessionHolder, id: string, actor: Actor): Promise<void> {
    const owner = toAccountOwner(user);
    const audit = toAuditRecord(actor, { owner, resource: id });
    const ended =
      ID.test(id) &&
      this.#storage.sessions.end({ id, userId: session.userId }, audit).finally(this.#onAuthorityChanged);
    if (!(await ended)) throw new LecternError('not_found', 'You have no such session.');
  }

  /** Ends all sessions of a user, except one if given. */
  async endAll(user: { id: string; accountId: string }, except: SessionRecord | null, actor: Actor): Promise<number> {
    const audit = toAuditRecord(actor, { owner: toAccountOwner(user) });
    return this.#storage.sessions.endAll(user.id, except?.id ?? null, audit).finally(this.#onAuthorityChanged);
  }
}

/**
 * Ranks sessions for removal, lowest first: unused sessions, then the newest of repeated sign-ins. Sessions in use are
 * removed last.
 */
function rankSession({ createdAt, lastUsedAt }: SessionRecord, nowMs: number): number {
  const usedMs = Date.parse(lastUsedAt);
  const usedForMs = usedMs - Date.parse(createdAt);
  if (nowMs - usedMs > IN_USE_MS) return 0;
  if (usedForMs === 0) return 1;
  return usedForMs < FIRST_USE_MS ? 2 : 3;
}

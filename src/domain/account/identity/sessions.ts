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
 * How exactly it is known when a session was last used. Where a user has many, one more may throw one out soon: then it is known to
 * the second, so that it is none that is in use.
 */
const NOTE_EVERY_MS = 60_000;
const NOTE_CROWDED_EVERY_MS = 1_000;
const CROWDED_FROM = SESSIONS_PER_USER_MAX / 2;
/** Whoever reads a page still uses the session. */
const IN_USE_MS = 15 * 60_000;
/** Whoever signs in is led to a page: a use so soon says nothing yet. */
const FIRST_USE_MS = 60_000;
const DEVICE_MAX_CHARACTERS = 200;
/** What an id can be; anything else is nobody's, and not every engine takes it. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Browsers that act for a user. Their cookie has the secret, the storage its hash; no REST operation reads either. */
export class Sessions {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #warn: (error: Error) => void;
  readonly #onAuthorityChanged: () => void;

  /**
   * `warn` hears of a use that could not be noted: the session counts all the same. `onAuthorityChanged` is called after a person
   * has ended sessions: the credentials of their consoles end with them. [D63]
   */
  constructor(storage: Storage, clock: Clock, warn: (error: Error) => void, onAuthorityChanged: () => void) {
    this.#storage = storage;
    this.#clock = clock;
    this.#warn = warn;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  /**
   * A new session with a new secret; the one that the browser had ends. The secret is in the answer and nowhere else. Null where
   * the proof does not hold any more: the password was changed meanwhile, the user disabled, the passkey removed, the link used.
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
    const kept = { ...session, hash: hashOpaqueSecret(secret) };
    const entered = await this.#storage.sessions.start(kept, proof, limits, audit);
    return entered && { session, secret, user: entered };
  }

  /** Null for what is no secret of a session that goes on. */
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
    // Later than its beginning, also by the clock of a node that is behind: that a session was used at all is seen by it.
    const used = Math.max(now, createdMs + 1);
    const use = { lastUsedAt: toTime(used), expiresAt: toTime(end) };
    await this.#storage.sessions.recordUse(id, use).catch(this.#warn);
    return holder;
  }

  /** The same by the hash of the secret. That somebody looks is no use of the session. */
  findStored(secretHash: string): Promise<FoundSession | null> {
    return this.#storage.sessions.find(secretHash, toTime(this.#clock()));
  }

  list(userId: string): Promise<SessionRecord[]> {
    return this.#storage.sessions.list(userId, toTime(this.#clock()));
  }

  /** Throws `not_found`. */
  async end({ user, session }: SessionHolder, id: string, actor: Actor): Promise<void> {
    const owner = toAccountOwner(user);
    const audit = toAuditRecord(actor, { owner, resource: id });
    const ended =
      ID.test(id) &&
      this.#storage.sessions.end({ id, userId: session.userId }, audit).finally(this.#onAuthorityChanged);
    if (!(await ended)) throw new LecternError('not_found', 'There is no such session of yours.');
  }

  /** All of a user, but the one given. */
  async endAll(user: { id: string; accountId: string }, except: SessionRecord | null, actor: Actor): Promise<number> {
    const audit = toAuditRecord(actor, { owner: toAccountOwner(user) });
    return this.#storage.sessions.endAll(user.id, except?.id ?? null, audit).finally(this.#onAuthorityChanged);
  }
}

/**
 * What is thrown out first has the lowest rank. Whoever signs in again and again throws out what nobody uses, and then the own new
 * sessions, but none that somebody works with.
 */
function rankSession({ createdAt, lastUsedAt }: SessionRecord, nowMs: number): number {
  const usedMs = Date.parse(lastUsedAt);
  const usedForMs = usedMs - Date.parse(createdAt);
  if (nowMs - usedMs > IN_USE_MS) return 0;
  if (usedForMs === 0) return 1;
  return usedForMs < FIRST_USE_MS ? 2 : 3;
}

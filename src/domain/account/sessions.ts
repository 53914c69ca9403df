import { LecternError } from '../../contract/lectern-error.ts';
import { SESSION_IDLE_DAYS, SESSION_MAX_DAYS, SESSIONS_PER_USER_MAX } from '../../contract/limits.ts';
import type { SessionHolder, SessionRecord, SignInProof, SigningUser, Storage } from '../../storage/storage.ts';
import { type Clock, toTime } from '../clock.ts';
import { newId } from '../identifiers.ts';
import { hashOpaqueSecret, isOpaqueSecret, newOpaqueSecret } from '../opaque-secret.ts';
import { type Actor, toAuditRecord } from './audit.ts';
import { accountOf } from './owner.ts';

const DAY_MS = 86_400_000;
/** How exactly it is known when a session was last used. */
const NOTE_EVERY_MS = 3_600_000;
const DEVICE_MAX_CHARACTERS = 200;
/** What an id can be; anything else is nobody's, and not every engine takes it. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Browsers that act for a user. Their cookie has the secret, the storage its hash; no REST operation reads either. */
export class Sessions {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
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
  ): Promise<{ session: SessionRecord; secret: string; user: SigningUser } | null> {
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
    const audit = toAuditRecord({ ...actor, userId: user.id }, { owner: accountOf(user), resource: session.id });
    const limits = { replaced, max: SESSIONS_PER_USER_MAX };
    const kept = { ...session, hash: hashOpaqueSecret(secret) };
    const entered = await this.#storage.sessions.start(kept, proof, limits, audit);
    return entered && { session, secret, user: entered };
  }

  /** Null for what is no secret of a session that goes on. */
  async find(secret: string | undefined): Promise<SessionHolder | null> {
    if (!isOpaqueSecret(secret)) return null;
    const now = this.#clock();
    const holder = await this.#storage.sessions.find(hashOpaqueSecret(secret), toTime(now));
    if (!holder) return null;
    const { id, createdAt, lastUsedAt } = holder.session;
    if (now - Date.parse(lastUsedAt) < NOTE_EVERY_MS) return holder;
    const end = Math.min(now + SESSION_IDLE_DAYS * DAY_MS, Date.parse(createdAt) + SESSION_MAX_DAYS * DAY_MS);
    await this.#storage.sessions.noteUse(id, { lastUsedAt: toTime(now), expiresAt: toTime(end) });
    return holder;
  }

  list(userId: string): Promise<SessionRecord[]> {
    return this.#storage.sessions.list(userId, toTime(this.#clock()));
  }

  /** Throws `not_found`. */
  async end({ user, session }: SessionHolder, id: string, actor: Actor): Promise<void> {
    const owner = accountOf(user);
    const audit = toAuditRecord(actor, { owner, resource: id });
    if (ID.test(id) && (await this.#storage.sessions.end({ id, userId: session.userId }, audit))) return;
    throw new LecternError('not_found', 'There is no such session of yours.');
  }

  /** All of a user, but the one given. */
  async endAll(user: { id: string; accountId: string }, except: SessionRecord | null, actor: Actor): Promise<number> {
    const audit = toAuditRecord(actor, { owner: accountOf(user) });
    return this.#storage.sessions.endAll(user.id, except?.id ?? null, audit);
  }
}

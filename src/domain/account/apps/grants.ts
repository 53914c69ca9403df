import { LecternError } from '../../../contract/lectern-error.ts';
import { GRANTS_PER_USER_MAX } from '../../../contract/limits.ts';
import type { ListedGrant, Owner, Storage } from '../../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../../audit/audit.ts';
import { type Clock, toTime } from '../../clock.ts';

/** The format of a grant id. Other texts are never queried; some databases reject them. */
const GRANT_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The grants of a user's connected apps. Methods throw `not_found` for a grant that has ended or belongs to another
 * user. [D38]
 */
export class Grants {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #onAuthorityChanged: () => void;

  /** `onAuthorityChanged` is called after every change that can end or change authority. */
  constructor(storage: Storage, clock: Clock, onAuthorityChanged: () => void) {
    this.#storage = storage;
    this.#clock = clock;
    this.#onAuthorityChanged = onAuthorityChanged;
  }

  /** Lists all current grants of a user, newest first. */
  list(userId: string): Promise<ListedGrant[]> {
    return this.#storage.oauth.listGrants({ userId, now: toTime(this.#clock()) }, GRANTS_PER_USER_MAX);
  }

  /** Returns a grant. Throws `not_found`. */
  async require(userId: string, id: string): Promise<ListedGrant> {
    const key = { id, userId, now: toTime(this.#clock()) };
    const grant = GRANT_ID.test(id) ? await this.#storage.oauth.findGrant(key) : null;
    if (!grant) throw notFound();
    return grant;
  }

  /** Ends a grant. Its access and refresh tokens stop working at once. Throws `not_found`. */
  async end({ userId, owner }: { userId: string; owner: Owner }, id: string, actor: Actor): Promise<void> {
    const { clientName } = await this.require(userId, id);
    const audit = toAuditRecord(actor, { owner, resource: id, resourceName: clientName });
    const ended = this.#storage.oauth.endGrant({ id, userId, now: toTime(this.#clock()) }, audit);
    // The caches are invalidated even if the outcome is unknown.
    if (!(await ended.finally(this.#onAuthorityChanged))) throw notFound();
  }
}

/** Returns the representation of a grant. [D38] */
export const toPublicGrant = ({ id, clientId, clientName, scopes, createdAt, lastUsedAt, expiresAt }: ListedGrant) => ({
  id,
  client: { id: clientId, name: clientName },
  scopes,
  created_at: createdAt,
  last_used_at: lastUsedAt,
  expires_at: expiresAt,
});

const notFound = () => new LecternError('not_found', 'You have no such connected app.');

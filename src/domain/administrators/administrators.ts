import { LecternError } from '../../contract/lectern-error.ts';
import type { AdministratorRecord, Storage, UserRecord } from '../../storage/storage.ts';
import { type Actor, toAuditRecord } from '../audit/audit.ts';
import { type Clock, toTime } from '../clock.ts';
import { normalizeEmail } from '../email.ts';

/** The users who administer the installation: the first owner, and those who are named by command or page. [D69] */
export class Administrators {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  list(): Promise<AdministratorRecord[]> {
    return this.#storage.administrators.list();
  }

  /** Names a user an administrator. Throws `forbidden` for a disabled user, and `not_found`. A command has no actor. */
  async add(email: string, actor?: Actor): Promise<{ user: UserRecord; added: boolean }> {
    const user = await this.#requireUser(email);
    if (user.disabled) throw new LecternError('forbidden', `${user.email} is disabled.`);
    const added = await this.#storage.administrators.add(user.id, toTime(this.#clock()), toRecord(user, actor));
    if (added === 'missing') throw unknownUser(email);
    return { user, added };
  }

  /** Removes an administrator. Throws `forbidden` for the last enabled one, and `not_found`. */
  async remove(email: string, actor?: Actor): Promise<UserRecord> {
    const user = await this.#requireUser(email);
    const outcome = await this.#storage.administrators.remove(user.id, toRecord(user, actor));
    if (outcome === 'missing') throw new LecternError('not_found', `${user.email} is not an administrator.`);
    if (outcome === 'last') {
      throw new LecternError('forbidden', `${user.email} is the last administrator. Name another one first.`);
    }
    return user;
  }

  async #requireUser(email: string): Promise<UserRecord> {
    const user = await this.#storage.accounts.findUserByEmail(normalizeEmail(email));
    if (!user) throw unknownUser(email);
    return user;
  }
}

const unknownUser = (email: string) => new LecternError('not_found', `There is no user ${email}.`);

const toRecord = (user: UserRecord, actor?: Actor) => actor && toAuditRecord(actor, { owner: null, resource: user.id });

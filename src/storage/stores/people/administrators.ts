import type { AuditRecord } from '../shared/audit.ts';

/** A user who administers the installation. [D69] */
export interface AdministratorRecord {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly namedAt: string;
}

export interface AdministratorStore {
  /** Lists the administrators in the order in which they were named. */
  list(): Promise<AdministratorRecord[]>;
  /**
   * Names a user an administrator, and adds the audit record if there is one. Returns false if the user is one already,
   * and `missing` if no such user exists.
   */
  add(userId: string, now: string, audit?: AuditRecord): Promise<boolean | 'missing'>;
  /**
   * Removes an administrator, atomically across nodes. An installation keeps at least one enabled administrator: the
   * result is then `last`, with no change.
   */
  remove(userId: string, audit?: AuditRecord): Promise<'removed' | 'missing' | 'last'>;
}

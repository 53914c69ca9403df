import type { AuditRecord } from '../shared/audit.ts';

/** Stored value with the time of the latest backup that the command made. RFC 3339. */
export const LAST_BACKUP = 'last backup';

/** Stored value with the time at which the latest nightly backup that is complete was started. RFC 3339. */
export const LAST_NIGHTLY_BACKUP = 'last nightly backup';

/** A backup that an administrator made on the web pages, or one of a night. [D69] */
export interface BackupRecord {
  /** Also the middle of the file name. Sorts by time. */
  readonly id: string;
  /** Machine and folder in which its file is. */
  readonly place: string;
  /** Name of the administrator; null if the user was deleted, and at night. */
  readonly madeBy: string | null;
  readonly startedAt: string;
  /** `failed` also if its process ended before it was complete. */
  readonly state: 'running' | 'complete' | 'failed';
  /** The completed share, from 0 to 1. */
  readonly share: number;
  /** Size of the file in bytes; null unless complete. */
  readonly bytes: number | null;
  /** The reason why it failed; null unless failed. */
  readonly problem: string | null;
}

/**
 * How a backup is started: by an administrator, with the audit record; or at night, if the stored value with the time
 * of the latest one is still this.
 */
export type BackupCondition = { readonly audit: AuditRecord } | { readonly lastNightly: string | null };

/** Each backup that runs has a lease, which its process renews. */
export interface BackupStore {
  /** Lists the backups, newest first. */
  list(): Promise<BackupRecord[]>;
  /**
   * Starts a backup, atomically with its condition. Removes the failed ones. Returns false, with no change, if the
   * condition does not hold, and while another one runs on any node.
   */
  start(
    backup: { id: string; place: string; userId: string | null; startedAt: string },
    condition: BackupCondition,
  ): Promise<boolean>;
  /** Renews the lease and sets the completed share. Returns false if the backup no longer runs. */
  renew(id: string, share: number): Promise<boolean>;
  complete(id: string, result: { bytes: number; finishedAt: string }): Promise<void>;
  fail(id: string, problem: string): Promise<void>;
  /** Removes a backup that does not run, atomically with the audit record, if one is given. */
  remove(id: string, audit: AuditRecord | null): Promise<void>;
  /** Ends the leases that a killed process left, on SQLite, where no other process can have one. */
  endStale(): Promise<void>;
}

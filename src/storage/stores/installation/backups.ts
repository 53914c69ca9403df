import type { AuditRecord } from '../shared/audit.ts';

/** Stored value with the time of the latest backup that the command made. RFC 3339. */
export const LAST_BACKUP = 'last backup';

/** A backup that an administrator made on the web pages. [D69] */
export interface BackupRecord {
  /** Also the middle of the file name. Sorts by time. */
  readonly id: string;
  /** Machine and folder in which its file is. */
  readonly place: string;
  /** Name of the administrator; null if the user was deleted. */
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

/** Each backup that runs has a lease, which its process renews. */
export interface BackupStore {
  /** Lists the backups, newest first. */
  list(): Promise<BackupRecord[]>;
  /**
   * Starts a backup, atomically with its audit record. Removes the failed ones. Returns false, with no change, while
   * another one runs on any node.
   */
  start(backup: { id: string; place: string; userId: string; startedAt: string }, audit: AuditRecord): Promise<boolean>;
  /** Renews the lease and sets the completed share. Returns false if the backup no longer runs. */
  renew(id: string, share: number): Promise<boolean>;
  complete(id: string, result: { bytes: number; finishedAt: string }): Promise<void>;
  fail(id: string, problem: string): Promise<void>;
  /** Removes a backup that does not run, atomically with the audit record, if one is given. */
  remove(id: string, audit: AuditRecord | null): Promise<void>;
  /** Ends the leases that a killed process left, on SQLite, where no other process can have one. */
  endStale(): Promise<void>;
}

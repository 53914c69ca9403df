import type { BackupManifest } from './backup-file.ts';

/** How a backup or a restore tells its progress, and how it is stopped. */
export interface BackupControl {
  /** `share` is from 0 to 1. */
  onProgress(share: number): void;
  readonly signal: AbortSignal;
}

/** What was copied from a database: when it was so, and how many rows each table had. */
export interface CopiedData {
  readonly snapshotAt: string;
  readonly tables: BackupManifest['tables'];
}

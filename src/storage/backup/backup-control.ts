import type { BackupManifest } from './backup-file.ts';

/** Reports the progress of a backup or a restore, and cancels it. */
export interface BackupControl {
  /** Receives the completed share, from 0 to 1. */
  onProgress(share: number): void;
  readonly signal: AbortSignal;
}

/** The copied data: the time of the snapshot, and the number of rows of each table. */
export interface CopiedData {
  readonly snapshotAt: string;
  readonly tables: BackupManifest['tables'];
}

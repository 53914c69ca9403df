import type { AuditRecord } from '../shared/audit.ts';

/**
 * State of an import job: the file is uploaded; the job waits for others; the file is parsed and checked; the report
 * waits for a decision; the text is written to the database; the job is done; or the file was refused.
 */
export type EditionJobState = 'uploading' | 'queued' | 'checking' | 'ready' | 'importing' | 'done' | 'refused';

/** Job that imports an edition from an upload, or from the address of a known edition. */
export interface EditionJobRecord {
  readonly id: string;
  readonly source: 'upload' | 'known';
  /** File name, or slug of the known edition. */
  readonly name: string;
  /** Size of the uploaded file in bytes; 0 for a known edition. */
  readonly size: number;
  /** Digest of the complete upload; null until then. */
  readonly sha256: string | null;
  readonly state: EditionJobState;
  /** JSON: what the person added to the file. */
  readonly options: string;
  /** JSON: the report, or the reason of a refusal. */
  readonly outcome: string | null;
  /** Completed share of the current state, from 0 to 1. */
  readonly progress: number;
  /** The process that runs the job; null if none does. */
  readonly runner: string | null;
  readonly revisionId: string | null;
  readonly createdAt: string;
  readonly touchedAt: string;
}

export interface EditionJobStore {
  /** Adds a job with its audit record, unless there are `openMax` jobs that are not done. */
  create(job: EditionJobRecord, openMax: number, audit: AuditRecord): Promise<'created' | 'too_many'>;
  /** Adds or replaces a part of an upload. Returns false if the job is gone, or no longer uploading. */
  addPart(id: string, part: number, content: Uint8Array, now: string): Promise<boolean>;
  /** Returns the numbers of the parts that were received, in order. */
  listParts(id: string): Promise<number[]>;
  findPart(id: string, part: number): Promise<Uint8Array | null>;
  find(id: string): Promise<EditionJobRecord | null>;
  /** Lists all jobs, newest first. */
  list(): Promise<EditionJobRecord[]>;
  /**
   * Changes a job that is still in one of the states, and that the given process runs, unless that is undefined.
   * Returns false otherwise.
   */
  update(
    id: string,
    from: { readonly states: readonly EditionJobState[]; readonly runner?: string | null },
    change: Partial<EditionJobRecord>,
  ): Promise<boolean>;
  /** Deletes the uploaded parts one by one, so that no other write waits long. */
  removeParts(id: string): Promise<void>;
  /** Removes a job with its parts, with an audit record. Returns false if it is gone. */
  remove(id: string, audit?: AuditRecord): Promise<boolean>;
  /** Removes jobs that nothing has touched since. Returns their number. */
  deleteExpired(cutoff: string): Promise<number>;
}

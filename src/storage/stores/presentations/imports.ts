import type { ImportResult, KeptReason } from '../../../contract/schemas/imports.ts';
import type { AuditRecord } from '../shared/audit.ts';
import type { IdempotencyRecord } from '../shared/idempotency-records.ts';
import type { ListPage } from '../shared/list-page.ts';
import type { DeckRecord } from './decks.ts';

/** State of an import. One that runs and whose process has ended is interrupted. */
export type ImportState = 'running' | 'done' | 'failed' | 'undone';

/** Import of songs from one file. [D70] */
export interface ImportRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly fileName: string;
  readonly state: ImportState;
  /** Completed share, from 0 to 1. */
  readonly progress: number;
  /** The process that runs the import; null if none does. */
  readonly runner: string | null;
  /** JSON: why nothing more could be imported. */
  readonly failure: string | null;
  /** JSON: the number of files of each kind that were left out. */
  readonly omitted: string;
  readonly createdAt: string;
  readonly touchedAt: string;
}

/** What became of a song or a plan of an import. */
export interface ImportItemRecord {
  readonly result: ImportResult;
  readonly deckId: string | null;
  readonly planId: string | null;
  /** JSON: the rest of the report. */
  readonly content: string;
}

export type ImportCounts = Readonly<Record<ImportResult, number>>;

/** A deck that an undone import leaves, and why. */
export interface KeptDeck {
  readonly deckId: string;
  readonly title: string;
  readonly reason: KeptReason;
}

/** By what a song is found to be there already. */
export interface DeckDigest {
  readonly id: string;
  readonly title: string;
  /** Digest of the words of title and slides. */
  readonly digest: string;
}

export interface ImportStore {
  /**
   * Adds an import, atomically with its audit record and idempotency record, like `LiveStore.create`. Removes the
   * oldest beyond `keptMax`; their songs stay.
   */
  create(
    record: ImportRecord,
    keptMax: number,
    more: { audit: AuditRecord; idempotencyRecord?: IdempotencyRecord },
  ): Promise<'created' | 'repeated' | 'missing'>;
  find(organizationId: string, id: string): Promise<ImportRecord | null>;
  /** Lists imports, latest first. `after` is the last one of the previous page. */
  list(organizationId: string, page: ListPage): Promise<ImportRecord[]>;
  countResults(ids: readonly string[]): Promise<ReadonlyMap<string, ImportCounts>>;
  /** Lists what became of the songs, in the order of the file. */
  listItems(id: string): Promise<ImportItemRecord[]>;
  /** Returns the digest by which `listDigests` finds a deck. */
  toDigest(deck: Pick<DeckRecord, 'title' | 'slides'>): Promise<string>;
  /** Lists the decks of an organization by id, after the deck `after`. */
  listDigests(organizationId: string, after: string, limit: number): Promise<DeckDigest[]>;
  /**
   * Creates decks and adds items, atomically, unless the import is gone or another process runs it. Returns how many
   * decks the quota has room for if that is fewer; nothing is changed then.
   */
  addItems(
    record: Pick<ImportRecord, 'id' | 'organizationId' | 'runner' | 'progress' | 'touchedAt'>,
    batch: {
      readonly first: number;
      readonly items: readonly ImportItemRecord[];
      readonly decks: readonly DeckRecord[];
      readonly quota: number;
    },
  ): Promise<'added' | 'gone' | { readonly room: number }>;
  /** Changes an import that the process still runs, with an audit record. Returns false otherwise. */
  update(
    id: string,
    runner: string,
    change: Partial<Pick<ImportRecord, 'state' | 'progress' | 'failure' | 'omitted' | 'touchedAt' | 'runner'>>,
    audit?: AuditRecord,
  ): Promise<boolean>;
  /**
   * Deletes the decks of an import that nobody has changed, published, or put in another plan, and its plans that
   * nobody has changed and no Live has. Returns what was kept, and null if the import is gone.
   */
  undo(
    record: Pick<ImportRecord, 'id' | 'organizationId'>,
    toAudit: (deleted: number, kept: number) => AuditRecord,
  ): Promise<{ readonly deleted: number; readonly kept: readonly KeptDeck[]; readonly keptPlans: number } | null>;
}

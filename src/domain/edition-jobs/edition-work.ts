import type { EditionJobReport } from '../../contract/edition-jobs.ts';
import { type ReportLine, toLineText } from '../../contract/import-notices.ts';
import type { EditionJobOptions } from '../../contract/schemas/edition-jobs.ts';
import type { Language, TranslationRights } from '../../contract/schemas/translation.ts';
import type { AuditRecord } from '../../storage/storage.ts';

/** Source of the text of a job. */
export interface EditionWorkSource {
  readonly kind: 'upload' | 'known';
  /** File name, or slug of the known edition. */
  readonly name: string;
  readonly parts: number;
  readonly options: EditionJobOptions;
  readPart(part: number): Promise<Uint8Array>;
}

/** Control of running work. */
export interface EditionWorkControl {
  /** Aborts the work; it then rejects with the reason. */
  readonly signal: AbortSignal;
  /** Called with the completed share, from 0 to 1. */
  onProgress(share: number): void;
}

export type CheckedEdition = Omit<EditionJobReport, 'replaced'>;

/** Edition that can be installed without a file. */
export interface KnownEditionEntry {
  readonly slug: string;
  readonly name: string;
  readonly language: Language;
  readonly rights: TranslationRights;
}

/** The file cannot be imported. The message is for the person, one line for each place. */
export class RefusedEditionError extends Error {
  readonly lines: readonly ReportLine[];

  constructor(lines: readonly ReportLine[]) {
    super(lines.map(toLineText).join('\n'));
    this.lines = lines;
  }
}

/**
 * Parses, checks and saves editions outside of the event loop. Each method throws RefusedEditionError if the file
 * cannot be imported.
 */
export interface EditionWork {
  /** Editions that can be installed without a file, by slug. */
  readonly known: ReadonlyMap<string, KnownEditionEntry>;
  check(source: EditionWorkSource, control: EditionWorkControl): Promise<CheckedEdition>;
  /**
   * Checks the source again and saves its text as a new revision. Calls `onChecked` in between, which can throw to
   * prevent the import.
   */
  import(
    source: EditionWorkSource,
    control: EditionWorkControl,
    revision: { id: string; audit: AuditRecord; onChecked(checked: CheckedEdition): Promise<void> },
  ): Promise<void>;
}

import type { EditionChecks, EditionRevisionDetail, EditionUse } from './edition-library.ts';
import type { ReportLine } from './import-notices.ts';
import { EDITION_UPLOAD_MAX_BYTES } from './limits.ts';
import type { EditionJobOptions } from './schemas/edition-jobs.ts';
import type { TranslationRights } from './schemas/translation.ts';

/** Installed edition that an import replaces, with its users. */
interface ReplacedEdition {
  readonly revision_id: string;
  readonly name: string;
  readonly books: number;
  readonly rights_status: string;
  readonly attribution: string;
  readonly use: EditionUse;
}

/** Report of the checks of an import job. */
export interface EditionJobReport {
  readonly slug: string;
  readonly name: string;
  readonly language: string;
  readonly rights: TranslationRights;
  readonly sha256: string | null;
  readonly books: readonly {
    readonly code: string;
    readonly name: string;
    readonly chapters: number;
    readonly verses: number;
    readonly gaps: number;
  }[];
  readonly verses: number;
  /** Number of omitted notes, headings and so on, by kind. */
  readonly omitted: Readonly<Record<string, number>>;
  readonly checks: EditionChecks;
  /** Null if nothing is installed under the slug. */
  readonly replaced: ReplacedEdition | null;
}

/** Import job as its page shows it. `interrupted`: a restart ended the work, which can be started again. */
export interface EditionJob {
  readonly id: string;
  readonly source: 'upload' | 'known';
  /** File name, or slug of the known edition. */
  readonly name: string;
  readonly size: number;
  readonly state: 'uploading' | 'queued' | 'checking' | 'ready' | 'importing' | 'done' | 'refused' | 'interrupted';
  /** Numbers of the received parts while it is uploading. */
  readonly received: readonly number[];
  readonly progress: number;
  readonly options: EditionJobOptions;
  readonly report: EditionJobReport | null;
  /** Reasons of a refusal, one for each place. */
  readonly refusal: readonly ReportLine[] | null;
  readonly created_at: string;
}

/** States of a job that a process runs or will run. */
export const RUNNING_JOB_STATES = ['queued', 'checking', 'importing'] as const;

/** Returns whether a job in this state is run by a process, or will be. */
export const isRunningState = (state: EditionJob['state']): boolean => RUNNING_JOB_STATES.some((one) => one === state);

/** Returns the number of parts of a file. */
export const countParts = (size: number, partBytes: number): number => Math.ceil(size / partBytes);

export const EDITION_UPLOAD_MAX_MIB = EDITION_UPLOAD_MAX_BYTES / 1024 / 1024;

/** Path of the administrators' page of editions. */
export const EDITIONS_PATH = '/installation/editions';

/** Parameter of that page that fills the search of the free editions. */
export const FREE_EDITION_PARAMETER = 'free';

/** Returns the path of the administrators' page, at a free edition. */
export const freeEditionPath = (slug: string): string =>
  `${EDITIONS_PATH}?${FREE_EDITION_PARAMETER}=${encodeURIComponent(slug)}`;

/** Edition of the installation, as the administrators' page lists it. */
export interface ListedEdition {
  readonly slug: string;
  readonly name: string;
  readonly language: string;
  readonly rights: TranslationRights;
  /** Whether it can be installed without a file. */
  readonly known: boolean;
  /** Null if it is not installed. */
  readonly revision: EditionRevisionDetail | null;
}

/** Response with all editions and import jobs. */
export interface EditionsState {
  readonly jobs: readonly EditionJob[];
  readonly editions: readonly ListedEdition[];
}

/** Data of the page. */
export interface EditionsPage {
  readonly language: string;
  /** CSRF token for the requests of the page's script. */
  readonly csrf: string;
  /** Slug of the edition that needs no network. */
  readonly starter: string;
}

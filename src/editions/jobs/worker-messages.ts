import type { ReportLine } from '../../contract/import-notices.ts';
import type { EditionJobOptions } from '../../contract/schemas/edition-jobs.ts';
import type { EditionReport } from '../checks/edition-report.ts';
import type { EditionBook, NormalizedEdition } from '../normalized-edition.ts';

/** Task of a worker, passed as `workerData`. */
export interface WorkerTask {
  readonly kind: 'upload' | 'known';
  /** File name, or slug of the known edition. */
  readonly name: string;
  readonly parts: number;
  readonly options: EditionJobOptions;
}

/** Message of the worker. Each `part` and each `book` is sent for one request, so that neither side falls behind. */
export type WorkerMessage =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'want'; readonly part: number }
  | { readonly type: 'parsed'; readonly edition: Omit<NormalizedEdition, 'books'>; readonly report: EditionReport }
  | { readonly type: 'book'; readonly book: EditionBook }
  | { readonly type: 'end' }
  | { readonly type: 'refused'; readonly lines: readonly ReportLine[] };

/** Message to the worker. */
export type WorkerRequest = { readonly type: 'part'; readonly bytes: Uint8Array } | { readonly type: 'next' };

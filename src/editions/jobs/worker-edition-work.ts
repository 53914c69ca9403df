import { setImmediate as nextTick } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  type CheckedEdition,
  type EditionWork,
  type EditionWorkControl,
  type EditionWorkSource,
  RefusedEditionError,
} from '../../domain/edition-jobs/edition-work.ts';
import type { Editions } from '../../domain/scripture/editions.ts';
import { toEditionChecks } from '../checks/edition-checks.ts';
import { KNOWN_EDITIONS } from '../known-editions.ts';
import type { EditionBook, NormalizedEdition } from '../normalized-edition.ts';
import { saveEdition } from '../save-edition.ts';
import { STARTER_EDITION } from '../starter.ts';
import type { WorkerMessage, WorkerRequest, WorkerTask } from './worker-messages.ts';

/** Memory of the worker. A file that needs more is refused. */
const MEMORY_MAX_MIB = 1_024;
/** Time after which a file is refused. A download can take a quarter of an hour. */
const WORK_MAX_MS = 20 * 60_000;

/** Creates the work on editions in worker threads. `file` is the script of a thread. */
export function createEditionWork(editions: Editions, file: string): EditionWork {
  return {
    known: new Map([STARTER_EDITION, ...KNOWN_EDITIONS].map((edition) => [edition.slug, edition])),

    async check(source, control) {
      await using parser = openParser(file, source, control);
      return (await parser.parsed).checked;
    },

    async import(source, control, { id, audit, onChecked }) {
      await using parser = openParser(file, source, control);
      const { checked, edition } = await parser.parsed;
      await onChecked(checked);
      const books: EditionBook[] = [];
      for await (const book of parser.readBooks()) books.push(book);
      await saveEdition(editions, { ...edition, books }, { revisionId: id, audit });
    },
  };
}

interface Parsed {
  readonly checked: CheckedEdition;
  readonly edition: Omit<NormalizedEdition, 'books'>;
}

/** Starts a worker. `parsed` rejects with RefusedEditionError for a file that cannot be imported. */
function openParser(file: string, source: EditionWorkSource, { signal, onProgress }: EditionWorkControl) {
  const { kind, name, parts, options, readPart } = source;
  const task: WorkerTask = { kind, name, parts, options };
  const worker = new Worker(file, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MIB },
  });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const parsed = Promise.withResolvers<Parsed>();
  let onBook: (book: EditionBook | null) => void = () => undefined;
  const send = (request: WorkerRequest, transfer: ArrayBuffer[] = []) => worker.postMessage(request, transfer);

  worker.on('message', (message: WorkerMessage) => {
    switch (message.type) {
      case 'progress':
        return onProgress(message.share);
      case 'want':
        readPart(message.part).then((content) => {
          // The copy can be transferred, unlike memory of the database driver.
          const bytes = new Uint8Array(content);
          send({ type: 'part', bytes }, [bytes.buffer]);
        }, failed.reject);
        return;
      case 'parsed':
        return parsed.resolve({ checked: toCheckedEdition(message), edition: message.edition });
      case 'book':
        return onBook(message.book);
      case 'end':
        return onBook(null);
      case 'refused':
        return failed.reject(new RefusedEditionError(message.lines));
    }
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    failed.reject(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new RefusedEditionError([`${name}: the file needs more than ${MEMORY_MAX_MIB} MiB of memory`])
        : error,
    ),
  );
  worker.on('exit', () => failed.reject(new Error('the worker has ended before its result')));
  const onAbort = () => failed.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  const timer = setTimeout(
    () => failed.reject(new RefusedEditionError([`${name}: reading the file takes too long`])),
    WORK_MAX_MS,
  );

  return {
    parsed: Promise.race([parsed.promise, failed.promise]),
    async *readBooks(): AsyncGenerator<EditionBook> {
      for (;;) {
        const next = Promise.withResolvers<EditionBook | null>();
        onBook = next.resolve;
        send({ type: 'next' });
        const book = await Promise.race([next.promise, failed.promise]);
        if (!book) return;
        yield book;
        // One book at a time, with other work in between.
        await nextTick();
      }
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      await worker.terminate();
    },
  };
}

function toCheckedEdition({ edition, report }: Extract<WorkerMessage, { type: 'parsed' }>): CheckedEdition {
  const { slug, name, language, rights, provenance } = edition;
  const books = report.books.map(({ gaps, ...book }) => ({ ...book, gaps: gaps.length }));
  return {
    slug,
    name,
    language,
    rights,
    sha256: provenance.archive_sha256,
    books,
    verses: books.reduce((sum, book) => sum + book.verses, 0),
    omitted: report.removed,
    checks: edition.checks ?? toEditionChecks(report, report.suspicious),
  };
}

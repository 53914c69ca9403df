import { basename, extname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReportLine } from '../../contract/import-notices.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { EditionJobOptions } from '../../contract/schemas/edition-jobs.ts';
import { STARTER_SLUG } from '../../contract/schemas/translation.ts';
import { parseSlug } from '../../domain/scripture/editions.ts';
import { DamagedSourceError } from '../../import-files/import-source.ts';
import { type EditionReport, toEditionReport } from '../checks/edition-report.ts';
import { fetchEdition } from '../fetch-edition.ts';
import { KNOWN_EDITIONS } from '../known-editions.ts';
import { type EditionOverrides, toSlug } from '../normalize-edition.ts';
import type { NormalizedEdition } from '../normalized-edition.ts';
import { parseEdition } from '../parse-edition.ts';
import { openUploadedSource } from '../sources/open-source.ts';
import { readStarterEdition } from '../starter.ts';
import type { WorkerMessage, WorkerRequest, WorkerTask } from './worker-messages.ts';

/** Runs in a worker thread: parses and checks one edition, so that the event loop of the server is not blocked. */

const PROGRESS_MS = 200;
/** Slug of a file whose name has no letter from which one can be made. */
const FALLBACK_SLUG = 'edition';
/** Advice for the command line, and its replacement on a page. */
const ADVICE = [
  ['add --allow-gaps', 'allow gaps'],
  ['choose one with --module, or give the path of its .conf file', 'name the one to import'],
] as const;

const port = parentPort!;
const task: WorkerTask = workerData;
const send = (message: WorkerMessage) => port.postMessage(message);

/** Waits for the answer to a request. */
const receive = () =>
  new Promise<WorkerRequest>((resolve) => {
    port.once('message', resolve);
  });

let reportedAt = 0;
function onProgress(share: number): void {
  if (performance.now() - reportedAt < PROGRESS_MS) return;
  reportedAt = performance.now();
  send({ type: 'progress', share });
}

async function receiveFile(parts: number): Promise<Buffer> {
  const received: Uint8Array[] = [];
  for (let part = 0; part < parts; part++) {
    send({ type: 'want', part });
    const message = await receive();
    if (message.type === 'part') received.push(message.bytes);
  }
  return Buffer.concat(received);
}

type Parsed = { text: NormalizedEdition; report: EditionReport };

async function parseUpload({ name, parts, options }: WorkerTask): Promise<Parsed> {
  const source = await openUploadedSource(name, await receiveFile(parts), options.module || undefined);
  return parseEdition(source, toOverrides(name, options), onProgress);
}

function toOverrides(name: string, { slug, rights, allow_gaps, ...options }: EditionJobOptions) {
  const isNamed = parseSlug(toSlug(basename(name, extname(name)))) !== null;
  const overrides: EditionOverrides = {
    slug: slug || (isNamed ? undefined : FALLBACK_SLUG),
    name: options.name?.trim() || undefined,
    language: options.language || undefined,
    languageTag: options.language_tag || undefined,
    ...(rights && { rights }),
  };
  return { ...overrides, allowGaps: allow_gaps };
}

async function parseKnown(slug: string): Promise<Parsed> {
  if (slug === STARTER_SLUG) {
    const text = await readStarterEdition();
    const read = { ...text, rights: {}, sourceId: null, removed: {}, suspicious: [] };
    return { text, report: toEditionReport('Starter', read) };
  }
  const known = KNOWN_EDITIONS.find((edition) => edition.slug === slug)!;
  return fetchEdition(known, {
    fetching: (share) => onProgress(share / 2),
    reading: (share) => onProgress(0.5 + share / 2),
  });
}

const forPage = (message: string) => ADVICE.reduce((text, [command, page]) => text.replaceAll(command, page), message);
const toPageLine = (line: ReportLine): ReportLine =>
  typeof line === 'string' ? forPage(line) : { ...line, message: forPage(line.message) };

try {
  const { text, report } = await (task.kind === 'upload' ? parseUpload(task) : parseKnown(task.name));
  const { books, ...edition } = text;
  send({ type: 'parsed', edition, report });
  for (const book of books) {
    await receive();
    send({ type: 'book', book });
  }
  await receive();
  send({ type: 'end' });
} catch (error) {
  if (!(error instanceof DamagedSourceError) && !(error instanceof LecternError)) throw error;
  const lines = error instanceof DamagedSourceError ? error.lines : [error.message];
  send({ type: 'refused', lines: lines.map(toPageLine) });
}

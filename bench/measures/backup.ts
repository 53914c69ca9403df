import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import { type MeasuredServer, startMeasuredServer } from '../lectern.ts';
import { pushTo, SAMPLE_MS, toPushTarget } from '../load/requests.ts';
import { onAnyProcessor } from '../programs.ts';
import { type Extent, type ResultRow, toRow, toText } from '../results.ts';

const DATABASE_BYTES = 300_000_000;
const PAGE_BYTES = 4_096;
const ROWS_PER_TRANSACTION = 20_000;
const VERSE_CHARACTERS = 200;
const SETTLE_MS = 3_000;
const SPEED_RATIO_LEAST = 0.1;
/** An operator does not notice a push that takes as long. */
const P99_MAX_MS = 50;

/** Measures a backup while one client pushes, against a plain copy of the file that reaches the disk too. */
export async function measureBackup({ rounds, seconds }: Extent): Promise<ResultRow[]> {
  await using lectern = await startMeasuredServer();
  const database = join(lectern.folder, 'lectern.db');
  growDatabase(database);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const target = join(folder, 'backup');
  const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  const backup = [process.execPath, fileOf('../../bin/lectern.mjs'), 'backup', '--force', target];
  const copy = [process.execPath, fileOf('../baselines/copy-file.ts'), database, target];

  const measured = { calm: [] as number[], ours: [] as Beside[], copies: [] as Beside[] };
  for (let round = 0; round < rounds; round++) {
    measured.calm.push((await pushBeside(lectern, () => delay(seconds * 1_000))).p99);
    measured.ours.push(await pushBeside(lectern, () => run(backup, lectern)));
    rmSync(target);
    measured.copies.push(await pushBeside(lectern, () => run(copy, lectern)));
    rmSync(target);
  }
  rmSync(folder, { recursive: true });
  const megabytes = statSync(database).size / 1e6;
  const speedsOf = (results: Beside[]) => results.map(({ elapsed }) => megabytes / elapsed);
  const p99sOf = (results: Beside[]) => results.map(({ p99 }) => p99);
  return [
    toRow(`backup of ${toText(megabytes)} MB beside pushes (baseline: a copy of the file)`, {
      ours: speedsOf(measured.ours),
      baseline: speedsOf(measured.copies),
      unit: 'MB/s',
      ratioLeast: SPEED_RATIO_LEAST,
    }),
    toRow('p99 of the pushes beside a backup (baseline: beside a copy)', {
      ours: p99sOf(measured.ours),
      baseline: p99sOf(measured.copies),
      unit: 'ms',
      most: P99_MAX_MS,
    }),
    toRow('p99 of the pushes beside a backup (baseline: beside nothing)', {
      ours: p99sOf(measured.ours),
      baseline: measured.calm,
      unit: 'ms',
    }),
  ];
}

interface Beside {
  /** Duration of the work in seconds. */
  readonly elapsed: number;
  /** Milliseconds. */
  readonly p99: number;
}

/** Pushes to a Live until some work is done. */
async function pushBeside(lectern: MeasuredServer, work: () => Promise<unknown>): Promise<Beside> {
  // The system returns the space of a removed file to the disk a while later.
  await delay(SETTLE_MS);
  const live = await lectern.createLive();
  const { promise: ended, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options = { ...pushTo(toPushTarget(live)), url: lectern.url, sampleInt: SAMPLE_MS, duration: 600 };
  const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  const begun = performance.now();
  await work();
  const elapsed = (performance.now() - begun) / 1_000;
  load.stop();
  const { latency, errors, non2xx } = await ended;
  if (errors + non2xx > 0) throw new Error(`${errors} pushes failed, and ${non2xx} were refused`);
  return { elapsed, p99: latency.p99 };
}

function run(words: readonly string[], { folder }: MeasuredServer): Promise<unknown> {
  const [command, ...rest] = onAnyProcessor(words);
  return promisify(execFile)(command!, rest, { env: { ...process.env, LECTERN_DATA_DIR: folder } });
}

/** Fills queues of Lives that are never read, so that the server's memory stays the same. */
function growDatabase(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec('PRAGMA synchronous = NORMAL');
  const pages = database.prepare('SELECT page_count FROM pragma_page_count');
  const insert = database.prepare(
    `INSERT INTO queue_items (live_id, id, rank, book_id, book, chapter, verse, text, translation, revision_id)
     VALUES (?, ?, ?, 1, 'Genesis', 1, 1, ?, 'bench', 'none')`,
  );
  const text = 'x'.repeat(VERSE_CHARACTERS);
  for (let live = 0; Number(pages.get()!.page_count) * PAGE_BYTES < DATABASE_BYTES; live++) {
    database.exec('BEGIN IMMEDIATE');
    for (let rank = 0; rank < ROWS_PER_TRANSACTION; rank++) insert.run(`filler-${live}`, `item-${rank}`, rank, text);
    database.exec('COMMIT');
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

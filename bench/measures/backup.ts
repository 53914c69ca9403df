import { rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchmarkExtent } from '../extent.ts';
import type { BenchmarkServer } from '../lectern-server.ts';
import type { ConcurrentLoad, ConcurrentLoadResult } from '../load/concurrent.ts';
import { median, quantile, round } from '../load/quantile.ts';
import { canPin, runProgram } from '../pinned-process.ts';
import { type ResultRow, toRatioRow } from '../results.ts';

const DATABASE_BYTES = 1_000_000_000;
const PAGE_BYTES = 4096;
const ROWS_PER_TRANSACTION = 20_000;
const VERSE_CHARACTERS = 200;
const LIVES = 32;
/** Pushes of each Live: eight seconds, with some checkpoints, for which the slowest pushes wait. */
const CALM_PUSHES = 60;
const SETTLE_MILLISECONDS = 8_000;
const REQUIRED_SPEED = 0.1;
/** An operator does not notice a push that takes as long. */
const REQUIRED_P99_MILLISECONDS = 50;

/** A backup of a database of 1 GB while pushes go on, against a plain copy of its file that reaches the disk too. */
export async function measureBackup(
  lectern: BenchmarkServer,
  { rounds, folder }: BenchmarkExtent,
): Promise<ResultRow[]> {
  const database = join(lectern.folder, 'lectern.db');
  growDatabase(database);
  const target = join(folder, 'copy');
  const command = fileURLToPath(new URL('../../bin/lectern.mjs', import.meta.url));
  const copyFile = fileURLToPath(new URL('../baselines/copy-file.ts', import.meta.url));
  const env = { LECTERN_DATA_DIR: lectern.folder };
  const lives = await Promise.all(Array.from({ length: LIVES }, () => lectern.createLive()));
  const requests = lives.map((live) => lectern.pushRequest(live));
  const beside = async (words: string[]): Promise<ConcurrentLoadResult> => {
    rmSync(target, { force: true });
    // What was a large file is given back to the disk a while later.
    await delay(SETTLE_MILLISECONDS);
    const options: ConcurrentLoad = {
      port: lectern.port,
      requests,
      calmPushes: CALM_PUSHES,
      command: unpinned(words),
      env,
    };
    return runProgram<ConcurrentLoadResult>('load', './load/beside.ts', options);
  };
  const ours: ConcurrentLoadResult[] = [];
  const copies: ConcurrentLoadResult[] = [];
  for (let index = 0; index < rounds; index++) {
    ours.push(await beside([process.execPath, command, 'backup', '--force', target]));
    copies.push(await beside([process.execPath, copyFile, database, target]));
  }
  rmSync(target, { force: true });
  const bytes = statSync(database).size;
  return [
    toRatioRow(`backup of ${round(bytes / 1e9)} GB beside pushes, against a copy of the file: MB/s`, {
      ours: speed(bytes, ours),
      baseline: speed(bytes, copies),
      toText: (value) => `${Math.round(value)}`,
      atLeast: REQUIRED_SPEED,
    }),
    {
      measure: 'p99 of pushes beside it (calm; times as long)',
      ours: describe(ours),
      baseline: describe(copies),
      ratio: null,
      required: `≤ ${REQUIRED_P99_MILLISECONDS} ms`,
      met: p99(ours, 'besideMilliseconds') <= REQUIRED_P99_MILLISECONDS,
    },
  ];
}

/** Fills queues of Lives that no one reads, so that the server's memory does not change. */
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
    const liveId = `filler-${String(live).padStart(10, '0')}`;
    database.exec('BEGIN IMMEDIATE');
    for (let rank = 0; rank < ROWS_PER_TRANSACTION; rank++) insert.run(liveId, `item-${rank}`, rank, text);
    database.exec('COMMIT');
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

/** The load's own processor is not what a backup is bound to. */
const unpinned = (command: string[]): string[] =>
  canPin ? ['taskset', '-c', `0-${availableParallelism() - 1}`, ...command] : command;

/** Bytes a microsecond, which is MB/s. */
const speed = (bytes: number, results: readonly ConcurrentLoadResult[]): number =>
  bytes / 1000 / median(results.map(({ commandMilliseconds }) => commandMilliseconds));

/** Quantile over the pushes of all rounds. */
const p99 = (results: readonly ConcurrentLoadResult[], name: 'calmMilliseconds' | 'besideMilliseconds') =>
  quantile(
    results.flatMap((result) => result[name]),
    0.99,
  );

function describe(results: readonly ConcurrentLoadResult[]): string {
  const calm = p99(results, 'calmMilliseconds');
  const beside = p99(results, 'besideMilliseconds');
  return `${beside} ms (${calm} ms; × ${round(beside / calm)})`;
}

/**
 * Measures our server against raw baselines in the same run, and writes the table bench/RESULTS.md.
 *
 * Usage: `node bench/run.ts [--only start,reads,…] [--rounds 3] [--seconds 2] [--viewers 5000] [--polls 3000]`.
 * With `--only` the table is printed and the file left alone. Exit 1 when a requirement is not met.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/server/postgres.ts';
import type { BenchmarkExtent } from './extent.ts';
import { type BenchmarkServer, type LecternOptions, startLectern } from './lectern-server.ts';
import { measureAddedCost } from './measures/added-cost.ts';
import { measureBackup } from './measures/backup.ts';
import { measureBookPages } from './measures/book-pages.ts';
import { measureConsole } from './measures/console.ts';
import { measureEditionImport } from './measures/edition-import.ts';
import { measureFanOut } from './measures/fan-out.ts';
import { measureFirstVerse } from './measures/first-verse.ts';
import { measureGroupCommit } from './measures/group-commit.ts';
import { measureGroupCommitPostgres } from './measures/group-commit-postgres.ts';
import { measureHistory } from './measures/history.ts';
import { measurePollsBigQueue } from './measures/long-polls-big-queue.ts';
import { measureLookup } from './measures/lookup.ts';
import { measureNodes, NODES } from './measures/nodes.ts';
import { APPS, measureOauth } from './measures/oauth.ts';
import { measurePolls } from './measures/polls.ts';
import { measurePushes } from './measures/pushes.ts';
import { measureReads } from './measures/reads.ts';
import { measureReconnect } from './measures/reconnect.ts';
import { measureRotation } from './measures/rotation.ts';
import { measureSearch } from './measures/search.ts';
import { measureStart } from './measures/start.ts';
import { measureSteps, TRANSLATIONS } from './measures/steps.ts';
import { measureWorkspace } from './measures/workspace.ts';
import { canPin } from './pinned-process.ts';
import { type ResultRow, toMarkdown, writeResults } from './results.ts';

// Each measure has a server of its own, so that none is measured in the state another has left.
const measures: Record<string, (extent: BenchmarkExtent) => Promise<ResultRow[]>> = {
  start: measureStart,
  reads: (extent) => onSqlite((lectern) => measureReads(lectern, extent)),
  pushes: (extent) => onSqlite((lectern) => measurePushes(lectern, extent)),
  'added-cost': (extent) =>
    onLectern({ program: './baselines/lectern-twins.ts' }, (lectern) => measureAddedCost(lectern, extent)),
  oauth: (extent) =>
    onLectern({ apps: APPS }, (lectern) =>
      onLectern({ apps: 1, program: './baselines/unchecked-lectern.ts' }, (unchecked) =>
        measureOauth(lectern, unchecked, extent),
      ),
    ),
  steps: (extent) => onLectern({ editions: TRANSLATIONS }, (lectern) => measureSteps(lectern, extent)),
  rotation: (extent) => onSqlite((lectern) => measureRotation(lectern, extent)),
  'group-commit': (extent) => onSqlite((lectern) => measureGroupCommit(lectern, extent)),
  'group-commit-postgres': (extent) =>
    onPostgres(1, (lectern, url) => measureGroupCommitPostgres(lectern, extent, url)),
  fan: (extent) => fromCommit((lectern) => measureFanOut(lectern, extent)),
  polls: (extent) => fromCommit((lectern) => measurePolls(lectern, extent)),
  'long-polls-big-queue': (extent) => fromCommit((lectern) => measurePollsBigQueue(lectern, extent)),
  storm: (extent) => onSqlite((lectern) => measureReconnect(lectern, extent)),
  history: () => onSqlite(measureHistory),
  backup: (extent) => onSqlite((lectern) => measureBackup(lectern, extent)),
  'edition-import': measureEditionImport,
  'book-pages': measureBookPages,
  search: measureSearch,
  lookup: measureLookup,
  'first-verse': measureFirstVerse,
  console: measureConsole,
  workspace: measureWorkspace,
  nodes: (extent) => onPostgres(NODES, (lectern) => measureNodes(lectern, extent)),
};
const names = Object.keys(measures);

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: names.join(',') },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    viewers: { type: 'string', default: '5000' },
    polls: { type: 'string', default: '3000' },
  },
});
const chosen = values.only.split(',');
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`--only knows ${names.join(', ')}, not ${unknown.join(', ')}`);

const extent: BenchmarkExtent = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  viewers: Number(values.viewers),
  polls: Number(values.polls),
  folder: mkdtempSync(join(tmpdir(), 'lectern-bench-')),
};
const rows: ResultRow[] = [];
try {
  for (const name of chosen) rows.push(...(await measures[name]!(extent)));
} finally {
  rmSync(extent.folder, { recursive: true, force: true });
}
const markdown = toMarkdown(rows, { rounds: extent.rounds, pinned: canPin });
console.log(markdown);
if (chosen.length === names.length) writeResults(markdown);
if (rows.some(({ met }) => !met)) process.exitCode = 1;

function onSqlite<Result>(measure: (lectern: BenchmarkServer) => Promise<Result>): Promise<Result> {
  return onLectern({}, measure);
}

/** For what begins with the commit. */
function fromCommit(measure: (lectern: BenchmarkServer) => Promise<ResultRow[]>): Promise<ResultRow[]> {
  return onLectern({ waitsForDisk: false }, measure);
}

/** On a PostgreSQL of its own, whose commits reach the disk. */
async function onPostgres(nodes: number, measure: (lectern: BenchmarkServer, url: string) => Promise<ResultRow[]>) {
  const postgres = await startPostgres({ durable: true });
  // It never keeps a process alive, and at its end nothing else may.
  const alive = setInterval(() => {}, 60_000);
  try {
    return await onLectern({ databaseUrl: postgres.url, nodes }, (lectern) => measure(lectern, postgres.url));
  } finally {
    await postgres.stop();
    clearInterval(alive);
  }
}

async function onLectern<Result>(options: LecternOptions, measure: (lectern: BenchmarkServer) => Promise<Result>) {
  const lectern = await startLectern(options);
  try {
    return await measure(lectern);
  } finally {
    await lectern.stop();
  }
}

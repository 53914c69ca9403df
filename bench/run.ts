/**
 * Measures our server against raw baselines in the same run, and writes the table bench/RESULTS.md.
 *
 * Usage: `node bench/run.ts [--only start,reads,pushes,fan] [--rounds 3] [--seconds 4] [--viewers 2000]`.
 * With `--only` the table is printed and the file left alone. Exit 1 when a requirement is not met.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Extent } from './extent.ts';
import { type LecternServer, startLectern } from './lectern-server.ts';
import { measureFan } from './measures/fan.ts';
import { measurePushes } from './measures/pushes.ts';
import { measureReads } from './measures/reads.ts';
import { measureStart } from './measures/start.ts';
import { canPin } from './pinned-process.ts';
import { type Row, toMarkdown, writeResults } from './results.ts';

const NAMES = ['start', 'reads', 'pushes', 'fan'];

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: NAMES.join(',') },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    viewers: { type: 'string', default: '2000' },
  },
});
const chosen = values.only.split(',');
const unknown = chosen.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) throw new Error(`--only knows ${NAMES.join(', ')}, not ${unknown.join(', ')}`);

const extent: Extent = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  viewers: Number(values.viewers),
  folder: mkdtempSync(join(tmpdir(), 'lectern-bench-')),
};
const onOwnServer = (measure: (lectern: LecternServer, extent: Extent) => Promise<Row[]>) => async () => {
  const lectern = await startLectern();
  try {
    return await measure(lectern, extent);
  } finally {
    await lectern.stop();
  }
};
// Each measure has a server of its own, so that none is measured in the state another has left.
const measures: Record<string, () => Promise<Row[]>> = {
  start: () => measureStart(extent),
  reads: onOwnServer(measureReads),
  pushes: onOwnServer(measurePushes),
  fan: onOwnServer(measureFan),
};
const rows: Row[] = [];
try {
  for (const name of chosen) rows.push(...(await measures[name]!()));
} finally {
  rmSync(extent.folder, { recursive: true, force: true });
}
const markdown = toMarkdown(rows, { rounds: extent.rounds, pinned: canPin });
console.log(markdown);
if (chosen.length === NAMES.length) writeResults(markdown);
if (rows.some(({ met }) => !met)) process.exitCode = 1;

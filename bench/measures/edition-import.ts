import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readStarterEdition } from '../../src/editions/starter.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { type ProcessCost, runFresh } from '../load/fresh-process.ts';
import { median, round } from '../load/quantile.ts';
import { type Markup, writeUsfmBible } from '../load/usfm-bible.ts';
import { type ResultRow, toRoundsRow } from '../results.ts';

const TIMES_AS_LONG_MAX = 3;
/** Each takes a second or two, of which the machine may take half away. */
const MORE_ROUNDS = 4;
const PEAK_MAX_MEBIBYTES = 400;
const MARKUPS: readonly Markup[] = ['plain', 'with word attributes'];
const COMMAND = fileURLToPath(new URL('../../bin/lectern.mjs', import.meta.url));
const PARSER = fileURLToPath(new URL('../baselines/usfm-parser.ts', import.meta.url));

/**
 * `edition import` of a whole Bible as USFM, with its search index on SQLite, against the parser alone on the same
 * files.
 */
export async function measureEditionImport({ rounds, folder }: BenchmarkExtent): Promise<ResultRow[]> {
  const { books } = await readStarterEdition();
  const data = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const env = { LECTERN_DATA_DIR: data, LECTERN_STARTER: 'off' };
  const rows: ResultRow[] = [];
  try {
    // Makes the database, and what is compiled once after an installation.
    await runFresh([COMMAND, 'edition', 'list'], env);
    for (const [index, markup] of MARKUPS.entries()) {
      const bible = join(folder, `bible-${index}`);
      const bytes = writeUsfmBible(bible, books, markup);
      const ours: ProcessCost[] = [];
      const parser: ProcessCost[] = [];
      for (let round = 0; round < rounds + MORE_ROUNDS; round++) {
        const slug = `bible-${index}-${round}`;
        ours.push(await runFresh([COMMAND, 'edition', 'import', bible, '--slug', slug, '--language', 'en'], env));
        parser.push(await runFresh([PARSER, bible]));
      }
      const name = `${(bytes / 1e6).toFixed(1)} MB of USFM, ${markup}`;
      rows.push(...toRows(name, ours, parser));
    }
    return rows;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

function toRows(name: string, ours: readonly ProcessCost[], parser: readonly ProcessCost[]): ResultRow[] {
  const of = (costs: readonly ProcessCost[], field: keyof ProcessCost) => costs.map((cost) => cost[field]);
  const note = (costs: readonly ProcessCost[]) => `${round(median(of(costs, 'cpuSeconds')))} s of CPU time`;
  const peak = Math.max(...ours.map(({ peakMebibytes }) => peakMebibytes));
  return [
    toRoundsRow(`edition import, ${name} (baseline: the parser alone)`, {
      ours: of(ours, 'seconds'),
      baseline: of(parser, 'seconds'),
      toText: (seconds) => `${round(seconds)} s`,
      notes: [note(ours), note(parser)],
      atMost: TIMES_AS_LONG_MAX,
    }),
    {
      measure: 'the most memory that it takes',
      ours: `${Math.round(peak)} MiB`,
      baseline: `${Math.round(median(of(parser, 'peakMebibytes')))} MiB`,
      ratio: null,
      required: `≤ ${PEAK_MAX_MEBIBYTES} MiB`,
      met: peak <= PEAK_MAX_MEBIBYTES,
    },
  ];
}

/**
 * Measures our server against raw baselines in the same run.
 *
 * Usage: `npm run bench -- [MEASURE…] [--rounds 3] [--seconds 2] [--viewers 2000] [--polls 2000]`. Measures all without
 * a name, and then writes RESULTS.md. Exit 1 when a requirement is not met.
 */
import { parseArgs } from 'node:util';
import { measureBackup } from './measures/backup.ts';
import { measureConsole } from './measures/console.ts';
import { measureFanOut } from './measures/fan-out.ts';
import { measureImports } from './measures/imports.ts';
import { measureLookup } from './measures/lookup.ts';
import { measurePolls } from './measures/polls.ts';
import { measurePushes } from './measures/pushes.ts';
import { measureReads } from './measures/reads.ts';
import { measureStart } from './measures/start.ts';
import { measureSteps } from './measures/steps.ts';
import { type Extent, type ResultRow, toMarkdown, writeResults } from './results.ts';

// Each measure has servers of its own, so that none is measured in the state that another has left.
const measures: Record<string, (extent: Extent) => Promise<ResultRow[]>> = {
  start: measureStart,
  reads: measureReads,
  pushes: measurePushes,
  fan: measureFanOut,
  polls: measurePolls,
  steps: measureSteps,
  console: measureConsole,
  lookup: measureLookup,
  imports: measureImports,
  backup: measureBackup,
};
const names = Object.keys(measures);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    viewers: { type: 'string', default: '2000' },
    polls: { type: 'string', default: '2000' },
  },
});
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`There is no measure ${unknown.join(', ')}. Name some of ${names.join(', ')}.`);

const extent: Extent = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  viewers: Number(values.viewers),
  polls: Number(values.polls),
};
const rows: ResultRow[] = [];
for (const name of positionals.length > 0 ? positionals : names) {
  process.stderr.write(`measuring ${name}\n`);
  rows.push(...(await measures[name]!(extent)));
}
const markdown = toMarkdown(rows, extent);
console.log(markdown);
if (positionals.length === 0) writeResults(markdown);
if (rows.some(({ met }) => !met)) process.exitCode = 1;

import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { median, medianRatio } from './load/quantile.ts';

/**
 * One line of the table of results; figures carry their units. `baseline` and `ratio` are null where a limit is
 * absolute.
 */
export type ResultRow = {
  measure: string;
  ours: string;
  baseline: string | null;
  ratio: number | null;
  required: string;
  met: boolean;
};

type Comparison<Value = number> = {
  ours: Value;
  baseline: Value;
  /** Where it is not that of the two. */
  ratio?: number;
  toText(value: number): string;
  /** Notes on ours and on the baseline. */
  notes?: [string, string];
  /** Neither of these: the line is reported, and requires nothing. */
  atMost?: number;
  atLeast?: number;
};

/** A line whose requirement, if it has one, is the ratio of ours to the baseline. */
export function toRatioRow(measure: string, comparison: Comparison): ResultRow {
  const { ours, baseline, ratio = ours / baseline, toText, notes, atMost, atLeast } = comparison;
  const text = (value: number, note?: string) => (note ? `${toText(value)} (${note})` : toText(value));
  let [required, met] = ['none', true];
  if (atMost !== undefined) [required, met] = [`≤ ${atMost}`, ratio <= atMost];
  if (atLeast !== undefined) [required, met] = [`≥ ${atLeast}`, ratio >= atLeast];
  return { measure, ours: text(ours, notes?.[0]), baseline: text(baseline, notes?.[1]), ratio, required, met };
}

/** Returns a row for one value per round: the medians, and the median of the rounds' ratios. */
export function toRoundsRow(measure: string, { ours, baseline, ...rest }: Comparison<readonly number[]>): ResultRow {
  const ratio = medianRatio(ours, baseline);
  return toRatioRow(measure, { ours: median(ours), baseline: median(baseline), ratio, ...rest });
}

export type RunConditions = { rounds: number; pinned: boolean };

export function toMarkdown(rows: readonly ResultRow[], { rounds, pinned }: RunConditions): string {
  const processors = cpus();
  const place = pinned
    ? 'server and baseline on processor 0, load on processor 1'
    : 'not pinned to processors (no taskset, or one processor): read throughputs with doubt';
  return [
    '# Results',
    '',
    'Written by `node bench/run.ts`; `bench/README.md` says what each line means.',
    '',
    `- Machine: ${processors.length} × ${processors[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}`,
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Node ${process.version}`,
    `- Medians of ${rounds} alternating rounds over loopback; ${place}`,
    '',
    '| measure | ours | baseline | ratio | required | met |',
    '|---|---|---|---|---|---|',
    ...rows.map(({ measure, ours, baseline, ratio, required, met }) =>
      row(measure, ours, baseline ?? '–', ratio?.toFixed(2) ?? '–', required, met ? 'yes' : '**no**'),
    ),
    '',
  ].join('\n');
}

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

export function writeResults(markdown: string): void {
  writeFileSync(fileURLToPath(new URL('./RESULTS.md', import.meta.url)), markdown);
}

/** Returns the row of a value that must not exceed a bound. */
export function atMost(measure: string, value: number, most: number, unit: string, note?: string): ResultRow {
  const digits = unit === 's' ? 2 : 0;
  return {
    measure,
    ours: `${value.toFixed(digits)} ${unit}${note ? ` (${note})` : ''}`,
    baseline: null,
    ratio: null,
    required: `≤ ${most} ${unit}`,
    met: value <= most,
  };
}

import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { createHistogram } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { isPinned } from './programs.ts';

/** How much a run measures. */
export interface Extent {
  readonly rounds: number;
  /** Duration of each round of requests. */
  readonly seconds: number;
  readonly viewers: number;
  readonly polls: number;
}

/** A line of the table of results. */
export interface ResultRow {
  readonly cells: readonly string[];
  readonly met: boolean;
}

interface Figures {
  /** One value for each round. */
  readonly ours: readonly number[];
  readonly baseline?: readonly number[];
  readonly unit: string;
  /** Notes on ours and on the baseline. */
  readonly notes?: readonly [ours: string, baseline?: string];
  /** Largest value, or bounds of the ratio. Without any, the row is only reported. */
  readonly most?: number;
  readonly ratioMost?: number;
  readonly ratioLeast?: number;
}

/** Returns a percentile of values, to three digits. */
export function percentile(values: readonly number[], percent: number): number {
  const histogram = createHistogram();
  // It takes whole numbers from 1.
  for (const value of values) histogram.record(1 + Math.round(value * 1_000));
  return (histogram.percentile(percent) - 1) / 1_000;
}

export const median = (values: readonly number[]): number => percentile(values, 50);

/** Returns a number for people. */
export const toText = (value: number): string => String(Number(Number(value.toPrecision(3)).toFixed(2)));

/**
 * Returns the row of a measure: the medians of the rounds, and the median of their ratios, since a machine that becomes
 * slower slows down both of a round.
 */
export function toRow(
  measure: string,
  { unit, notes = [''], most, ratioMost, ratioLeast, ...values }: Figures,
): ResultRow {
  const ours = median(values.ours);
  const ratio = values.baseline && median(values.ours.map((value, round) => value / values.baseline![round]!));
  const requirements: [text: string, met: boolean][] = [];
  if (most !== undefined) requirements.push([`≤ ${most} ${unit}`, ours <= most]);
  if (ratioMost !== undefined) requirements.push([`ratio ≤ ${ratioMost}`, ratio! <= ratioMost]);
  if (ratioLeast !== undefined) requirements.push([`ratio ≥ ${ratioLeast}`, ratio! >= ratioLeast]);
  const met = requirements.every((requirement) => requirement[1]);
  const toCell = (value: number, note = '') => `${toText(value)} ${unit}${note && ` (${note})`}`;
  return {
    cells: [
      measure,
      toCell(ours, notes[0]),
      values.baseline ? toCell(median(values.baseline), notes[1]) : '–',
      ratio?.toFixed(2) ?? '–',
      requirements.map(([text]) => text).join(', ') || 'none',
      met ? 'yes' : '**no**',
    ],
    met,
  };
}

export function toMarkdown(rows: readonly ResultRow[], { rounds }: Extent): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const place = isPinned ? 'servers on processor 0, load and browser on processor 1' : 'not pinned to processors';
  return [
    '# Results',
    '',
    'Written by `npm run bench`; [README.md](README.md) says what each line means.',
    '',
    `- Machine: ${processors.length} × ${processors[0]?.model.trim()}, ${memory} GiB, ${type()} ${release()}`,
    `- Date: ${new Date().toISOString().slice(0, 10)}`,
    `- Node ${process.version}`,
    `- Medians of ${rounds} alternating rounds over loopback; ${place}`,
    '',
    '| measure | ours | baseline | ratio | required | met |',
    '|---|---|---|---|---|---|',
    ...rows.map(({ cells }) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n');
}

export const writeResults = (markdown: string): void =>
  writeFileSync(fileURLToPath(new URL('./RESULTS.md', import.meta.url)), markdown);

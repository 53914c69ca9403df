import { setTimeout as delay } from 'node:timers/promises';
import { startMeasuredServer } from '../lectern.ts';
import { type Program, startProgram } from '../programs.ts';
import { type Extent, type ResultRow, toRow } from '../results.ts';

const START_MAX_SECONDS = 1.5;
const IDLE_MAX_MEBIBYTES = 150;
const IDLE_MS = 5_000;

/** Measures the time from the start of the process to 200 at /readyz, and the memory of the idle server. */
export async function measureStart({ rounds }: Extent): Promise<ResultRow[]> {
  const ours = { seconds: [] as number[], mebibytes: [] as number[] };
  const raw = { seconds: [] as number[], mebibytes: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    await measureOne(ours, startMeasuredServer);
    await measureOne(raw, () => startProgram('./baselines/raw-stream.ts'));
  }
  return [
    toRow('start to /readyz', {
      ours: ours.seconds,
      baseline: raw.seconds,
      unit: 's',
      most: START_MAX_SECONDS,
    }),
    toRow('resident memory when idle', {
      ours: ours.mebibytes,
      baseline: raw.mebibytes,
      unit: 'MiB',
      most: IDLE_MAX_MEBIBYTES,
    }),
  ];
}

async function measureOne(figures: { seconds: number[]; mebibytes: number[] }, start: () => Promise<Program>) {
  await using program = await start();
  figures.seconds.push(program.startSeconds);
  await delay(IDLE_MS);
  figures.mebibytes.push(program.readMemory() / 1_024);
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchmarkExtent } from '../extent.ts';
import { startInstallation } from '../lectern-server.ts';
import { readResidentKibibytes } from '../load/process-cost.ts';
import { median } from '../load/quantile.ts';
import type { ResultRow } from '../results.ts';

const START_MAX_SECONDS = 1.5;
const IDLE_MAX_MEBIBYTES = 150;
const IDLE_MILLISECONDS = 5_000;

/** From the start of the process to 200 at /readyz on an installed database, and the memory of the idle server. */
export async function measureStart({ rounds }: BenchmarkExtent): Promise<ResultRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  try {
    const first = await startInstallation(folder, {});
    await first.stop();
    const seconds: number[] = [];
    const mebibytes: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const startedAt = performance.now();
      const server = await startInstallation(folder, {});
      seconds.push((performance.now() - startedAt) / 1000);
      await delay(IDLE_MILLISECONDS);
      mebibytes.push((readResidentKibibytes(server.pid) ?? Number.NaN) / 1024);
      await server.stop();
    }
    return [
      toRow('start to /readyz', median(seconds), START_MAX_SECONDS, 's'),
      toRow('resident memory when idle', median(mebibytes), IDLE_MAX_MEBIBYTES, 'MiB'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toRow(measure: string, value: number, limit: number, unit: string): ResultRow {
  const ours = `${value.toPrecision(3)} ${unit}`;
  return { measure, ours, baseline: null, ratio: null, required: `≤ ${limit} ${unit}`, met: value <= limit };
}

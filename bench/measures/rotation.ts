import type { BenchmarkExtent } from '../extent.ts';
import type { BenchmarkServer } from '../lectern-server.ts';
import type { RotationLoad, RotationLoadResult } from '../load/rotation.ts';
import { runProgram } from '../pinned-process.ts';
import type { ResultRow } from '../results.ts';

const VIEWERS = 1_000;
const GONE_MAX_MILLISECONDS = 1_000;

/** How long viewers who came in by the old secret see anything after its rotation: the worst round. */
export async function measureRotation(lectern: BenchmarkServer, { rounds }: BenchmarkExtent): Promise<ResultRow[]> {
  let worst = 0;
  for (let round = 0; round < rounds; round++) {
    const { goneMilliseconds } = await runProgram<RotationLoadResult>('load', './load/rotation.ts', {
      port: lectern.port,
      liveId: await lectern.createLive(),
      viewers: VIEWERS,
      authorization: lectern.authorization,
    } satisfies RotationLoad);
    worst = Math.max(worst, goneMilliseconds);
  }
  return [
    {
      measure: `from a rotation of the secret to the end of the last of ${VIEWERS} streams`,
      ours: `${worst} ms`,
      baseline: null,
      ratio: null,
      required: `≤ ${GONE_MAX_MILLISECONDS} ms`,
      met: worst <= GONE_MAX_MILLISECONDS,
    },
  ];
}

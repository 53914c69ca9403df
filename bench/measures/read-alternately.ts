import type { HttpLoad, HttpLoadResult, HttpTarget } from '../load/http.ts';
import { runProgram } from '../pinned-process.ts';

/** Reads from both servers in turn. Throws where an answer has another status. */
export async function readAlternately(
  pair: readonly [ours: HttpTarget, baseline: HttpTarget],
  status: 200 | 304,
  turns: number,
): Promise<[ours: HttpLoadResult, baseline: HttpLoadResult]> {
  const options: HttpLoad = { targets: [...pair], turns };
  const results = await runProgram<[HttpLoadResult, HttpLoadResult]>('load', './load/http.ts', options);
  results.forEach(({ statuses }, at) => {
    if (Object.keys(statuses).join() !== String(status)) {
      throw new Error(`${pair[at]!.path}: ${JSON.stringify(statuses)}`);
    }
  });
  return results;
}

import type { BenchmarkExtent } from '../extent.ts';
import type { BenchmarkServer } from '../lectern-server.ts';
import type { PollLoad, PollLoadResult } from '../load/polls.ts';
import { median } from '../load/quantile.ts';
import { runProgram } from '../pinned-process.ts';
import type { ResultRow } from '../results.ts';
import { countPollFaults } from './polls.ts';

const REQUIRED_MILLISECONDS = 25;
export const NODES = 3;
const LIVES = 50;
/** 100 changes a second in all, for 4 s. */
const GAP_MILLISECONDS = 10;
const CHANGES = 8;
const WARM_CHANGES = 2;

/** Pushes on the first node, polls on each of the others: from push to the last byte of an answer. */
export async function measureNodes(lectern: BenchmarkServer, { rounds }: BenchmarkExtent): Promise<ResultRow[]> {
  const [port, ...pollPorts] = lectern.ports as [number, ...number[]];
  const results: PollLoadResult[] = [];
  for (let round = 0; round < rounds; round++) {
    const lives: PollLoad['lives'] = [];
    while (lives.length < LIVES) {
      const id = await lectern.createLive();
      lives.push({ path: lectern.eventsPath(id), change: lectern.pushRequest(id) });
    }
    const options: PollLoad = {
      port,
      pollPorts,
      lives,
      polls: LIVES * pollPorts.length,
      headers: lectern.authorization,
      changes: CHANGES,
      warmChanges: WARM_CHANGES,
      gapMilliseconds: GAP_MILLISECONDS,
    };
    results.push(await runProgram<PollLoadResult>('load', './load/polls.ts', options));
  }
  const of = (name: 'p50Milliseconds' | 'p99Milliseconds') => median(results.map((result) => result[name]));
  const faults = results.reduce((sum, result) => sum + countPollFaults(result), 0);
  const answers = results.reduce((sum, result) => sum + result.answers, 0);
  return [
    {
      measure: `${NODES} nodes: push on one, poll answered on another, ${1000 / GAP_MILLISECONDS} changes a second, p99`,
      ours: `${of('p99Milliseconds')} ms (p50 ${of('p50Milliseconds')} ms)`,
      baseline: null,
      ratio: null,
      required: `≤ ${REQUIRED_MILLISECONDS} ms`,
      met: of('p99Milliseconds') <= REQUIRED_MILLISECONDS,
    },
    {
      measure: `polls on another node that missed a change, were refused or cut off, of ${answers} answers`,
      ours: `${faults}`,
      baseline: null,
      ratio: null,
      required: '0',
      met: faults === 0,
    },
  ];
}

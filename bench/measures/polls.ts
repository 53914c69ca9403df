import type { BenchmarkExtent } from '../extent.ts';
import type { BenchmarkServer } from '../lectern-server.ts';
import type { PollLoad, PollLoadResult } from '../load/polls.ts';
import { median, round } from '../load/quantile.ts';
import { runProgram } from '../pinned-process.ts';
import { recordPollAnswers, startRawPolls } from '../raw-polls-server.ts';
import { type ResultRow, toRatioRow } from '../results.ts';

const REQUIRED_DELAY = 1.5;
const REQUIRED_MEMORY = 2;
const REQUIRED_IDLE_PERCENT = 5;
export const POLLED_LIVES = 200;
const CHANGES = 2;
const WARM_CHANGES = 1;
/** The longest wait of a poll, so that each includes one heartbeat. */
const IDLE_SECONDS = 25;

/**
 * Many waiting polls, 50 on each Live, whose Lives are changed in turn, against node:http parking and answering the
 * same bytes.
 */
export async function measurePolls(
  lectern: BenchmarkServer,
  { rounds, polls, folder }: BenchmarkExtent,
): Promise<ResultRow[]> {
  const recorded = await recordPollAnswers(lectern, await lectern.createLive(), WARM_CHANGES + CHANGES);
  const ours: PollLoadResult[] = [];
  const baseline: PollLoadResult[] = [];
  for (let index = 0; index < rounds; index++) {
    const { authorization: headers } = lectern;
    const extent = { headers, polls, changes: CHANGES, warmChanges: WARM_CHANGES };
    // What an idle poll costs hardly varies, and takes long to see. By the last round, ours has compiled what it needs
    // for it.
    const idleSeconds = index === rounds - 1 ? IDLE_SECONDS : 0;
    const { port, pid } = lectern;
    ours.push(await load({ ...extent, port, pid, idleSeconds, lives: await createPolledLives(lectern) }));
    const raw = await startRawPolls(recorded, folder);
    try {
      const lives = raw.lives(POLLED_LIVES);
      baseline.push(await load({ ...extent, port: raw.port, pid: raw.pid, idleSeconds, lives }));
    } finally {
      await raw.stop();
    }
  }
  const crowd = `${polls} polls on ${POLLED_LIVES} Lives`;
  return [
    toDelayRow(crowd, ours, baseline),
    toCostRow(ours, baseline),
    toMemoryRow(ours, baseline),
    toIdleRow(polls, ours, baseline),
    toFaultsRow(ours),
  ];
}

export async function createPolledLives(lectern: BenchmarkServer): Promise<PollLoad['lives']> {
  const lives: PollLoad['lives'] = [];
  while (lives.length < POLLED_LIVES) {
    const id = await lectern.createLive();
    lives.push({ path: lectern.eventsPath(id), change: lectern.pushRequest(id) });
  }
  return lives;
}

const load = (options: PollLoad) => runProgram<PollLoadResult>('load', './load/polls.ts', options);

function toDelayRow(crowd: string, ours: PollLoadResult[], baseline: PollLoadResult[]): ResultRow {
  const p99 = (results: PollLoadResult[]) => median(results.map(({ p99Milliseconds }) => p99Milliseconds));
  const p50 = (results: PollLoadResult[]) =>
    `p50 ${median(results.map(({ p50Milliseconds }) => p50Milliseconds))} ms, ${results[0]!.bytesPerAnswer} bytes`;
  return toRatioRow(`from push to the last byte of a poll's answer, p99, ${crowd}`, {
    ours: p99(ours),
    baseline: p99(baseline),
    toText: (value) => `${value} ms`,
    notes: [p50(ours), p50(baseline)],
    atMost: REQUIRED_DELAY,
  });
}

function toCostRow(ours: PollLoadResult[], baseline: PollLoadResult[]): ResultRow {
  const cost = (results: PollLoadResult[]) =>
    median(results.map(({ serverMicrosecondsPerAnswer }) => serverMicrosecondsPerAnswer ?? Number.NaN));
  return toRatioRow('CPU time per answer with its next poll (and a 50th of the push)', {
    ours: cost(ours),
    baseline: cost(baseline),
    toText: (value) => `${value} µs`,
  });
}

/** The first round's: later ones reuse what the process has kept. */
function toMemoryRow([ours]: PollLoadResult[], [baseline]: PollLoadResult[]): ResultRow {
  return toRatioRow('memory per waiting poll', {
    ours: ours?.residentKibibytesPerPoll ?? Number.NaN,
    baseline: baseline?.residentKibibytesPerPoll ?? Number.NaN,
    toText: (value) => `${value} KiB`,
    atMost: REQUIRED_MEMORY,
  });
}

function toIdleRow(polls: number, ours: PollLoadResult[], baseline: PollLoadResult[]): ResultRow {
  const idle = (results: PollLoadResult[]) => results.at(-1)?.idle;
  const percent = (results: PollLoadResult[]) => (idle(results)?.serverBusy ?? Number.NaN) * 100;
  const text = (results: PollLoadResult[]) =>
    `${round(percent(results))} % (${idle(results)?.heartbeats} heartbeats in ${IDLE_SECONDS} s)`;
  return {
    measure: `share of a processor for ${polls} idle polls`,
    ours: text(ours),
    baseline: text(baseline),
    ratio: percent(ours) / percent(baseline),
    required: `≤ ${REQUIRED_IDLE_PERCENT} %`,
    met: percent(ours) <= REQUIRED_IDLE_PERCENT,
  };
}

function toFaultsRow(ours: PollLoadResult[]): ResultRow {
  const faults = ours.reduce((sum, result) => sum + countPollFaults(result), 0);
  const answers = ours.reduce((sum, result) => sum + result.answers, 0);
  return {
    measure: `polls that missed a change, were refused, cut off or answered twice, of ${answers} answers`,
    ours: `${faults}`,
    baseline: null,
    ratio: null,
    required: '0',
    met: faults === 0,
  };
}

export function countPollFaults({ lost, repeated, broken, refused }: PollLoadResult): number {
  return Object.values(refused).reduce((sum, count) => sum + count, lost + repeated + broken);
}

import type { BenchmarkExtent } from '../extent.ts';
import { type BenchmarkServer, EDITION } from '../lectern-server.ts';
import type { PollLoad, PollLoadResult } from '../load/polls.ts';
import { median, round } from '../load/quantile.ts';
import { runProgram } from '../pinned-process.ts';
import { recordPollAnswers, startRawPolls } from '../raw-polls-server.ts';
import { type ResultRow, toRatioRow } from '../results.ts';

const REQUIRED_DELAY = 1.5;
/** A copy for each poll would be 1; what the garbage collector leaves lying is some of this. */
const REQUIRED_COPIES = 0.25;
const POLLS = 50;
const FEW_POLLS = 5;
const CHANGES = 2;
const WARM_CHANGES = 1;
/** From one change to the next: enough to send them all. */
const GAP_MILLISECONDS = 1_000;

/**
 * A change of a Live with a long queue, whose answers hold all of it, to its 50 polls: until the last byte of the last
 * one, against node:http sending the same bytes; and whether the memory grows with the polls.
 */
export async function measurePollsBigQueue(
  lectern: BenchmarkServer,
  { rounds, folder }: BenchmarkExtent,
): Promise<ResultRow[]> {
  const createLive = async () => {
    const liveId = await lectern.createLive();
    await lectern.fillQueue(liveId);
    return liveId;
  };
  const recorded = await recordPollAnswers(lectern, await createLive(), WARM_CHANGES + CHANGES);
  const raw = await startRawPolls(recorded, folder);
  const poll = async (polls: number) => {
    const liveId = await createLive();
    const lives = [{ path: lectern.eventsPath(liveId), change: lectern.pushRequest(liveId) }];
    return await load({ ...extent, port: lectern.port, pid: lectern.pid, lives, polls });
  };
  const extent = {
    headers: lectern.authorization,
    changes: CHANGES,
    warmChanges: WARM_CHANGES,
    gapMilliseconds: GAP_MILLISECONDS,
  };
  const few: PollLoadResult[] = [];
  const ours: PollLoadResult[] = [];
  const baseline: PollLoadResult[] = [];
  try {
    for (let index = 0; index < rounds; index++) {
      few.push(await poll(FEW_POLLS));
      ours.push(await poll(POLLS));
      baseline.push(await load({ ...extent, port: raw.port, pid: raw.pid, lives: raw.lives(1), polls: POLLS }));
    }
    return [toDelayRow(ours, baseline), toMemoryRow(few, ours, baseline)];
  } finally {
    await raw.stop();
  }
}

const load = (options: PollLoad) => runProgram<PollLoadResult>('load', './load/polls.ts', options);

function toDelayRow(ours: PollLoadResult[], baseline: PollLoadResult[]): ResultRow {
  const last = (results: PollLoadResult[]) => median(results.map(({ lastPollMilliseconds }) => lastPollMilliseconds));
  const note = (results: PollLoadResult[]) => {
    const cost = median(results.map(({ serverMicrosecondsPerAnswer }) => serverMicrosecondsPerAnswer ?? Number.NaN));
    return `${POLLS} × ${results[0]!.bytesPerAnswer} bytes, ${cost} µs of CPU time each`;
  };
  return toRatioRow(`from push to the last byte of its last poll, queue of ${EDITION.fillingVerses}`, {
    ours: last(ours),
    baseline: last(baseline),
    toText: (value) => `${value} ms`,
    notes: [note(ours), note(baseline)],
    atMost: REQUIRED_DELAY,
  });
}

function toMemoryRow(few: PollLoadResult[], many: PollLoadResult[], baseline: PollLoadResult[]): ResultRow {
  const growth = (results: PollLoadResult[]) =>
    median(results.map(({ peakGrowthMebibytes }) => peakGrowthMebibytes ?? Number.NaN));
  const copies = ((growth(many) - growth(few)) * 2 ** 20) / ((POLLS - FEW_POLLS) * many[0]!.bytesPerAnswer);
  return {
    measure: `how much the memory grows while ${POLLS} such polls are answered; how much of it for each poll more than ${FEW_POLLS}`,
    ours: `${growth(many)} MiB; ${round(copies)} of an answer (${growth(few)} MiB with ${FEW_POLLS})`,
    baseline: `${growth(baseline)} MiB`,
    ratio: null,
    required: `≤ ${REQUIRED_COPIES} of an answer`,
    met: copies <= REQUIRED_COPIES,
  };
}

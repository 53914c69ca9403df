import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Program } from '../programs.ts';
import { percentile } from '../results.ts';
import { SAMPLE_MS } from './requests.ts';

const WAIT_SECONDS = 25;
/** Time in which all polls connect. */
const SETTLE_MS = 3_000;
const GAP_MS = 10;
const STRAGGLERS_MAX_MS = 5_000;

/** A Live that is polled. */
export interface PolledLive {
  readonly path: string;
  readonly headers: Record<string, string>;
  change(): Promise<unknown>;
}

/** Figures of the changes that were measured. */
export interface PollFigures {
  /** From before the change was sent until a response was read. */
  readonly p50: number;
  readonly p99: number;
  /** CPU time for each response, in microseconds, with the next poll and a share of the change. */
  readonly cpu: number;
  /** Memory of each waiting poll in KiB. */
  readonly memory: number;
  readonly responses: number;
  readonly bytes: number;
  /** Responses of another status or without news, connections that broke, and polls that missed the last change. */
  readonly faults: number;
}

interface Event {
  readonly type: string;
  readonly sequence: number;
  readonly cursor: string;
}

/**
 * Holds polls on Lives, and changes each Live once before the measurement and `changes` times in it, one Live after
 * another. A poll with a response is sent again at once with its cursor, as a client does.
 */
export async function holdPolls(
  program: Program,
  lives: readonly PolledLive[],
  { polls, changes }: { polls: number; changes: number },
): Promise<PollFigures> {
  const states = await Promise.all(
    lives.map(async (live) => {
      const response = await fetch(program.url + live.path, { headers: live.headers });
      return { live, first: (await response.json()) as Event, sentAt: new Map<number, number>() };
    }),
  );
  const before = program.readMemory();
  const delays: number[] = [];
  const seen: number[] = [];
  let [faults, bytes] = [0, 0];
  const setupClient = (client: autocannon.Client) => {
    const index = seen.length;
    const { live, first, sentAt } = states[index % states.length]!;
    let { cursor } = first;
    seen.push(first.sequence);
    client.setRequests([
      {
        headers: live.headers,
        setupRequest: (request) => ({
          ...request,
          path: `${live.path}?wait=${WAIT_SECONDS}&after=${encodeURIComponent(cursor)}`,
        }),
        onResponse: (status, body) => {
          if (status !== 200) {
            faults++;
            return;
          }
          const event = JSON.parse(body) as Event;
          cursor = event.cursor;
          if (event.type === 'stream.heartbeat') return;
          if (event.sequence === seen[index]) faults++;
          delays.push(performance.now() - sentAt.get(event.sequence)!);
          seen[index] = event.sequence;
          bytes += body.length;
        },
      },
    ]);
  };
  const { promise: ended, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options = { url: program.url, connections: polls, timeout: 2 * WAIT_SECONDS, duration: 600 };
  const load = autocannon({ ...options, sampleInt: SAMPLE_MS, setupClient }, (error, result) =>
    error ? reject(error) : resolve(result),
  );
  await delay(SETTLE_MS);
  const memory = (program.readMemory() - before) / polls;

  const countBehind = (sequence: (at: number) => number) =>
    seen.filter((each, index) => each < sequence(index % states.length)).length;
  /** Changes each Live, and returns how many polls have not come to know of it. */
  const changeAll = async (number: number): Promise<number> => {
    for (const { live, first, sentAt } of states) {
      sentAt.set(first.sequence + number, performance.now());
      await Promise.all([live.change(), delay(GAP_MS)]);
    }
    const deadline = performance.now() + STRAGGLERS_MAX_MS;
    const isBehind = () => countBehind((at) => states[at]!.first.sequence + number);
    while (isBehind() > 0 && performance.now() < deadline) await delay(GAP_MS);
    return isBehind();
  };
  faults += await changeAll(1);
  delays.length = 0;
  bytes = 0;
  const cpu = program.readCpu();
  for (let number = 2; number <= 1 + changes; number++) faults += await changeAll(number);
  const used = program.readCpu() - cpu;
  load.stop();
  const { errors } = await ended;
  return {
    p50: percentile(delays, 50),
    p99: percentile(delays, 99),
    cpu: used / delays.length,
    memory,
    responses: delays.length,
    bytes: Math.round(bytes / delays.length),
    faults: faults + errors,
  };
}

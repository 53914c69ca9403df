/**
 * Many long polls wait; then all close, and all come again at once without a cursor, while pushes go on at an even
 * pace.
 *
 * Usage: `node storm.ts '{"port": 8080, "lives": [{"path": "/v1/…/events", "change": {…}}], "polls": 10000}'`
 * (ReconnectLoad). Prints one JSON line (ReconnectLoadResult).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMilliseconds } from './clock.ts';
import { PollCrowd } from './poll-crowd.ts';
import type { PollLoad } from './polls.ts';
import { openPusherThread } from './pusher-thread.ts';
import { round } from './quantile.ts';

export type ReconnectLoad = Pick<PollLoad, 'port' | 'lives' | 'polls' | 'headers' | 'gapMilliseconds'>;

export type ReconnectLoadResult = {
  /**
   * Milliseconds until they were acknowledged, of the pushes while nothing but changes happened, and of those of the
   * storm.
   */
  calmMilliseconds: number[];
  stormMilliseconds: number[];
  /** From the first connection until the last poll had its first answer. */
  stormLastedMilliseconds: number;
  /** Polls that had no answer to the storm, or missed the change after it. */
  lost: number;
  refused: Record<string, number>;
  broken: number;
};

const OPENING_AT_ONCE = 64;
const SETTLE_MILLISECONDS = 1_500;
/** The old polls are closed, and their watches free, this long before the new ones come. */
const CLOSED_MILLISECONDS = 500;
const STORM_MAX_MILLISECONDS = 30_000;
const STRAGGLER_WAIT_MILLISECONDS = 5_000;
/** Changes of each Live: before, while calm, during the storm and what is left of them, and after. */
const WARM = 1;
const CALM = 2;
const STORM = 2;
const AFTER = 1;

const load = JSON.parse(process.argv[2] ?? '{}') as ReconnectLoad;
const { port, lives, polls, headers = {}, gapMilliseconds = 10 } = load;
const pushesEach = WARM + CALM + STORM + AFTER;
const pusher = await openPusherThread({
  port,
  requests: lives.map(({ change }) => change),
  pushesEach,
  gapMilliseconds,
});
const crowd = new PollCrowd({ ports: [port], paths: lives.map(({ path }) => path), headers, onChange: () => {} });
await crowd.learn();
await crowd.open(polls, OPENING_AT_ONCE);
await delay(SETTLE_MILLISECONDS);

await pusher.push(WARM);
const calmFrom = monotonicMilliseconds();
await pusher.push(CALM);
const calmUntil = monotonicMilliseconds();
let lost = await waitForAll(WARM + CALM, STRAGGLER_WAIT_MILLISECONDS);

crowd.close();
await delay(CLOSED_MILLISECONDS);
const stormFrom = monotonicMilliseconds();
const pushes = pusher.push(STORM);
await crowd.open(polls, polls, true);
lost += await waitForAll(0, STORM_MAX_MILLISECONDS);
const stormUntil = monotonicMilliseconds();
await pushes;
await pusher.push(AFTER);
lost += await waitForAll(pushesEach, STRAGGLER_WAIT_MILLISECONDS);
crowd.close();
await pusher.close();

const result: ReconnectLoadResult = {
  calmMilliseconds: sentBetween(calmFrom, calmUntil),
  stormMilliseconds: sentBetween(stormFrom, stormUntil),
  stormLastedMilliseconds: round(stormUntil - stormFrom),
  lost,
  refused: crowd.counts.refused,
  broken: crowd.counts.broken,
};
console.log(JSON.stringify(result));

/** Waits until every poll knows of this many changes of its Live; answers how many do not in the end. */
async function waitForAll(changes: number, milliseconds: number): Promise<number> {
  const expected = crowd.learned.map((sequence) => sequence + changes);
  const deadline = performance.now() + milliseconds;
  while (crowd.countBehind(expected) > 0 && performance.now() < deadline) await delay(5);
  return crowd.countBehind(expected);
}

function sentBetween(from: number, until: number): number[] {
  const { sentAt, acknowledgedAfter } = pusher;
  return Array.from(acknowledgedAfter.map(round)).filter((_, place) => {
    const at = sentAt[place]!;
    return at >= from && at < until;
  });
}

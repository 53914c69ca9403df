import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestLectern } from '../server/lectern.ts';
import { assertProblem } from './api.ts';
import { beginPoll, type PendingPoll, type Polled } from './poll.ts';

/** [D25] */
export const WATCHES_PER_LIVE = 50;
/** Number of polls beyond the limit. */
const SURPLUS = 10;
const FREED_MAX_MS = 10_000;

/**
 * Sends more polls at once than are allowed, in turn to each of the nodes. Requires that exactly the surplus is
 * refused, and returns the polls that wait.
 */
export async function fillWatches(
  nodes: readonly TestLectern[],
  live: Polled,
  cursor: string,
  token?: string,
): Promise<PendingPoll[]> {
  const polls = Array.from({ length: WATCHES_PER_LIVE + SURPLUS }, (_, index) =>
    beginPoll(nodes[index % nodes.length]!, live, { after: cursor, ...(token !== undefined && { token }) }),
  );
  const refused: PendingPoll[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const each of polls) {
      each.response
        .then((response) => {
          assertProblem(response, 409, 'watch_limit_reached');
          refused.push(each);
          if (refused.length === SURPLUS) resolve();
        })
        .catch(reject);
    }
  });
  return polls.filter((each) => !refused.includes(each));
}

/** Demands that so many watches are, or soon become, free: a closed connection is noticed a little later. */
export async function requireFreed(
  nodes: readonly TestLectern[],
  live: Polled,
  cursor: string,
  count: number = WATCHES_PER_LIVE,
): Promise<PendingPoll[]> {
  const deadline = performance.now() + FREED_MAX_MS;
  let polls: PendingPoll[] = [];
  for (;;) {
    const missing = count - polls.length;
    polls.push(
      ...Array.from({ length: missing }, (_, index) =>
        beginPoll(nodes[index % nodes.length]!, live, { after: cursor }),
      ),
    );
    await sleep(300);
    const ended = polls.filter((each) => each.ended);
    for (const { response } of ended) assertProblem(await response, 409, 'watch_limit_reached');
    if (ended.length === 0) return polls;
    assert.ok(performance.now() < deadline, `${ended.length} of ${count} watches did not become free`);
    polls = polls.filter((each) => !ended.includes(each));
  }
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import { LocalRateLimiter, type RateLimitStatus } from '../../../src/http/admission/rate-limiter.ts';
import { batchTakes, SharedRateLimiter } from '../../../src/http/admission/shared-rate-limiter.ts';
import type { BudgetGrant, BudgetRequest, BudgetStore } from '../../../src/storage/storage.ts';

const MINUTE_MS = 60_000;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const passed = (charges: readonly RateLimitStatus[]) => charges.filter(({ remaining }) => remaining >= 0).length;

/**
 * The contract of a BudgetStore in memory, with a clock that the test moves and calls that it can look at and break.
 */
class Ledger implements BudgetStore {
  nowMs = 0;
  /** Results of the next calls. */
  failure: Error | null = null;
  readonly calls: (readonly BudgetRequest[])[] = [];
  readonly #taken = new Map<string, number>();

  readonly clock = () => this.nowMs;

  get wanted(): number[][] {
    return this.calls.map((requests) => requests.map(({ wanted }) => wanted));
  }

  /** Counts as another node would, without recording the call. */
  grant({ name, key, limit, wanted }: BudgetRequest): BudgetGrant {
    const minute = Math.floor(this.nowMs / MINUTE_MS);
    const row = `${minute} ${name} ${key}`;
    const before = this.#taken.get(row) ?? 0;
    const granted = Math.min(wanted, limit - before);
    this.#taken.set(row, before + granted);
    return { granted, used: before + granted, resetSeconds: ((minute + 1) * MINUTE_MS - this.nowMs) / 1000 };
  }

  async take(requests: readonly BudgetRequest[]): Promise<BudgetGrant[]> {
    this.calls.push(requests);
    if (this.failure) throw this.failure;
    assert.equal(new Set(requests.map(({ name, key }) => `${name} ${key}`)).size, requests.length, 'a key came twice');
    return requests.map((request) => this.grant(request));
  }
}

const nodesOf = (ledger: Ledger, limit: number, count: number) =>
  range(count).map(() => new SharedRateLimiter('peer', limit, batchTakes(ledger), ledger.clock));

async function chargeOneByOne(budget: SharedRateLimiter, key: string, times: number): Promise<RateLimitStatus[]> {
  const charges: RateLimitStatus[] = [];
  for (const _ of range(times)) charges.push(await budget.consume(key));
  return charges;
}

describe('[D10] a budget of one process', () => {
  it('when requests are charged, then each key is counted in whole minutes of a clock that no person sets', async () => {
    let nowMs = 30_500;
    const budget = new LocalRateLimiter('peer', 2, () => nowMs);
    const charge = () => [budget.consumeSync('a').remaining, budget.consumeSync('b').remaining];
    assert.deepEqual(budget.get('a'), { remaining: 2, resetSeconds: 30 });
    assert.deepEqual(
      [charge(), charge(), charge()],
      [
        [1, 1],
        [0, 0],
        [-1, -1],
      ],
    );
    nowMs = 59_999;
    assert.deepEqual(budget.get('a'), { remaining: -1, resetSeconds: 1 });
    nowMs = 60_000;
    assert.deepEqual(await budget.consume('a'), { remaining: 1, resetSeconds: 60 });
    assert.deepEqual(await budget.consume('a'), { remaining: 0, resetSeconds: 60 });
    nowMs = 60_001;
    assert.deepEqual(await budget.consume('a'), { remaining: -1, resetSeconds: 60 });
  });
});

describe('[D10] a budget of all nodes together', () => {
  it('when a limit is small, then exactly that many requests pass, over three nodes, one by one and at once', async () => {
    for (const limit of [1, 5, 20, 100]) {
      const ledger = new Ledger();
      const nodes = nodesOf(ledger, limit, 3);
      const inTurn: RateLimitStatus[] = [];
      for (const request of range(limit + 10)) inTurn.push(await nodes[request % 3]!.consume('in turn'));
      assert.equal(passed(inTurn), limit);
      assert.equal(passed(inTurn.slice(0, limit)), limit, 'no request is refused before');
      const atOnce = await Promise.all(range(3 * limit).map((request) => nodes[request % 3]!.consume('at once')));
      assert.equal(passed(atOnce), limit);
    }
  });

  it('when a limit is large, then never more requests pass and hardly fewer, whatever the nodes do', async () => {
    const limit = 24_000;
    const ledger = new Ledger();
    const nodes = nodesOf(ledger, limit, 3);
    const charges = (await Promise.all(nodes.map((node) => chargeOneByOne(node, 'a', 9_000)))).flat();
    assert.ok(passed(charges) <= limit);
    assert.ok(passed(charges) >= 0.98 * limit, `${passed(charges)} of ${limit}`);
    assert.ok(ledger.calls.length < limit / 20, `${ledger.calls.length} calls`);
  });

  it('when the node knows nothing at first, or is near the limit, then its blocks are small', async () => {
    const ledger = new Ledger();
    const [node] = nodesOf(ledger, 10_000, 1);
    await chargeOneByOne(node!, 'a', 1 + 100 + 1);
    assert.deepEqual(ledger.wanted, [[1], [100], [100]]);
    ledger.grant({ name: 'peer', key: 'a', limit: 10_000, wanted: 9_000 });
    await chargeOneByOne(node!, 'a', 99 + 1 + 100);
    assert.deepEqual(ledger.wanted.slice(3, 5), [[100], [21]]);
    await chargeOneByOne(node!, 'a', 10_000);
    assert.deepEqual(ledger.wanted.at(-1), [1]);
  });

  it('when requests are in hand, then they are used without a call and counted down by one', async () => {
    const ledger = new Ledger();
    const [node] = nodesOf(ledger, 1_000, 1);
    const first = [await node!.consume('a'), await node!.consume('a')];
    const next = await Promise.all(range(9).map(() => node!.consume('a')));
    const remaining = [...first, ...next].map((charge) => charge.remaining);
    assert.deepEqual(
      remaining,
      range(11).map((index) => 999 - index),
    );
    assert.equal(node!.get('a').remaining, 989);
    assert.equal(ledger.calls.length, 2);
  });

  it('when requests come during a call, then they share one: one for all keys and budgets of a turn, one for each key at a time', async () => {
    const ledger = new Ledger();
    const take = batchTakes(ledger);
    const [peers, audience] = ['peer', 'audience'].map(
      (name) => new SharedRateLimiter(name, 1_000, take, ledger.clock),
    );
    const charges = [
      ...range(7).map(() => peers!.consume('a')),
      ...range(3).map(() => peers!.consume('b')),
      ...range(2).map(() => audience!.consume('a')),
    ];
    await Promise.all(charges);
    assert.deepEqual(ledger.wanted, [[7, 3, 2]]);
    await Promise.all(range(40).map(() => peers!.consume('a')));
    assert.deepEqual(ledger.wanted.slice(1), [[40]]);
  });

  it('when requests wait, then they are served in their order', async () => {
    const ledger = new Ledger();
    const [node] = nodesOf(ledger, 3, 1);
    const charges = await Promise.all(range(5).map(() => node!.consume('a')));
    assert.deepEqual(
      charges.map(({ remaining }) => remaining),
      [2, 1, 0, -1, -1],
    );
  });

  it('when a key is used up, then it is refused without a call until its minute ends', async () => {
    const ledger = new Ledger();
    ledger.nowMs = 5 * MINUTE_MS + 20_500;
    const [node] = nodesOf(ledger, 2, 1);
    await chargeOneByOne(node!, 'a', 3);
    const { length } = ledger.calls;
    assert.deepEqual(await node!.consume('a'), { remaining: -1, resetSeconds: 40 });
    assert.deepEqual(node!.get('a'), { remaining: 0, resetSeconds: 40 });
    ledger.nowMs += 39_499;
    assert.deepEqual(await node!.consume('a'), { remaining: -1, resetSeconds: 1 });
    assert.equal(ledger.calls.length, length);
    ledger.nowMs += 1;
    assert.deepEqual(await node!.consume('a'), { remaining: 1, resetSeconds: 60 });
    assert.equal(ledger.calls.length, length + 1);
  });

  it('when the minute ends, counted from before the call, then what is in hand ends too', async () => {
    const ledger = new Ledger();
    const slow: BudgetStore = {
      async take(requests) {
        const grants = await ledger.take(requests);
        ledger.nowMs += 2_000;
        return grants;
      },
    };
    const node = new SharedRateLimiter('peer', 1_000, batchTakes(slow), ledger.clock);
    await chargeOneByOne(node, 'a', 2);
    assert.equal((await node.consume('a')).resetSeconds, 56);
    ledger.nowMs = MINUTE_MS;
    assert.equal((await node.consume('a')).remaining, 999, 'nothing of the minute before');
    assert.deepEqual(ledger.wanted, [[1], [10], [1]]);
  });

  it('when the clock of the database is set, then the node follows what the responses say', async () => {
    const ledger = new Ledger();
    let nowMs = 0;
    const node = new SharedRateLimiter('peer', 1, batchTakes(ledger), () => nowMs);
    ledger.nowMs = 100 * MINUTE_MS + 50_000;
    assert.deepEqual(await node.consume('a'), { remaining: 0, resetSeconds: 10 });
    ledger.nowMs = 3 * MINUTE_MS;
    nowMs = 9_999;
    assert.equal((await node.consume('a')).remaining, -1);
    nowMs = 10_000;
    assert.deepEqual(await node.consume('a'), { remaining: 0, resetSeconds: 60 });
  });

  it('when the database does not respond, then the node counts alone and asks again every second', async () => {
    const ledger = new Ledger();
    const [node] = nodesOf(ledger, 3, 1);
    ledger.failure = new LecternError('unavailable');
    const waiting = await Promise.all(range(2).map(() => node!.consume('a')));
    assert.deepEqual(
      waiting.map(({ remaining }) => remaining),
      [2, 1],
    );
    assert.equal(ledger.calls.length, 1);
    assert.deepEqual(await node!.consume('a'), { remaining: 0, resetSeconds: 60 });
    assert.deepEqual(await node!.consume('a'), { remaining: -1, resetSeconds: 60 });
    assert.equal((await node!.consume('b')).remaining, 2);
    assert.equal(node!.get('b').remaining, 2);
    assert.equal(ledger.calls.length, 1, 'others are not made to wait as well');
    ledger.failure = null;
    ledger.nowMs = 1_000;
    assert.equal((await node!.consume('a')).remaining, 2);
    assert.equal(ledger.calls.length, 2);
  });

  it('when a request is only judged, then it comes after all that came before it and takes nothing', async () => {
    const ledger = new Ledger();
    const [near, far] = nodesOf(ledger, 3, 2);
    const remaining = async (charges: readonly Promise<RateLimitStatus>[]) =>
      (await Promise.all(charges)).map((charge) => charge.remaining);
    const charges = range(2).map(() => near!.consume('a'));
    assert.deepEqual(
      await remaining([...charges, near!.peek('a'), near!.consume('a'), near!.peek('a')]),
      [2, 1, 1, 0, 0],
    );
    assert.deepEqual(await remaining([near!.consume('a'), near!.peek('a')]), [-1, 0]);
    const { length } = ledger.calls;
    assert.deepEqual(await remaining(range(3).map(() => far!.peek('a'))), [0, 0, 0], 'where nothing was known');
    assert.deepEqual(ledger.wanted.slice(length), [[0]]);
    assert.deepEqual(await remaining([far!.peek('b'), far!.peek('b'), far!.consume('b')]), [3, 3, 2]);
    assert.equal((await far!.peek('b')).remaining, 2);
    ledger.failure = new LecternError('unavailable');
    ledger.nowMs = MINUTE_MS;
    assert.deepEqual(await remaining([near!.consume('c'), near!.peek('c')]), [2, 2], 'alone');
    assert.deepEqual(await remaining([near!.peek('c'), near!.peek('d')]), [2, 3]);
  });

  it('when any other error occurs, then it is a bug and is reported to all who wait', async () => {
    const ledger = new Ledger();
    const [node] = nodesOf(ledger, 3, 1);
    ledger.failure = new TypeError('broken');
    const outcomes = await Promise.allSettled(range(2).map(() => node!.consume('a')));
    for (const outcome of outcomes) assert.equal(outcome.status === 'rejected' && outcome.reason, ledger.failure);
    ledger.failure = null;
    assert.equal((await node!.consume('a')).remaining, 2);
  });
});

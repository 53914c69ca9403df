import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import { WATCH_LEASE_SECONDS } from '../../../src/contract/limits.ts';
import { newId } from '../../../src/domain/identifiers.ts';
import { type Watch, WatchSlots } from '../../../src/events/watch-slots.ts';
import { openStorage } from '../../../src/storage/open-storage.ts';
import type { Storage, WatchRequest, WatchStore } from '../../../src/storage/storage.ts';
import { createDataDirectory } from '../../support/server/database.ts';
import { type Postgres, startPostgres } from '../../support/server/postgres.ts';

const LIMIT = 50;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const refusal = (code: string) => (error: unknown) => error instanceof LecternError && error.code === code;

/** Requests `count` watches concurrently. Returns the granted watches and the codes of the refusals. */
async function takeMany(slots: WatchSlots, liveId: string, count: number) {
  const outcomes = await Promise.allSettled(range(count).map(async () => slots.take(liveId)));
  const watches = outcomes.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
  const codes = outcomes.filter((each) => each.status === 'rejected').map(({ reason }) => reason.code);
  return { watches, codes };
}

async function eventually(condition: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, otherwise);
    await delay(20);
  }
}

describe('watch slots of a process that is alone', () => {
  test('[D25] when the 51st watch is taken, then it is refused at once, other Lives are not, and a release makes room', async () => {
    const slots = new WatchSlots(null, LIMIT);
    const watches = await Promise.all(range(LIMIT).map(() => slots.take('live')));
    await assert.rejects(slots.take('live'), refusal('watch_limit_reached'));
    await slots.take('other');
    assert.equal(slots.held, LIMIT + 1);
    watches[7]!.release();
    await slots.take('live');
    await assert.rejects(slots.take('live'), refusal('watch_limit_reached'));
  });

  test('when a watch is released several times, then it is given back once', async () => {
    const slots = new WatchSlots(null, 2);
    const first = await slots.take('live');
    await slots.take('live');
    first.release();
    first.release();
    assert.equal(slots.held, 1);
    await slots.take('live');
    await assert.rejects(slots.take('live'), refusal('watch_limit_reached'));
  });

  test('when the slots are closed, then nothing more is granted, and late releases do no harm', async () => {
    const slots = new WatchSlots(null, LIMIT);
    const watch = await slots.take('live');
    await slots.close();
    await assert.rejects(slots.take('live'), refusal('unavailable'));
    watch.release();
    assert.equal(slots.held, 0);
  });
});

describe('watch slots of several nodes on one PostgreSQL', () => {
  let postgres: Postgres;
  let storages: Storage[];
  before(async () => {
    postgres = await startPostgres();
    const options = { dataDir: createDataDirectory(), databaseUrl: postgres.url, sqliteSynchronous: 'FULL' } as const;
    storages = [];
    for (const _ of range(3)) storages.push(await openStorage({ ...options, postgresConnections: 4 }, () => {}));
  });
  after(async () => {
    await Promise.all(storages.map((storage) => storage.close()));
    await postgres.stop();
  });

  let liveId: string;
  beforeEach(() => {
    liveId = newId();
  });

  const openNode = (index: number) => new WatchSlots(storages[index]!.cluster!.watches, LIMIT);

  async function storedOf(live: string): Promise<number> {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const { rows } = await client.query('SELECT sum(held)::int AS held FROM watches WHERE live_id = $1', [live]);
      return rows[0].held ?? 0;
    } finally {
      await client.end();
    }
  }

  /** A node on the real store that records its calls and can intercept them. */
  function openObservedNode(index: number) {
    const calls: (readonly WatchRequest[])[] = [];
    const real = storages[index]!.cluster!.watches;
    const seen = { calls, parallel: 0, mostParallel: 0, between: async (call: () => Promise<number[]>) => call() };
    const store: WatchStore = {
      async hold(node, requests, limit) {
        calls.push(requests);
        seen.mostParallel = Math.max(seen.mostParallel, ++seen.parallel);
        try {
          return await seen.between(() => real.hold(node, requests, limit));
        } finally {
          seen.parallel--;
        }
      },
      release: (node) => real.release(node),
    };
    return { seen, slots: new WatchSlots(store, LIMIT) };
  }

  test('[D25] when 3 nodes have 40 pollers each, then they hold exactly 50, and exactly 50 again after releases', async () => {
    const nodes = range(3).map(openNode);
    const takeAll = () => Promise.all(nodes.map((slots) => takeMany(slots, liveId, 40)));
    const first = await takeAll();
    const watches = first.flatMap((each) => each.watches);
    assert.equal(watches.length, LIMIT);
    assert.deepEqual(new Set(first.flatMap(({ codes }) => codes)), new Set(['watch_limit_reached']));
    for (const watch of watches.slice(10, 37)) watch.release();
    await eventually(async () => (await storedOf(liveId)) === LIMIT - 27, 'releases are reported without a take');
    assert.equal((await takeAll()).flatMap((each) => each.watches).length, 27);
    assert.equal(
      nodes.map(({ held }) => held).reduce((sum, held) => sum + held),
      LIMIT,
    );
    await Promise.all(nodes.map((slots) => slots.close()));
    assert.equal(await storedOf(liveId), 0);
  });

  test('[D25] when pollers had responses on one node, then another grants them watches, though the first has not reported it yet', async () => {
    const { seen, slots: first } = openObservedNode(0);
    const second = openNode(1);
    const { watches } = await takeMany(first, liveId, LIMIT);
    seen.between = async (call) => {
      await delay(100);
      return call();
    };
    for (const watch of watches) watch.release();
    assert.equal((await takeMany(second, liveId, LIMIT)).watches.length, LIMIT);
    assert.deepEqual((await takeMany(first, liveId, 1)).codes, ['watch_limit_reached']);
    const waiting = takeMany(first, liveId, 1);
    await delay(50);
    await first.close();
    assert.deepEqual((await waiting).codes, ['unavailable']);
    await second.close();
  });

  test('when takes come together, then they share a call, and a release makes room for a take beside it', async () => {
    const { seen, slots } = openObservedNode(0);
    const { watches } = await takeMany(slots, liveId, LIMIT);
    assert.deepEqual(seen.calls, [[{ liveId, held: 0, more: LIMIT }]]);
    const retaken = range(3).map(() => slots.take(liveId));
    for (const watch of watches.slice(0, 3)) watch.release();
    await Promise.all(retaken);
    assert.deepEqual(seen.calls[1], [{ liveId, held: LIMIT - 3, more: 3 }]);
    await assert.rejects(Promise.resolve(slots.take(liveId)), refusal('watch_limit_reached'));
    await slots.close();
  });

  test('when many Lives are asked for, then one call is under way at a time, of no more than 200 Lives, and each Live once in it', async () => {
    const { seen, slots } = openObservedNode(0);
    const lives = range(450).map(() => newId());
    const takes = lives.flatMap((live) => [slots.take(live), slots.take(live)]);
    await turn();
    const late = lives.map((live) => slots.take(live));
    const watches = await Promise.all([...takes, ...late]);
    assert.equal(slots.held, 3 * lives.length);
    assert.equal(seen.mostParallel, 1);
    for (const requests of seen.calls) {
      assert.ok(requests.length <= 200);
      assert.equal(new Set(requests.map(({ liveId }) => liveId)).size, requests.length);
    }
    for (const watch of watches) watch.release();
    assert.equal(slots.held, 0);
    await eventually(async () => (await storedOf(lives[449]!)) === 0, 'all releases are reported');
    await slots.close();
  });

  test('when a taker loses interest in the meantime, then its watch is given back when it comes', async () => {
    const slots = openNode(0);
    const taken = Promise.resolve(slots.take(liveId));
    taken.then((watch) => watch.release());
    await taken;
    await eventually(async () => (await storedOf(liveId)) === 0, 'it is reported');
    assert.equal(slots.held, 0);
    await slots.close();
  });

  test('when the response to a call is lost, then it holds nothing here, and the next call corrects it there', async () => {
    const { seen, slots } = openObservedNode(0);
    const kept = await takeMany(slots, liveId, 10);
    let stored = 0;
    let meanwhile: ReturnType<typeof takeMany> | undefined;
    seen.between = async (call) => {
      await call();
      stored = await storedOf(liveId);
      meanwhile = takeMany(slots, liveId, 1);
      throw new LecternError('unavailable', 'The response was lost.');
    };
    const { codes } = await takeMany(slots, liveId, 30);
    seen.between = (call) => call();
    assert.deepEqual((await meanwhile!).codes, ['unavailable'], 'no taker waits for two calls');
    assert.deepEqual(new Set(codes), new Set(['unavailable']));
    assert.equal(slots.held, 10);
    assert.equal(stored, 40);
    await eventually(async () => (await storedOf(liveId)) === 10, 'what no poll holds is given back');
    assert.equal((await takeMany(openNode(1), liveId, LIMIT)).watches.length, 40);
    for (const watch of kept.watches) watch.release();
    await slots.close();
  });

  test('when the slots are closing, then waiting takers get a result, and what is granted in the meantime is given back too', async () => {
    const { seen, slots } = openObservedNode(0);
    const called = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    seen.between = async (call) => {
      called.resolve();
      await goOn.promise;
      return call();
    };
    const underWay = slots.take(liveId);
    await called.promise;
    const waiting = assert.rejects(Promise.resolve(slots.take(liveId)), refusal('unavailable'));
    const closed = slots.close();
    await waiting;
    goOn.resolve();
    const watch = await underWay;
    await closed;
    assert.equal(await storedOf(liveId), 0);
    watch.release();
    assert.equal(slots.held, 0);
    await turn();
    assert.equal(seen.calls.length, 1);
  });

  test('[D3] when there is no database, then takes are unavailable and watches can still be released; both recover later by themselves', async () => {
    const [one, two] = [openNode(0), openNode(1)];
    const [first, second] = [await takeMany(one, liveId, 20), await takeMany(two, liveId, 20)];
    await postgres.kill();
    // The sessions of a killed server remain for a short time.
    await eventually(async () => {
      const { watches, codes } = await takeMany(one, liveId, 5);
      for (const watch of watches) watch.release();
      return codes.length === 5 && codes.every((code) => code === 'unavailable');
    }, 'takers hear that the database is away');
    for (const watch of [...first.watches.slice(0, 15), ...second.watches]) watch.release();
    assert.deepEqual([one.held, two.held], [5, 0]);
    await postgres.startAgain();
    await eventually(async () => (await storedOf(liveId)) === 5, 'releases are reported after all');
    let retaken: Watch[] = [];
    await eventually(async () => {
      retaken = (await takeMany(two, liveId, LIMIT)).watches;
      return retaken.length > 0;
    }, 'it is served again');
    assert.equal(retaken.length, LIMIT - 5);
    await postgres.kill();
    await one.close();
    await postgres.startAgain();
  });
});

test('when releases cannot be reported, then they are tried less and less often, and no longer than their leases last', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  let away = false;
  const callsMs: number[] = [];
  const store: WatchStore = {
    async hold(_node, requests) {
      if (away) callsMs.push(nowMs);
      if (away) throw new LecternError('unavailable');
      return requests.map(({ more }) => more);
    },
    release: async () => {},
  };
  const slots = new WatchSlots(store, LIMIT);
  const watch = await slots.take('live');
  await turn();
  away = true;
  watch.release();
  for (; nowMs < 3 * WATCH_LEASE_SECONDS * 1000; nowMs += 50) {
    for (let turns = 0; turns < 4; turns++) await turn();
    t.mock.timers.tick(50);
  }
  const gapsMs = callsMs.slice(1).map((ms, index) => ms - callsMs[index]!);
  assert.ok(gapsMs.length > 5);
  assert.ok(gapsMs.slice(1).every((gapMs, index) => gapMs >= gapsMs[index]!));
  assert.ok(gapsMs.at(-1)! >= 10 * gapsMs[0]!);
  const lastMs = callsMs.at(-1)!;
  assert.ok(lastMs >= WATCH_LEASE_SECONDS * 1000 && lastMs < 1.2 * WATCH_LEASE_SECONDS * 1000);
});

test('when the next attempt of releases is pending, then a take does not wait for it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let calls = 0;
  const store: WatchStore = {
    async hold() {
      calls++;
      throw new LecternError('unavailable');
    },
    release: async () => {},
  };
  const slots = new WatchSlots(store, LIMIT);
  for (let takes = 1; takes <= 3; takes++) {
    await assert.rejects(Promise.resolve(slots.take('live')), refusal('unavailable'));
    for (let turns = 0; turns < 4; turns++) await turn();
    assert.equal(calls, takes, 'between the takes it pauses');
  }
});

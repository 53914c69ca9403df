import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newId } from '../../src/domain/identifiers.ts';
import type { BudgetGrant, BudgetRequest, BudgetStore, Storage } from '../../src/storage/storage.ts';
import { createPlace, type Place } from './place.ts';

const NODES = 3;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const sum = (grants: readonly BudgetGrant[]) => grants.reduce((total, { granted }) => total + granted, 0);

describe('[D10] budgets of several nodes on one PostgreSQL', () => {
  let place: Place;
  let storages: Storage[];
  let stores: BudgetStore[];
  before(async () => {
    place = await createPlace('postgres');
    storages = [];
    for (const _ of range(NODES)) storages.push(await place.open());
    stores = storages.map(({ cluster }) => cluster!.budgets);
  });
  after(async () => {
    await Promise.all(storages.map((storage) => storage.close()));
    await place.drop();
  });

  const request = (more: Partial<BudgetRequest> = {}): BudgetRequest => ({
    name: 'peer',
    key: newId(),
    limit: 20,
    wanted: 1,
    ...more,
  });
  const takeOne = async (store: BudgetStore, one: BudgetRequest): Promise<BudgetGrant> => (await store.take([one]))[0]!;
  const minute = async (): Promise<number> => {
    const rows = await place.sql('SELECT floor(extract(epoch FROM clock_timestamp()) / 60)::int AS minute');
    return (rows[0] as { minute: number }).minute;
  };
  const rowsOf = async (key: string) =>
    (await place.sql(`SELECT minute, used FROM budgets WHERE key = '${key}'`)) as { minute: number; used: number }[];
  const shift = (key: string, minutes: number) =>
    place.sql(`UPDATE budgets SET minute = minute + ${minutes} WHERE key = '${key}'`);

  /** Starts over if a new minute has begun in between. */
  async function inOneMinute(work: () => Promise<() => void>): Promise<void> {
    for (;;) {
      const began = await minute();
      const check = await work();
      if ((await minute()) === began) return check();
    }
  }

  it('when 20 parallel callers on 3 nodes take one by one or in blocks, then they are granted exactly the limit', async () => {
    for (const wanted of [1, 3, 7, 50]) {
      for (const limit of [1, 20, 33]) {
        await inOneMinute(async () => {
          const one = request({ limit, wanted });
          const callers = range(20).map(async (caller) => {
            const grants: BudgetGrant[] = [];
            for (const _ of range(3)) grants.push(await takeOne(stores[caller % NODES]!, one));
            return grants;
          });
          const grants = (await Promise.all(callers)).flat();
          return () => {
            assert.equal(sum(grants), Math.min(limit, 60 * wanted), `${wanted} of ${limit}`);
            for (const { granted, used, resetSeconds } of grants) {
              assert.ok(granted >= 0 && granted <= wanted);
              assert.ok(used >= granted && used <= limit);
              assert.ok(resetSeconds >= 0 && resetSeconds <= 60);
            }
          };
        });
      }
    }
  });

  it('when several budgets and keys are requested, then each is counted separately, and results are in the order of requests', async () => {
    await inOneMinute(async () => {
      const [one, two] = [newId(), newId()];
      const [first, second] = stores;
      const before = await first!.take([
        request({ key: two, limit: 10, wanted: 8 }),
        request({ key: one, limit: 10, wanted: 3 }),
        request({ name: 'audience', key: two, limit: 5, wanted: 9 }),
      ]);
      const after = await second!.take([
        request({ name: 'audience', key: two, limit: 5, wanted: 1 }),
        request({ key: two, limit: 10, wanted: 8 }),
        request({ key: one, limit: 10, wanted: 2 }),
      ]);
      const none = await first!.take([]);
      return () => {
        const counts = (grants: readonly BudgetGrant[]) => grants.map(({ granted, used }) => [granted, used]);
        assert.deepEqual(counts(before), [
          [8, 8],
          [3, 3],
          [5, 5],
        ]);
        assert.deepEqual(counts(after), [
          [0, 5],
          [2, 10],
          [2, 5],
        ]);
        assert.deepEqual(none, []);
      };
    });
  });

  it('when another node sets a lower limit, then no caller with that limit passes it', async () => {
    await inOneMinute(async () => {
      const key = newId();
      const wide = await takeOne(stores[0]!, request({ key, limit: 100, wanted: 60 }));
      const narrow = await takeOne(stores[1]!, request({ key, limit: 20, wanted: 5 }));
      return () => {
        assert.deepEqual([wide.granted, narrow.granted, narrow.used], [60, 0, 20]);
      };
    });
  });

  it('when limits and requested amounts are one billion, then they do not overflow', async () => {
    await inOneMinute(async () => {
      const huge = request({ limit: 1_000_000_000, wanted: 1_000_000_000 });
      const grants: BudgetGrant[] = [];
      for (const _ of range(4)) grants.push(await takeOne(stores[0]!, huge));
      return () => assert.deepEqual([sum(grants), grants.at(-1)!.used], [1_000_000_000, 1_000_000_000]);
    });
  });

  it('when calls take the same keys in any order, then they do not wait for each other forever', async () => {
    const keys = range(40).map(() => newId());
    const budgets = ['audience', 'peer', 'polls', 'principal'];
    await inOneMinute(async () => {
      const run = newId();
      const calls = range(60).map((call) => {
        const requests = keys.map((key, index) => {
          const name = budgets[index % budgets.length]!;
          return request({ name, key: `${key} ${run}`, limit: 50 });
        });
        const shuffled = requests.toSorted((a, b) => a.key.charCodeAt(call % 20) - b.key.charCodeAt(call % 20));
        return stores[call % NODES]!.take(shuffled);
      });
      const grants = (await Promise.all(calls)).flat();
      return () => assert.equal(sum(grants), keys.length * 50);
    });
  });

  it('when a new minute begins, then the count starts again, for exactly the limit', async () => {
    await inOneMinute(async () => {
      const one = request({ wanted: 20 });
      const used = [await takeOne(stores[0]!, one), await takeOne(stores[1]!, one)];
      await shift(one.key, -1);
      const grants = await Promise.all(
        range(20).map((caller) => takeOne(stores[caller % NODES]!, { ...one, wanted: 3 })),
      );
      const [row] = await rowsOf(one.key);
      const now = await minute();
      return () => {
        assert.deepEqual(
          used.map(({ granted }) => granted),
          [20, 0],
        );
        assert.equal(sum(grants), 20);
        assert.equal(row!.minute, now);
      };
    });
  });

  it('when a call waits into the next minute, then it counts there; when the clock was set back, then an older row has no effect', async () => {
    await inOneMinute(async () => {
      const one = request({ wanted: 20 });
      await takeOne(stores[0]!, one);
      await shift(one.key, 1);
      const late = await takeOne(stores[0]!, one);
      await shift(one.key, 59);
      const back = await takeOne(stores[0]!, one);
      return () => {
        assert.equal(late.granted, 0);
        assert.equal(back.granted, 20);
        assert.ok(back.resetSeconds <= 60);
      };
    });
  });

  it('when minutes are over, then their rows are deleted, and those of the current minute stay', async () => {
    const present = request();
    await takeOne(stores[0]!, present);
    await place.sql(`INSERT INTO budgets (name, key, minute, used)
      SELECT 'peer', 'old ' || number, ${await minute()} - 2 - number % 3, 1 FROM generate_series(1, 15000) AS number`);
    // A node that has just started sweeps at once. There are more rows than one call deletes.
    const beginner = await place.open();
    const left = async () => (await place.sql(`SELECT 1 FROM budgets WHERE key LIKE 'old %'`)).length;
    const counts: number[] = [];
    for (const _ of range(3)) {
      await takeOne(beginner.cluster!.budgets, request());
      counts.push(await left());
    }
    await beginner.close();
    assert.deepEqual(counts, [5_000, 0, 0]);
    const [row] = await rowsOf(present.key);
    assert.equal(row?.used, 1);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { Kysely } from 'kysely';
import pg from 'pg';
import { WATCH_LEASE_SECONDS } from '../../src/contract/limits.ts';
import { newId } from '../../src/domain/identifiers.ts';
import { postgresDialect } from '../../src/storage/dialects/postgres.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { watchStore } from '../../src/storage/queries/cluster/watches.ts';
import type { Tables } from '../../src/storage/schema.ts';
import type { Storage, WatchStore } from '../../src/storage/storage.ts';
import { createDataDirectory, createPostgresDatabase, type PostgresDatabase } from '../support/server/database.ts';

const LIMIT = 50;
const NODES = 3;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe('watches of several nodes on one PostgreSQL', () => {
  let database: PostgresDatabase;
  let storages: Storage[];
  let stores: WatchStore[];
  let observer: pg.Client;
  before(async () => {
    database = await createPostgresDatabase();
    const options = { dataDir: createDataDirectory(), databaseUrl: database.url, sqliteSynchronous: 'FULL' } as const;
    storages = [];
    for (const _ of range(NODES)) storages.push(await openStorage({ ...options, postgresConnections: 8 }, () => {}));
    stores = storages.map(({ cluster }) => cluster!.watches);
    observer = new pg.Client({ connectionString: database.url });
    await observer.connect();
  });
  after(async () => {
    await observer.end();
    await Promise.all(storages.map((storage) => storage.close()));
    await database.drop();
  });

  const rows = async (where: string, parameters: unknown[]) =>
    (await observer.query(`SELECT * FROM watches WHERE ${where} ORDER BY live_id, node`, parameters)).rows;
  const lapse = (where: string, parameters: unknown[]) =>
    observer.query(`UPDATE watches SET expires_at = clock_timestamp() WHERE ${where}`, parameters);

  /** Takes watches of one Live, call by call, until the given number was requested. */
  async function takeOneByOne(store: WatchStore, node: string, liveId: string, times: number, held = 0) {
    let has = held;
    for (const _ of range(times)) has += (await store.hold(node, [{ liveId, held: has, more: 1 }], LIMIT))[0]!;
    return has;
  }

  it('[D25] when 3 nodes have 40 takers each, then they get exactly 50, and exactly 50 again after releases', async () => {
    const liveId = newId();
    const takeAll = (held: readonly number[]) =>
      Promise.all(stores.map((store, node) => takeOneByOne(store, `node ${node}`, liveId, 40, held[node])));
    const first = await takeAll([0, 0, 0]);
    assert.equal(sum(first), LIMIT);
    const kept = first.map((held) => Math.floor(held / 2));
    await Promise.all(
      stores.map((store, node) => store.hold(`node ${node}`, [{ liveId, held: kept[node]!, more: 0 }], LIMIT)),
    );
    assert.equal(sum(await takeAll(kept)), LIMIT);
  });

  it('[D25] when 120 nodes ask at the same time, then they get exactly 50', async () => {
    for (const _ of range(3)) {
      const liveId = newId();
      const granted = await Promise.all(
        range(120).map((node) => takeOneByOne(stores[node % NODES]!, `node ${node}`, liveId, 1)),
      );
      assert.equal(sum(granted), LIMIT);
      assert.equal((await rows('live_id = $1', [liveId])).length, LIMIT);
    }
  });

  it('[D25] when a call asks for several Lives, then it gets what fits for each Live separately, in the order of the requests', async () => {
    const [one, two, three] = ['b', 'a', 'c'].map((name) => `${name} ${newId()}`);
    const [first, second] = stores;
    await first!.hold('first', [{ liveId: two!, held: 0, more: 45 }], LIMIT);
    const requests = [
      { liveId: one!, held: 10, more: 45 },
      { liveId: two!, held: 2, more: 9 },
      { liveId: three!, held: 0, more: 0 },
    ];
    assert.deepEqual(await second!.hold('second', requests, LIMIT), [40, 3, 0]);
    assert.deepEqual(await second!.hold('second', [], LIMIT), []);
    assert.deepEqual(
      (await rows('live_id = ANY($1)', [[one, two, three]])).map(({ node, held }) => [node, held]),
      [
        ['first', 45],
        ['second', 5],
        ['second', 50],
      ],
    );
  });

  it('when calls ask for the same Lives in any order, then they do not wait for each other forever', async () => {
    const lives = range(30).map(() => newId());
    const calls = range(60).map((index) => {
      const shuffled = lives.toSorted((a, b) => a.charCodeAt(index % 20) - b.charCodeAt(index % 20));
      const requests = shuffled.map((liveId) => ({ liveId, held: 0, more: 1 }));
      return stores[index % NODES]!.hold(`node ${index}`, requests, LIMIT);
    });
    const granted = await Promise.all(calls);
    assert.equal(sum(granted.flat()), lives.length * LIMIT);
  });

  it('[D25] when a node does not renew its lease in time, then it holds nothing, and its row is deleted', async () => {
    const liveId = newId();
    const [first, second] = stores;
    assert.deepEqual(await first!.hold('first', [{ liveId, held: 0, more: LIMIT }], LIMIT), [LIMIT]);
    const [before] = await rows(`live_id = $1 AND expires_at - clock_timestamp() <= $2`, [
      liveId,
      `${WATCH_LEASE_SECONDS} seconds`,
    ]);
    assert.equal(before.held, LIMIT);
    assert.deepEqual(await second!.hold('second', [{ liveId, held: 0, more: 1 }], LIMIT), [0]);
    await lapse('live_id = $1', [liveId]);
    assert.deepEqual(await second!.hold('second', [{ liveId, held: 0, more: LIMIT + 1 }], LIMIT), [LIMIT]);
    assert.deepEqual(
      (await rows('live_id = $1', [liveId])).map(({ node }) => node),
      ['second'],
    );
  });

  it('[D25] when a call is made for a Live, then its lease starts again, and no call shortens it', async () => {
    const liveId = newId();
    const [store] = stores;
    const call = (held: number, more: number) => store!.hold('node', [{ liveId, held, more }], LIMIT);
    const expiry = async (): Promise<number> => (await rows('live_id = $1', [liveId]))[0].expires_at.getTime();
    await call(0, 3);
    for (const [held, more] of [
      [3, 1],
      [4, 0],
      [1, 0],
      [1, LIMIT],
    ]) {
      await lapse('live_id = $1', [liveId]);
      const lapsed = await expiry();
      await call(held!, more!);
      assert.ok((await expiry()) >= lapsed + WATCH_LEASE_SECONDS * 1000);
      await observer.query(`UPDATE watches SET expires_at = '2100-01-01' WHERE live_id = $1`, [liveId]);
      await call(held!, more!);
      assert.equal(await expiry(), Date.parse('2100-01-01T00:00:00Z'));
    }
    await call(0, 0);
    assert.deepEqual(await rows('live_id = $1', [liveId]), []);
  });

  it('when a node stops, then it releases its watches and deletes expired rows of others', async () => {
    const [one, two] = [newId(), newId()];
    const [store] = stores;
    const names = ['ending', 'staying', 'gone'].map((name) => `${name} ${newId()}`);
    const requests = [one, two].map((liveId) => ({ liveId, held: 0, more: 5 }));
    for (const name of names) await store!.hold(name, requests, LIMIT);
    await lapse('node = $1', [names[2]]);
    await store!.release(names[0]!);
    assert.deepEqual(
      (await rows('live_id = ANY($1)', [[one, two]])).map(({ node, held }) => [node, held]),
      [one, two].map(() => [names[1], 5]),
    );
  });

  it('when a node stalls within a call, then it blocks others only for seconds', async () => {
    const liveId = newId();
    const standing = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let responses = 0;
    const db = new Kysely<Tables>({
      dialect: postgresDialect(database.url, 2, () => {}),
      plugins: [
        {
          transformQuery: ({ node }) => node,
          async transformResult({ result }) {
            // The first result is that of the lock statement.
            if (++responses === 1) {
              standing.resolve();
              await goOn.promise;
            }
            return result;
          },
        },
      ],
    });
    const frozen = watchStore(db).hold('frozen', [{ liveId, held: 0, more: 1 }], LIMIT);
    await standing.promise;
    assert.deepEqual(await stores[0]!.hold('other', [{ liveId, held: 0, more: LIMIT }], LIMIT), [LIMIT]);
    goOn.resolve();
    await assert.rejects(frozen);
    await db.destroy();
    assert.deepEqual(
      (await rows('live_id = $1', [liveId])).map(({ node, held }) => [node, held]),
      [['other', LIMIT]],
    );
  });

  it('[D25] when nodes do anything at all, then never more than 50 are held, and a refusal comes only where 50 are held', async () => {
    const LIVES = 2;
    /** The watches that every node holds of every Live. */
    type Held = readonly (readonly number[])[];
    interface Call {
      readonly node: number;
      readonly requests: readonly { readonly live: number; readonly back: number; readonly more: number }[];
    }
    /** Returns the state after a call, and what the call grants: the complete specification of watches. */
    const apply = (held: Held, { node, requests }: Call) => {
      const next = held.map((lives) => [...lives]);
      const grants = requests.map(({ live, back, more }) => {
        const kept = Math.max(0, held[node]![live]! - back);
        const others = sum(held.map((lives) => lives[live]!)) - held[node]![live]!;
        const granted = Math.min(more, LIMIT - others - kept);
        next[node]![live] = kept + granted;
        return granted;
      });
      return { next, grants };
    };
    const orders = (calls: readonly Call[]): Call[][] =>
      calls.length === 0
        ? [[]]
        : calls.flatMap((first) => orders(calls.filter((call) => call !== first)).map((rest) => [first, ...rest]));

    const request = fc.record({ live: fc.nat(LIVES - 1), back: fc.nat(30), more: fc.nat(40) });
    const call = fc.record({
      node: fc.nat(NODES - 1),
      requests: fc.uniqueArray(request, { selector: ({ live }) => live, minLength: 1, maxLength: LIVES }),
    });
    /** Runs calls of several nodes at the same time. */
    const round = fc.uniqueArray(call, { selector: ({ node }) => node, minLength: 1, maxLength: NODES });
    const step = fc.oneof(
      { weight: 6, arbitrary: round.map((calls) => ({ type: 'round' as const, calls })) },
      { weight: 1, arbitrary: fc.nat(NODES - 1).map((node) => ({ type: 'silence' as const, node })) },
      { weight: 1, arbitrary: fc.nat(NODES - 1).map((node) => ({ type: 'end' as const, node })) },
    );

    const everything = async (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
      const run = newId();
      const nameOf = (node: number) => `${run} node ${node}`;
      const lives = range(LIVES).map((live) => `${run} live ${live}`);
      const nothing: Held = range(NODES).map(() => range(LIVES).map(() => 0));
      let held = nothing;
      for (const each of steps) {
        if (each.type === 'round') {
          const grants = await Promise.all(
            each.calls.map(({ node, requests: wanted }) => {
              const requests = wanted.map(({ live, back, more }) => ({
                liveId: lives[live]!,
                held: Math.max(0, held[node]![live]! - back),
                more,
              }));
              return stores[node]!.hold(nameOf(node), requests, LIMIT);
            }),
          );
          const explained = orders(each.calls)
            .map((order) => {
              const seen = new Map<Call, readonly number[]>();
              const next = order.reduce<Held>((before, one) => {
                const applied = apply(before, one);
                seen.set(one, applied.grants);
                return applied.next;
              }, held);
              return { next, grants: each.calls.map((one) => seen.get(one)!) };
            })
            .find((outcome) => JSON.stringify(outcome.grants) === JSON.stringify(grants));
          assert.ok(explained, `no order of ${JSON.stringify(each.calls)} grants ${JSON.stringify(grants)}`);
          held = explained.next;
        } else {
          if (each.type === 'silence') await lapse('node = $1', [nameOf(each.node)]);
          else await stores[each.node]!.release(nameOf(each.node));
          held = held.with(each.node, nothing[each.node]!);
        }
        const stored = await rows('live_id = ANY($1) AND expires_at > clock_timestamp()', [lives]);
        const model = range(NODES * LIVES)
          .map((index) => ({ live: Math.floor(index / NODES), node: index % NODES }))
          .map(({ live, node }) => [lives[live], nameOf(node), held[node]![live]])
          .filter(([, , count]) => count !== 0);
        assert.deepEqual(
          stored.map((row) => [row.live_id, row.node, row.held]),
          model,
        );
        for (const live of lives) {
          assert.ok(sum(stored.filter((row) => row.live_id === live).map((row) => row.held)) <= LIMIT);
        }
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), everything), { numRuns: 40 });
  });
});

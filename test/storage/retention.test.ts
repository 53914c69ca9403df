import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { type Actor, firstAuditIdAt, listAudit, toAuditRecord, toCommandActor } from '../../src/domain/audit/audit.ts';
import { newId } from '../../src/domain/identifiers.ts';
import { Retention } from '../../src/domain/retention.ts';
import type { AuditRecord, IdempotencyRecord, Owner, Storage } from '../../src/storage/storage.ts';
import { liveRecord } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createOwners, useStorage } from './place.ts';

const DAY_MS = 86_400_000;
const ACTOR: Actor = { ...toCommandActor('test'), requestId: 'request' };
const page = { limit: 10_000, before: null, since: null };

/** A record from that many days ago. */
function recordOf(owner: Owner | null, daysAgo: number, now = Date.now()): AuditRecord {
  const ms = Math.trunc(now - daysAgo * DAY_MS);
  const record = toAuditRecord(ACTOR, { owner, resource: newId(), before: 1, after: 2 });
  return { ...record, id: firstAuditIdAt(ms) + record.id.slice(13), at: new Date(ms).toISOString() };
}

for (const engine of ENGINES) {
  describe(`storage contract, audit and idempotency records, on ${engine}`, () => {
    const { place, storage } = useStorage(engine);
    let account: Owner;
    let organization: Owner;

    before(async () => {
      ({ account, organization } = await createOwners(storage));
    });
    afterEach(async () => {
      for (const table of ['audit', 'receipts']) await place.sql(`DELETE FROM ${table}`);
    });

    const add = async (owner: Owner | null, ...daysAgo: number[]) => {
      const records = daysAgo.map((days) => recordOf(owner, days));
      for (const record of records) await storage.audit.add(record);
      return records;
    };

    it('[D43] when records are added, then they are read back complete, newest first, page by page, and only for their owner', async () => {
      const own = await add(account, 5, 3, 1, 4, 2);
      const whole = toAuditRecord(
        { channel: 'rest', userId: newId(), credentialId: newId(), operation: 'pushStack', requestId: newId() },
        { owner: account, resource: newId(), before: 7, after: 8 },
      );
      await storage.audit.add(whole);
      const others = [...(await add(organization, 1)), ...(await add(null, 2))];
      const expected = [whole, ...own.toSorted((a, b) => (a.id < b.id ? 1 : -1))];
      assert.deepEqual(await storage.audit.list(account, page), expected);
      const first = await storage.audit.list(account, { ...page, limit: 2 });
      const rest = await storage.audit.list(account, { ...page, before: first[1]!.id });
      assert.deepEqual([...first, ...rest], expected);
      const since = firstAuditIdAt(Date.now() - 2.5 * DAY_MS);
      assert.deepEqual(await storage.audit.list(account, { ...page, since }), expected.slice(0, 3));
      assert.deepEqual(await storage.audit.list(null, page), [others[1]]);

      const all = await listAudit(storage, 'all', { limit: 5, since: null });
      const inOrder = [...expected, ...others].toSorted((a, b) => (a.id < b.id ? 1 : -1));
      assert.deepEqual(all, inOrder.slice(0, 5));
      const recent = await listAudit(storage, 'all', { limit: 100, since: Date.now() - 2.5 * DAY_MS });
      assert.deepEqual(recent, inOrder.slice(0, 5));
    });

    it('[D43] when records are swept, then those of every owner are kept for the configured number of days and no longer', async () => {
      const young = [...(await add(account, 0, 399.9)), ...(await add(null, 399)), ...(await add(organization, 1))];
      await add(account, 400.1, 500, 4_000);
      await add(null, 401);
      await add({ kind: 'organization', id: newId() }, 401, 402);
      const retention = new Retention(storage, { auditDays: 400, clock: Date.now }, assert.fail);
      await retention.sweep();
      const left = await listAudit(storage, 'all', { limit: 100, since: null });
      assert.deepEqual(new Set(left.map(({ id }) => id)), new Set(young.map(({ id }) => id)));
      await retention.sweep(Date.now() + 401 * DAY_MS);
      assert.deepEqual(await listAudit(storage, 'all', { limit: 100, since: null }), []);
    });

    it('[D43] when a sweep runs, then it deletes small batches, and other work runs in between', async () => {
      const records = Array.from({ length: 1_000 }, () => recordOf(account, 500));
      for (const record of records) await storage.audit.add(record);
      const batches: number[] = [];
      const seen: Storage = {
        ...storage,
        audit: {
          ...storage.audit,
          deleteBefore: async (...call) => {
            batches.push(await storage.audit.deleteBefore(...call));
            return batches.at(-1)!;
          },
        },
      };
      let turns = 0;
      const ticking = setInterval(() => turns++, 1);
      await new Retention(seen, { auditDays: 400, clock: Date.now }, assert.fail).sweep();
      clearInterval(ticking);
      assert.equal(
        batches.reduce((sum, each) => sum + each, 0),
        1_000,
      );
      assert.ok(Math.max(...batches) <= 200, `${batches}`);
      assert.ok(turns >= batches.length, 'the event loop has turned after each portion');
    });

    it('[D43] when several nodes sweep at the same time, then no old record is left after the next sweep, and closing ends a sweep', async () => {
      for (let index = 0; index < 700; index++) await storage.audit.add(recordOf(account, 500));
      const sweeping = [1, 2, 3].map(() => new Retention(storage, { auditDays: 400, clock: Date.now }, assert.fail));
      await Promise.all(sweeping.map((each) => each.sweep()));
      // Rows that one node was deleting are skipped by the others until the next sweep.
      await sweeping[0]!.sweep();
      assert.deepEqual(await storage.audit.list(account, page), []);

      for (let index = 0; index < 700; index++) await storage.audit.add(recordOf(account, 500));
      const retention = new Retention(storage, { auditDays: 400, clock: Date.now }, assert.fail);
      retention.start();
      await retention.close();
      const left = await storage.audit.list(account, page);
      assert.ok(left.length >= 500 && left.length <= 700, `${left.length}`);
    });

    it('[D9] when a Live is created with an idempotency record, then both are created together or not at all, and only once', async () => {
      const createIdempotencyRecord = (more: Partial<IdempotencyRecord> = {}): IdempotencyRecord => ({
        credentialId: newId(),
        key: 'key',
        hash: 'hash',
        at: new Date().toISOString(),
        response: { body: '{"a":"ä"}', etag: '"1"', location: null },
        ...more,
      });
      const create = (idempotencyRecord: IdempotencyRecord, quota = 1_000) => {
        const record = liveRecord(account);
        return storage.lives
          .create(record, quota, null, idempotencyRecord)
          .then((outcome) => ({ outcome, id: record.id }));
      };
      const idempotencyRecord = createIdempotencyRecord();
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => create(idempotencyRecord)));
      const made = outcomes.filter(({ outcome }) => outcome === 'created');
      assert.deepEqual([made.length, outcomes.filter(({ outcome }) => outcome === 'repeated').length], [1, 9]);
      const there = async () => (await storage.lives.list(account, { limit: 100, after: null })).map(({ id }) => id);
      assert.deepEqual(await there(), [made[0]!.id]);
      assert.deepEqual(
        await storage.idempotencyRecords.find(idempotencyRecord.credentialId, idempotencyRecord.key),
        idempotencyRecord,
      );
      assert.equal(await storage.idempotencyRecords.find(idempotencyRecord.credentialId, 'other'), null);
      assert.equal(await storage.idempotencyRecords.find(newId(), idempotencyRecord.key), null);

      assert.equal((await create(idempotencyRecord, 1)).outcome, 'repeated', 'before the quota');
      const refused = createIdempotencyRecord();
      assert.equal((await create(refused, 1)).outcome, 'quota_exceeded');
      assert.equal(await storage.idempotencyRecords.find(refused.credentialId, 'key'), null);
      await assert.rejects(
        create(createIdempotencyRecord({ hash: null as unknown as string })),
        'an idempotency record that cannot be stored',
      );
      assert.equal((await there()).length, 1);

      const old = new Date(Date.now() - DAY_MS - 1_000).toISOString();
      await place.sql(`UPDATE receipts SET at = '${old}'`);
      assert.equal(await storage.idempotencyRecords.find(idempotencyRecord.credentialId, idempotencyRecord.key), null);
      assert.equal(
        (await create({ ...idempotencyRecord, hash: 'new' })).outcome,
        'created',
        'in the place of the old one',
      );
      assert.equal(
        (await storage.idempotencyRecords.find(idempotencyRecord.credentialId, idempotencyRecord.key))?.hash,
        'new',
      );
      assert.equal(await storage.idempotencyRecords.deleteExpired(100), 0);
      await place.sql(`UPDATE receipts SET at = '${old}'`);
      assert.equal(await storage.idempotencyRecords.deleteExpired(100), 1);
    });
  });
}

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { toAuditRecord } from '../../src/domain/audit/audit.ts';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import { Retention } from '../../src/domain/retention.ts';
import type { CountedUsage, LiveRecord, Owner } from '../../src/storage/storage.ts';
import { liveRecord, TEST_ACTOR } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createOwners, useStorage } from './place.ts';

const SONG: CountedUsage = {
  key: 'song a',
  what: 'song',
  title: 'Größe\u{1F54A}',
  authors: 'Ana',
  copyright: '© 2020',
  ccli: '22025',
  songbook: { name: 'EG', number: '012' },
  day: '2026-03-01',
};
const EDITION: CountedUsage = {
  ...{ key: 'edition kjv', what: 'edition', title: 'King James', copyright: 'Public domain', day: '2026-03-02' },
  ...{ authors: null, ccli: null, songbook: null },
};
const ALL = { from: '0000-01-01', to: '9999-12-31', limit: 1_000 };

for (const engine of ENGINES) {
  describe(`[D77] storage contract, usage, on ${engine}`, () => {
    const { storage } = useStorage(engine);
    let userId: string;
    before(async () => {
      ({ userId } = await createOwners(storage));
    });
    const openLive = async (): Promise<LiveRecord> => {
      const owner: Owner = { kind: 'organization', id: newUuid() };
      await storage.accounts.createOrganization({ id: owner.id, name: 'Church', ownerUserId: userId });
      return addLive(owner);
    };
    const addLive = async (owner: Owner) => {
      const record = liveRecord(owner);
      await storage.lives.create(record, 10, null);
      return record;
    };
    const commit = (record: LiveRecord, counted: CountedUsage[], sequence = record.sequence) =>
      storage.lives.commit({
        expectedSequence: sequence,
        next: { ...record, sequence: sequence + 1 },
        queue: [],
        journal: null,
        audit: null,
        counted,
      });

    it('when changes count, then their rows add up with the latest title, and a stale change counts nothing', async () => {
      const live = await openLive();
      const other = await addLive(live.owner);
      await Promise.all([commit(live, [SONG, EDITION]), commit(other, [SONG])]);
      assert.equal(await commit(live, [SONG], 0), 'stale');
      await commit(live, [{ ...SONG, title: 'New', songbook: null }], 1);
      const rows = await storage.usage.list(live.owner.id, ALL);
      const expected = [
        { ...SONG, liveId: live.id, title: 'New', songbook: null, count: 2 },
        { ...SONG, liveId: other.id, count: 1 },
        { ...EDITION, liveId: live.id, count: 1 },
      ];
      assert.deepEqual(new Set(rows), new Set(expected));
      const one = { from: '2026-03-02', to: '2026-03-02', limit: 10 };
      assert.deepEqual(await storage.usage.list(live.owner.id, one), expected.slice(2));
      assert.equal(await storage.usage.findFirstDay(live.owner.id), '2026-03-01');
      assert.equal(await storage.usage.findFirstDay(live.owner.id, '2026-03-01'), '2026-03-02');
      assert.equal(await storage.usage.findFirstDay(newId()), null);
    });

    it('when a Live is deleted, then its counts stay, with what ends then, and those of a deleted organization do not', async () => {
      const live = await openLive();
      await commit(live, [SONG]);
      assert.equal(await storage.lives.delete(live.id, 1, null, [EDITION]), 'deleted');
      assert.equal((await storage.usage.list(live.owner.id, ALL)).length, 2);
      const begun = { now: new Date().toISOString(), actor: TEST_ACTOR };
      assert.equal(await storage.ownerDeletion.begin(live.owner, begun), 'begun');
      while (await storage.ownerDeletion.deleteBatch(live.owner));
      assert.deepEqual(await storage.usage.list(live.owner.id, ALL), []);
    });

    it('when something is on air that is not counted yet, then its Live is open', async () => {
      const live = await openLive();
      const stay = { key: 'song a', since: 1, ms: 0, until: 0, counted: null };
      await commit({ ...live, usage: [stay] }, []);
      assert.deepEqual(await storage.usage.listOpenLives(live.owner.id), [live.id]);
      assert.deepEqual((await storage.lives.load(live.id))!.record.usage, [stay]);
      await commit({ ...live, usage: [{ ...stay, counted: '2026-03-01' }] }, [], 1);
      assert.deepEqual(await storage.usage.listOpenLives(live.owner.id), []);
    });

    it('when counts are swept, then those of three years stay', async () => {
      const live = await openLive();
      const now = Date.parse('2029-03-02T12:00:00.000Z');
      await commit(live, [
        { ...SONG, day: '2026-02-28' },
        { ...EDITION, day: '2026-02-28' },
        { ...SONG, day: '2026-03-02' },
      ]);
      await new Retention(storage, { auditDays: 400, clock: () => now }, assert.fail).sweep();
      const rows = await storage.usage.list(live.owner.id, ALL);
      assert.deepEqual(
        rows.map(({ day }) => day),
        ['2026-03-02'],
      );
    });

    it('when decks are listed, then a song has the last day on which it was shown in any Live', async () => {
      const live = await openLive();
      const organizationId = live.owner.id;
      const deck = (more: object) => ({
        ...{ id: newId(), organizationId, title: 'Song', revision: 1, slides: [], kind: 'song' as const, order: null },
        ...{ footer: null, shared: false, languageTag: null, songbook: null, createdAt: '', updatedAt: '' },
        ...more,
      });
      const [sung, unsung] = [deck({ createdAt: '1' }), deck({ createdAt: '2' })];
      for (const each of [sung, unsung]) assert.equal(await storage.decks.create(each, 10), 'created');
      await commit(live, [{ ...SONG, key: `song ${sung.id}` }]);
      await commit(await addLive(live.owner), [{ ...SONG, key: `song ${sung.id}`, day: '2026-04-05' }]);
      const listed = await storage.decks.list(organizationId, { limit: 10, after: null });
      assert.deepEqual(
        listed.map(({ lastUsed }) => lastUsed),
        ['2026-04-05', null],
      );
    });

    it('when a license is set, then the version of the profile grows, and null removes it', async () => {
      const { owner } = await openLive();
      const set = (licence: string | null) =>
        storage.owners.setLicence(owner, licence, toAuditRecord(TEST_ACTOR, { owner }));
      await set('1234567');
      const { version, ccliLicence } = await storage.owners.find(owner);
      await set(null);
      const removed = await storage.owners.find(owner);
      assert.deepEqual([ccliLicence, removed.ccliLicence, removed.version - version], ['1234567', null, 1]);
      assert.equal((await storage.audit.list(owner, { limit: 10, before: null, since: null })).length, 2);
    });
  });
}

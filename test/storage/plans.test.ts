import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { toAuditRecord } from '../../src/domain/audit/audit.ts';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import type { AuditRecord, LiveRecord, Owner, PlanRecord } from '../../src/storage/storage.ts';
import { liveRecord, TEST_ACTOR } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { count, createOwners, useStorage } from './place.ts';

const planOf = (owner: Owner, more: Partial<PlanRecord> = {}): PlanRecord => ({
  id: newId(),
  owner,
  name: 'Sunday',
  date: '2026-11-29',
  startsAt: '10:30',
  revision: 1,
  entries: [
    {
      id: 'a',
      kind: 'passage',
      title: 'Gospel',
      passage: 'John 3:16',
      note: 'é\u{1F54A}\n',
      minutes: 5,
      person: 'Ana',
      listed: true,
    },
  ],
  removed: [{ id: 'b', after: 'a' }],
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const auditOf = ({ owner, id }: PlanRecord): AuditRecord => toAuditRecord(TEST_ACTOR, { owner, resource: id });

const changeOf = (plan: PlanRecord) => ({ audit: auditOf(plan), mayBeAttached: true });

for (const engine of ENGINES) {
  describe(`[D65] storage contract, plans, on ${engine}`, () => {
    const { storage } = useStorage(engine);
    let userId: string;
    let owner: Owner;

    before(async () => {
      ({ userId } = await createOwners(storage));
      owner = await organization();
    });

    const organization = async (): Promise<Owner> => {
      const id = newUuid();
      await storage.accounts.createOrganization({ id, name: 'Church', ownerUserId: userId });
      return { kind: 'organization', id };
    };
    const created = async (more: Partial<PlanRecord> = {}, one = owner): Promise<PlanRecord> => {
      const plan = planOf(one, more);
      assert.equal(await storage.plans.create(plan, 1_000, { audit: auditOf(plan) }), 'created');
      return plan;
    };
    const addLive = async (more: Partial<LiveRecord>, one = owner): Promise<string> => {
      const record = liveRecord(one, more);
      assert.equal(await storage.lives.create(record, 1_000, null), 'created');
      return record.id;
    };
    const asideOf = async (id: string) => (await storage.lives.findVersion(id))!.backstageVersion;

    it('create: when plans are created concurrently, then they reach the quota of their owner exactly; without an owner none is created', async () => {
      const crowded = await organization();
      const create = (one: Owner) => {
        const plan = planOf(one);
        return storage.plans.create(plan, 5, { audit: auditOf(plan) });
      };
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => create(crowded)));
      assert.deepEqual([count(outcomes, 'created'), count(outcomes, 'quota_exceeded')], [5, 7]);
      assert.equal(await create({ kind: 'organization', id: newUuid() }), 'missing');
      assert.equal(await create({ kind: 'account', id: crowded.id }), 'missing');
    });

    it('find and list: when plans are read, then they are unchanged, of one owner, oldest first', async () => {
      const one = await organization();
      const plans = [];
      for (const hour of [2, 1, 3]) plans.push(await created({ createdAt: `2026-01-01T0${hour}:00:00.000Z` }, one));
      for (const plan of plans) assert.deepEqual(await storage.plans.find(one, plan.id), plan);
      assert.equal(await storage.plans.find(owner, plans[0]!.id), null);
      const [second, first, third] = plans.map(({ entries, removed: _, startsAt: __, ...summary }) => ({
        ...summary,
        entryCount: entries.length,
      }));
      assert.deepEqual(await storage.plans.list(one, { limit: 2, after: null }), [first, second]);
      assert.deepEqual(await storage.plans.list(one, { limit: 2, after: second! }), [third]);
    });

    it('replace and delete: when they start from the same revision, then exactly one succeeds, with one audit record', async () => {
      const plan = await created();
      const rivals = await Promise.all([
        storage.plans.replace({ ...plan, name: 'One', revision: 2 }, changeOf(plan)),
        storage.plans.replace({ ...plan, name: 'Two', revision: 2 }, changeOf(plan)),
        storage.plans.delete(plan, changeOf(plan)),
      ]);
      assert.equal(rivals.filter((each) => each === 'stale').length, 2);
      const audit = await storage.audit.list(owner, { limit: 100, before: null, since: null });
      assert.equal(audit.filter(({ resource }) => resource === plan.id).length, 2, 'with the creation');
      const elsewhere = { ...plan, owner: await organization() };
      assert.equal(await storage.plans.replace({ ...elsewhere, revision: 2 }, changeOf(elsewhere)), 'stale');
    });

    it('replace and delete: when Lives have the plan, then their backstage version increases, and that of others does not', async () => {
      const plan = await created();
      const [has, other, none] = [
        await addLive({ planId: plan.id, planEntryId: 'a' }),
        await addLive({ planId: newId() }),
        await addLive({}),
      ];
      await storage.lives.setStage(has, () => ({ message: 'Hello', countdownTo: null }), null);
      const next = { ...plan, entries: [], revision: 2 };
      const refused = { audit: auditOf(plan), mayBeAttached: false };
      assert.equal(await storage.plans.replace(next, refused), 'attached', '[D75] nothing changes');
      const replaced = await storage.plans.replace(next, changeOf(plan));
      const stage = { message: 'Hello', countdownTo: null };
      assert.deepEqual(replaced, new Map([[has, { version: 2, stage }]]));
      const deleted = await storage.plans.delete(next, changeOf(plan));
      assert.deepEqual(deleted, new Map([[has, { version: 3, stage }]]));
      assert.deepEqual(await Promise.all([has, other, none].map(asideOf)), [3, 0, 0]);
      const { record } = (await storage.lives.load(has))!;
      assert.deepEqual([record.sequence, record.planId, record.planEntryId], [0, plan.id, 'a']);
      assert.equal(await storage.plans.find(owner, plan.id), null);
    });

    it('replace: when a Live gets the plan meanwhile, then it is notified of the change, or has the new plan', async () => {
      for (let round = 0; round < 5; round++) {
        const plan = await created();
        const id = await addLive({});
        const { record } = (await storage.lives.load(id))!;
        const attach = storage.lives.commit({
          expectedSequence: 0,
          next: { ...record, planId: plan.id, sequence: 1 },
          queue: [],
          journal: null,
          audit: null,
        });
        const seen = attach.then(async () => (await storage.plans.find(owner, plan.id))!.revision);
        const [revision, touched] = await Promise.all([
          seen,
          storage.plans.replace({ ...plan, revision: 2 }, changeOf(plan)),
        ]);
        assert.ok(typeof touched !== 'string');
        assert.ok(
          revision === 2 || touched.has(id),
          'who reads the old plan after the commit is notified of the new one',
        );
      }
    });

    it('findLatestSnapshot: when a deck is published again, then the latest snapshot is found, with the revision of the deck', async () => {
      const song = { kind: 'slides' as const, order: null, footer: null, languageTag: null, songbook: null };
      const { id: organizationId } = owner;
      const deck = {
        id: newId(),
        organizationId,
        title: 'Deck',
        revision: 1,
        slides: [],
        shared: false,
        ...song,
        createdAt: '2026',
        updatedAt: '2026',
      };
      assert.equal(await storage.decks.create(deck, 10), 'created');
      assert.equal(await storage.decks.findLatestSnapshot(deck.id), null);
      for (const deckRevision of [1, 4]) {
        const snapshot = { ...deck, id: newId(), deckId: deck.id, deckRevision };
        const published = await storage.decks.publish(snapshot, 10);
        assert.ok(typeof published === 'object');
        assert.deepEqual(await storage.decks.findLatestSnapshot(deck.id), { id: snapshot.id, deckRevision });
        assert.equal((await storage.decks.findSnapshot(snapshot.id))!.deckRevision, deckRevision);
      }
    });
  });
}

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import { applyTransition, type Transition } from '../../src/domain/live/changes/transitions.ts';
import type {
  LiveRecord,
  LiveState,
  Owner,
  QueueItem,
  QueueMutation,
  UsedEditions,
} from '../../src/storage/storage.ts';
import { emptyState, liveRecord } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { count, createOwners, edition, isUnavailable, useStorage } from './place.ts';

const UNDOABLE = {
  at: '2026-01-01T00:00:00.000Z',
  userId: 'user',
  credentialId: null,
  operation: 'pushPassage',
  verses: { revisionId: 'r', passages: [{ book_id: 43, chapter: 3, verse: 16 }] },
};

const item = (rank: number, more: Partial<QueueItem> = {}): QueueItem => ({
  id: newId(),
  rank,
  bookId: 1,
  book: 'Genesis',
  chapter: 1,
  verse: Math.floor(rank) + 1,
  text: `Verse ${rank + 1}`,
  translation: 'one',
  revisionId: 'revision',
  line: null,
  run: null,
  ...more,
});

const asVerse = (index: number) => ({ chapter: 1, verse: 1 + index, text: `Text ${index}` });

/** Any text that a column must store. PostgreSQL has no NUL, and the API refuses it. */
const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replaceAll('\0', ''));

/** One step of the model: a change that depends on the current queue. */
type Step = (state: LiveState) => Transition;
const pick = <Value>(values: readonly Value[], seed: number): Value | undefined => values[seed % values.length];
/** The state as the storage reads it back, with an array of items. */
const applied = (state: LiveState, transition: Transition): LiveState => {
  const next = applyTransition(state, transition);
  return { ...next, items: next.items.slice() };
};
const onQueue =
  (make: (items: readonly QueueItem[]) => QueueMutation[]): Step =>
  ({ items }) => ({ record: {}, queue: make(items.slice()) });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.array(text, { minLength: 1, maxLength: 300 }).map((texts) =>
    onQueue((items) => {
      const start = (items.at(-1)?.rank ?? -1) + 1;
      return [{ type: 'insert', items: texts.map((one, index) => item(start + index, { text: one })) }];
    }),
  ),
  fc
    .nat()
    .map((seed) => onQueue((items) => [{ type: 'remove', items: items.filter((_, at) => (at + seed) % 3 === 0) }])),
  fc.constant(onQueue(() => [{ type: 'clear' }])),
  fc.constant(onQueue(() => [{ type: 'clear' }, { type: 'insert', items: [item(0), item(1)] }])),
  // Reversed: every item gets the rank of another.
  fc.constant(
    onQueue((items) => [
      { type: 'rank', items: items.map((one, index) => ({ item: one, rank: items.at(-1 - index)!.rank })) },
    ]),
  ),
  // Moved: a rank between two others.
  fc.tuple(fc.nat(), fc.nat()).map(([from, to]) =>
    onQueue((items) => {
      const moved = pick(items, from);
      if (!moved) return [];
      const at = to % items.length;
      const rank = ((items[at - 1]?.rank ?? items[0]!.rank - 2) + items[at]!.rank) / 2;
      return [{ type: 'rank', items: [{ item: moved, rank }] }];
    }),
  ),
  fc
    .record(
      {
        name: text,
        status: fc.constantFrom('running' as const, 'stopped' as const),
        mode: fc.constantFrom('reader' as const, 'presentation' as const),
        paused: fc.boolean(),
        showing: fc.boolean(),
        reference: fc.option(text),
        translations: fc.array(text, { maxLength: 4 }),
        viewerSettings: fc.tuple(fc.boolean(), fc.integer({ min: -4, max: 8 })).map(([presentation, scale]) => ({
          theme: 'light' as const,
          scale,
          presentation,
        })),
        focusItemId: fc.option(text),
        focusLines: fc.integer({ min: 1, max: 6 }),
        focusPart: fc.nat(),
        paging: fc.record(
          { lines: fc.nat(), page_characters: fc.nat(), keys: fc.option(fc.array(text)) },
          { noNullPrototype: true },
        ),
        secretHash: fc.option(text),
        slide: fc.option(
          fc.record(
            { snapshotId: text, deckId: text, revision: fc.nat(), slideId: text, index: fc.nat(), blank: fc.boolean() },
            { noNullPrototype: true },
          ),
        ),
        journal: fc.record(
          {
            end: fc.nat(),
            slot: fc.nat(),
            steps: fc.array(fc.nat()),
            redos: fc.array(fc.nat()),
            stepping: fc.boolean(),
            content: fc.constantFrom(null, 'run a'),
            left: fc.constantFrom(null, { slide: null, focusItemId: 'a', focusLines: 2, focusPart: 0 }),
            undoable: fc.constantFrom(null, UNDOABLE),
          },
          { noNullPrototype: true },
        ),
      },
      { requiredKeys: [], noNullPrototype: true },
    )
    .map(
      (record): Step =>
        () => ({ record, queue: [] }),
    ),
);

/** Time for a statement to come to its waiting. */
const LOCKED_MS = 100;

for (const engine of ENGINES) {
  describe(`storage contract, Lives, on ${engine}`, () => {
    const { place, storage, reopen } = useStorage(engine);
    let account: Owner;
    let userId: string;

    before(async () => {
      ({ account, userId } = await createOwners(storage));
    });

    const created = async (more: Partial<LiveRecord> = {}, owner = account): Promise<LiveRecord> => {
      const record = liveRecord(owner, more);
      assert.equal(await storage.lives.create(record, 1_000_000, null), 'created');
      return record;
    };
    const commit = (state: LiveState, transition: Transition) => {
      const next = applied(state, transition);
      const expectedSequence = state.record.sequence;
      const change = { expectedSequence, next: next.record, queue: transition.queue, journal: null, audit: null };
      return storage.lives.commit(change).then((outcome) => ({ outcome, next }));
    };

    describe('lives', () => {
      it('commit: when parallel changes start from one sequence, then exactly one is durable, whole', async () => {
        let state: LiveState = emptyState(await created());
        for (let round = 0; round < 5; round++) {
          const rivals = await Promise.all(
            Array.from({ length: 12 }, (_, rival) => {
              const rank = state.items.length;
              const items = [item(rank), item(rank + 1, { text: `Rival ${rival}` })];
              return commit(state, { record: { name: `Rival ${rival}` }, queue: [{ type: 'insert', items }] });
            }),
          );
          const winners = rivals.filter(({ outcome }) => outcome === 'committed');
          assert.equal(winners.length, 1);
          assert.equal(rivals.filter(({ outcome }) => outcome === 'stale').length, 11);
          state = winners[0]!.next;
          assert.deepEqual(await storage.lives.load(state.record.id), state);
        }
      });

      it('commit: when the Live is unknown, then the change is stale, and the Live stays unknown', async () => {
        const record = liveRecord(account);
        const { outcome } = await commit(emptyState(record), {
          record: {},
          queue: [{ type: 'insert', items: [item(0)] }],
        });
        assert.equal(outcome, 'stale');
        assert.equal(await storage.lives.load(record.id), null);
        assert.equal(await storage.lives.findVersion(record.id), null);
      });

      it('commit: when the editions of a change are not in the library, or not at those revisions, then the change is stale', async () => {
        for (const slug of ['used', 'used-too', 'other']) await storage.editions.import(edition(slug));
        for (const slug of ['used', 'used-too']) await storage.libraries.enable(account, slug);
        const stranger = { ...account, id: newUuid() };
        const revisionId = async (slug: string) => (await storage.editions.currentRevision(slug))!;
        const used = { slug: 'used', revisionId: await revisionId('used') };
        const usedToo = { slug: 'used-too', revisionId: await revisionId('used-too') };
        const other = { slug: 'other', revisionId: await revisionId('other') };
        const start = emptyState(await created());
        const attempt = async (state: LiveState, texts: UsedEditions) => {
          const queue: QueueMutation[] = [{ type: 'insert', items: [item(state.items.length)] }];
          const next = applied(state, { record: {}, queue });
          const expectedSequence = state.record.sequence;
          const change = {
            expectedSequence,
            next: next.record,
            queue,
            journal: null,
            audit: null,
            usedEditions: texts,
          };
          return { outcome: await storage.lives.commit(change), next };
        };
        const whatIsMissing: UsedEditions[] = [
          { owner: account, editions: [used, other] },
          { owner: account, editions: [{ slug: 'unknown', revisionId: used.revisionId }] },
          { owner: account, editions: [{ slug: 'used', revisionId: usedToo.revisionId }, usedToo] },
          { owner: account, editions: [{ slug: 'used', revisionId: null }] },
          { owner: stranger, editions: [used] },
          { owner: { ...account, kind: 'organization' }, editions: [used] },
        ];
        for (const texts of whatIsMissing) {
          assert.equal((await attempt(start, texts)).outcome, 'stale', JSON.stringify(texts));
          assert.deepEqual(await storage.lives.load(start.record.id), start);
        }
        const { outcome, next } = await attempt(start, { owner: account, editions: [used, usedToo] });
        assert.equal(outcome, 'committed');
        assert.deepEqual(await storage.lives.load(start.record.id), next);

        // In one group, each change depends only on its own editions.
        const lives = await Promise.all(Array.from({ length: 6 }, async () => emptyState(await created())));
        const outcomes = await Promise.all(
          lives.map((live, index) => attempt(live, { owner: account, editions: [index % 2 === 0 ? used : other] })),
        );
        assert.deepEqual(
          outcomes.map((each) => each.outcome),
          ['committed', 'stale', 'committed', 'stale', 'committed', 'stale'],
        );

        await storage.editions.import(edition('used'));
        assert.equal((await attempt(next, { owner: account, editions: [used] })).outcome, 'stale');
        await storage.libraries.disable(account, 'used-too');
        assert.equal((await attempt(next, { owner: account, editions: [usedToo] })).outcome, 'stale');
        assert.deepEqual(await storage.lives.load(start.record.id), next);
      });

      it('commit: when the queue part of a change fails midway, then nothing at all is changed', async () => {
        const { next: state } = await commit(emptyState(await created()), {
          record: { showing: true },
          queue: [{ type: 'insert', items: [item(0), item(1)] }],
        });
        const twice = item(300);
        const many = Array.from({ length: 300 }, (_, index) => item(index));
        const queue: QueueMutation[] = [{ type: 'clear' }, { type: 'insert', items: [...many, twice, twice] }];
        await assert.rejects(commit(state, { record: { name: 'Half' }, queue }));
        assert.deepEqual(await storage.lives.load(state.record.id), state);
        assert.equal((await commit(state, { record: {}, queue: [] })).outcome, 'committed');
      });

      it('load: when any changes were made, then the result is what applyTransition says', async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12, size: 'max' }), async (steps) => {
            let state: LiveState = emptyState(await created());
            for (const transition of steps) {
              const { outcome, next } = await commit(state, transition(state));
              assert.equal(outcome, 'committed');
              state = next;
              assert.deepEqual(await storage.lives.load(state.record.id), state);
            }
            const { sequence } = state.record;
            assert.deepEqual(await storage.lives.findVersion(state.record.id), {
              sequence,
              profileVersion: 0,
              backstageVersion: 0,
            });
          }),
          { numRuns: 40 },
        );
      });

      it('load: when the Live changes meanwhile, then record and queue are from one snapshot', async () => {
        let state: LiveState = emptyState(await created());
        let writing = true;
        const readers = [1, 2, 3].map(async () => {
          while (writing) {
            const { record, items } = (await storage.lives.load(state.record.id))!;
            assert.equal(items.length, record.sequence);
            // A group of commits waits for the end of the tick.
            await new Promise(setImmediate);
          }
        });
        for (let rank = 0; rank < 40; rank++) {
          ({ next: state } = await commit(state, { record: {}, queue: [{ type: 'insert', items: [item(rank)] }] }));
        }
        writing = false;
        await Promise.all(readers);
        assert.equal((await storage.lives.load(state.record.id))!.items.length, 40);
      });

      it('delete: when a Live is deleted, then it is a compare-and-set, atomic with the queue', async () => {
        const { next: state } = await commit(emptyState(await created()), {
          record: {},
          queue: [{ type: 'insert', items: [item(0), item(1)] }],
        });
        const { id } = state.record;
        assert.equal(await storage.lives.delete(id, 0, null), 'stale');
        assert.deepEqual(await storage.lives.load(id), state);
        const outcomes = await Promise.all(Array.from({ length: 8 }, () => storage.lives.delete(id, 1, null)));
        assert.deepEqual([count(outcomes, 'deleted'), count(outcomes, 'missing')], [1, 7]);
        assert.equal(await storage.lives.load(id), null);
        assert.equal(
          (await commit(state, { record: {}, queue: [{ type: 'insert', items: [item(9)] }] })).outcome,
          'stale',
        );
        const again = await created({ id });
        assert.deepEqual(await storage.lives.load(id), emptyState(again));
      });

      // On SQLite, one process has all writes, one after another.
      const severalNodes = { skip: engine === 'sqlite' && 'one node' };
      it(
        'delete: when another node reports who is present meanwhile, then nothing of the Live is left',
        severalNodes,
        async () => {
          const { record } = emptyState(await created());
          const tables = place.tables();
          const report = await tables.startTransaction().execute();
          await sql`INSERT INTO operators SELECT id, 'one', '2026-01-01', 4102444800 FROM lives WHERE id = ${record.id}`.execute(
            report,
          );
          await sql`INSERT INTO viewer_peaks (live_id, viewers, at) SELECT id, 1, '2026-01-01' FROM lives WHERE id = ${record.id}`.execute(
            report,
          );
          const deleted = storage.lives.delete(record.id, record.sequence, null);
          await sleep(LOCKED_MS);
          await report.commit().execute();
          await tables.destroy();
          assert.equal(await deleted, 'deleted');
          for (const table of ['operators', 'viewer_peaks'])
            assert.deepEqual(await place.sql(`SELECT * FROM ${table} WHERE live_id = '${record.id}'`), [], table);
        },
      );

      it('delete and commit: when both start from one sequence, then exactly one of them happens', async () => {
        for (let round = 0; round < 10; round++) {
          const state: LiveState = emptyState(await created());
          const [deletion, change] = await Promise.all([
            storage.lives.delete(state.record.id, 0, null),
            commit(state, { record: {}, queue: [{ type: 'insert', items: [item(0)] }] }),
          ]);
          const after = deletion === 'deleted' ? null : change.next;
          assert.deepEqual([deletion, change.outcome], after ? ['stale', 'committed'] : ['deleted', 'stale']);
          assert.deepEqual(await storage.lives.load(state.record.id), after);
        }
      });

      it('create: when Lives are created in parallel, then they reach the quota of their owner exactly', async () => {
        const ownerUserId = userId;
        const crowded: Owner = { kind: 'organization', id: newUuid() };
        await storage.accounts.createOrganization({ id: crowded.id, name: 'Crowded', ownerUserId });
        const outcomes = await Promise.all(
          Array.from({ length: 20 }, () => storage.lives.create(liveRecord(crowded), 5, null)),
        );
        assert.deepEqual([count(outcomes, 'created'), count(outcomes, 'quota_exceeded')], [5, 15]);
        const listed = await storage.lives.list(crowded, { limit: 100, after: null });
        assert.equal(listed.length, 5);
        assert.equal(await storage.lives.delete(listed[0]!.id, 0, null), 'deleted');
        assert.equal(await storage.lives.create(liveRecord(crowded), 5, null), 'created');
        assert.equal(await storage.lives.create(liveRecord(crowded), 5, null), 'quota_exceeded');
      });

      it('list: when Lives are listed, then the oldest is first, then by code points of the id, page after page, of one owner', async () => {
        const owner: Owner = { kind: 'organization', id: newUuid() };
        await storage.accounts.createOrganization({ id: owner.id, name: 'Lister', ownerUserId: userId });
        const same = '2026-02-02T00:00:00.000Z';
        const ids = ['b', 'B', '_', 'a-', 'a', '0', 'Z', 'ä'];
        for (const id of ids) await created({ id: `list${id}`, createdAt: same }, owner);
        await created({ id: 'list-first', createdAt: '2026-02-01T23:59:59.999Z' }, owner);
        await created({ id: 'list-0-last', createdAt: '2026-02-02T00:00:00.001Z' }, owner);
        await created({ id: 'list-elsewhere', createdAt: same });
        const expected = ['list-first', ...ids.map((id) => `list${id}`).toSorted(), 'list-0-last'];
        for (const limit of [1, 3, 10, 50]) {
          const found: string[] = [];
          for (let last: { createdAt: string; id: string } | null = null; ; ) {
            const page = await storage.lives.list(owner, { limit, after: last });
            assert.ok(page.length <= limit);
            found.push(...page.map(({ id }) => id));
            if (page.length < limit) break;
            last = page.at(-1)!;
          }
          assert.deepEqual(found, expected);
        }
        assert.deepEqual(await storage.lives.list({ kind: 'account', id: owner.id }, { limit: 9, after: null }), []);
      });
    });

    it('when operations run concurrently, then failures do not affect successful ones', async () => {
      const twice = { chapter: 1, verse: 1, text: 'Twice' };
      const books = [{ bookId: 1, name: 'Genesis', verses: [...Array(1_200).keys()].map(asVerse) }];
      const broken = [...books, { bookId: 2, name: 'Exodus', verses: [twice, twice] }];
      const doubled = item(0);
      const begun: LiveState[] = [];
      // One by one: they wait for the row of their owner, but not for long here.
      while (begun.length < 12) begun.push(emptyState(await created()));
      const work = begun.map(async (first, index) => {
        let state = first;
        const failures = Promise.allSettled([
          storage.editions.import(edition(`broken${index}`, { books: broken })),
          commit(state, { record: { name: 'Half' }, queue: [{ type: 'insert', items: [doubled, doubled] }] }),
        ]);
        for (let rank = 0; rank < 5; rank++) {
          const { outcome, next } = await commit(state, {
            record: {},
            queue: [{ type: 'insert', items: [item(rank)] }],
          });
          assert.equal(outcome, 'committed');
          state = next;
        }
        await storage.editions.import(edition(`whole${index}`, { books }));
        const [importing, half] = await failures;
        assert.equal(importing.status, 'rejected');
        // If another change of the Live was faster, this one was stale before it could fail.
        assert.ok(half.status === 'rejected' || half.value.outcome === 'stale');
        return state;
      });
      const states = await Promise.all(work);
      for (const [index, state] of states.entries()) {
        assert.deepEqual(await storage.lives.load(state.record.id), state);
        assert.equal(await storage.editions.find(`broken${index}`), null);
        assert.deepEqual((await storage.editions.find(`whole${index}`))?.bookIds, [1]);
      }
    });

    it('when the database is locked, then it is unavailable and nothing is changed; afterwards writes succeed', async () => {
      const state: LiveState = emptyState(await created());
      const transition: Transition = { record: { name: 'Late' }, queue: [{ type: 'insert', items: [item(0)] }] };
      await storage.close();
      await reopen({ lockMaxMs: 300 });
      const release = await place.lock();
      try {
        await assert.rejects(commit(state, transition), isUnavailable);
        await assert.rejects(storage.lives.create(liveRecord(account), 1_000_000, null), isUnavailable);
        await assert.rejects(storage.lives.delete(state.record.id, 0, null), isUnavailable);
      } finally {
        await release();
        await storage.close();
        await reopen();
      }
      assert.deepEqual(await storage.lives.load(state.record.id), state);
      const { outcome, next } = await commit(state, transition);
      assert.equal(outcome, 'committed');
      assert.deepEqual(await storage.lives.load(state.record.id), next);
    });
  });
}

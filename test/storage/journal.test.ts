import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UNDO_MAX_STEPS } from '../../src/contract/limits.ts';
import { lastExpiredNumber, requireUndoSlot } from '../../src/domain/live/changes/journal.ts';
import { liveRecord } from '../support/requests/live-state.ts';
import { ENGINES } from '../support/server/lectern.ts';
import { createOwners, createPlace } from './place.ts';

const STEPS = 23;
const SHOWN = 205;
/** A queue item written before lines and runs existed. */
const toItem = (number: number) => ({
  ...{ id: `shown ${number}`, rank: number, bookId: 43, book: 'John', chapter: 3, verse: number },
  ...{ text: `Ä "${number}"`, translation: 'one', revisionId: 'revision' },
});
const times = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

for (const engine of ENGINES) {
  describe(`the journal on ${engine}`, () => {
    it('[D50] when entries were stored in two ring buffers, then they can still be undone and shown, and are overwritten in turn', async () => {
      const place = await createPlace(engine);
      const first = await place.open();
      const record = liveRecord((await createOwners(first)).account);
      const fresh = liveRecord(record.owner);
      for (const live of [record, fresh]) assert.equal(await first.lives.create(live, 10, null), 'created');
      await first.close();
      const insert = (slot: number, number: number, undo: string, shown: string) =>
        `('${record.id}', ${slot}, ${number}, '${number}', ${undo}, ${shown})`;
      const steps = times(STEPS).slice(-UNDO_MAX_STEPS);
      await place.sql(
        `INSERT INTO journal (live_id, slot, number, at, undo, shown) VALUES ${[
          ...steps.map((number) => insert(number % 20, number, `'{"focusItemId":"step ${number}"}'`, 'NULL')),
          ...times(SHOWN)
            .slice(-200)
            .map((number) => insert(20 + (number % 200), number, 'NULL', `'${JSON.stringify([toItem(number)])}'`)),
        ].join(', ')}`,
      );
      const mark = (id: string, journal: string) =>
        place.sql(`UPDATE lives SET journal = '${journal}' WHERE id = '${id}'`);
      await mark(record.id, JSON.stringify({ end: SHOWN, undo: STEPS, depth: UNDO_MAX_STEPS }));
      await mark(fresh.id, JSON.stringify({ end: 0, undo: 0, depth: 0 }));
      const { lives, close } = await place.open();
      assert.deepEqual((await lives.load(fresh.id))!.record.journal, fresh.journal);
      const loaded = (await lives.load(record.id))!;
      const { journal } = loaded.record;
      const found = await Promise.all(
        journal.steps.map((slot) => lives.findUndoStep(record.id, slot, loaded.record.sequence)),
      );
      assert.deepEqual(
        found.map((step) => step?.focusItemId),
        steps.map((number) => `step ${number}`),
      );
      assert.equal(requireUndoSlot(loaded, 'undo'), STEPS % 20);
      assert.equal(
        await lives.findUndoStep(record.id, requireUndoSlot(loaded, 'undo'), loaded.record.sequence - 1),
        null,
      );
      const page = { limit: 500, before: null, maxBytes: 1e6, verses: true };
      const listed = async (above = lastExpiredNumber(loaded.record)) => {
        const { entries } = await lives.listShown(record.id, { ...page, above });
        const found = await Promise.all(entries.map(({ number }) => lives.findShown(record.id, number)));
        return found.map((entry) => entry!.shown[0]!.id);
      };
      const expected = times(SHOWN)
        .slice(-200)
        .reverse()
        .map((number) => `shown ${number}`);
      assert.deepEqual(await listed(), expected);
      const above = lastExpiredNumber(loaded.record);
      const [latest] = (await lives.listShown(record.id, { ...page, above })).entries;
      assert.deepEqual(latest, {
        ...{ number: SHOWN, at: `${SHOWN}`, slide: null, deckTitle: null },
        passages: [{ book_id: 43, chapter: 3, verse: SHOWN, end_chapter: 3, end_verse: SHOWN }],
        revisions: [{ id: 'revision', verses: 1 }],
        verses: `[{"book_id":43,"book":"John","chapter":3,"verse":${SHOWN},"text":"Ä \\"${SHOWN}\\"","translation":"one","rights":0}]`,
      });
      assert.deepEqual((await lives.findShown(record.id, SHOWN))!.shown, [toItem(SHOWN)]);
      // The next one overwrites the oldest.
      const next = {
        ...loaded.record,
        sequence: loaded.record.sequence + 1,
        journal: { ...journal, end: SHOWN + 1, slot: journal.slot + 1 },
      };
      const entry = {
        slot: journal.slot + 1,
        at: 'now',
        undo: null,
        shown: [{ id: 'next' } as never],
        details: { slide: null, left: null },
      };
      const change = { expectedSequence: loaded.record.sequence, next, queue: [], journal: entry, audit: null };
      assert.equal(await lives.commit(change), 'committed');
      assert.deepEqual(await listed(), ['next', ...expected.slice(0, -1)]);

      // A node of the previous version continues where this one stopped.
      const [row] = await place.sql(`SELECT journal FROM lives WHERE id = '${record.id}'`);
      const ring = JSON.parse((row as { journal: string }).journal);
      assert.deepEqual([ring.end, ring.undo, ring.depth], [SHOWN + 1, 0, 0]);
      await place.sql(`INSERT INTO journal (live_id, slot, number, at, undo, shown) VALUES
        ${insert(1, 1, `'{"focusItemId":"its step"}'`, 'NULL')},
        ${insert(20 + ((SHOWN + 2) % 200), SHOWN + 2, 'NULL', `'[{"id":"its own"}]'`)}
        ON CONFLICT (live_id, slot) DO UPDATE SET number = excluded.number, undo = excluded.undo, shown = excluded.shown`);
      await mark(record.id, JSON.stringify({ end: SHOWN + 2, undo: 1, depth: 1 }));
      await place.sql(`UPDATE lives SET sequence = sequence + 1 WHERE id = '${record.id}'`);
      const gone = (await lives.load(record.id))!;
      const step = await lives.findUndoStep(record.id, requireUndoSlot(gone, 'undo'), gone.record.sequence);
      assert.deepEqual([gone.record.journal.steps, step?.focusItemId], [[1], 'its step']);
      assert.deepEqual((await listed(lastExpiredNumber(gone.record))).slice(0, 2), ['its own', 'next']);
      // A version without redo stored its steps as `steps`.
      const steppy = { end: SHOWN + 2, slot: 7, steps: [1, 5] };
      await mark(record.id, JSON.stringify({ ...steppy, undo: 0, depth: 0 }));
      const { record: taken } = (await lives.load(record.id))!;
      assert.deepEqual(taken.journal, {
        ...steppy,
        redos: [],
        stepping: false,
        content: null,
        left: null,
        undoable: null,
      });
      await close();
      await place.drop();
    });
  });
}

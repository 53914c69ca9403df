import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LecternError } from '../../../src/contract/lectern-error.ts';
import { JOURNAL_MAX_ENTRIES, UNDO_MAX_STEPS } from '../../../src/contract/limits.ts';
import {
  continuesStep,
  lastExpiredNumber,
  requireUndoSlot,
  toJournalUpdate,
  toUndoTransition,
} from '../../../src/domain/live/changes/journal.ts';
import { moveItems } from '../../../src/domain/live/changes/move-items.ts';
import { removeItems } from '../../../src/domain/live/changes/remove-items.ts';
import {
  applyTransition,
  changePlayback,
  changeSecret,
  changeSettings,
  changeViewerSettings,
  clear,
  focus,
  leavePresentation,
  present,
  push,
  rename,
  reorder,
  type Transition,
} from '../../../src/domain/live/changes/transitions.ts';
import { toJournalRow } from '../../../src/storage/queries/live/live-rows.ts';
import type { JournalEntry, LiveState, ShownSlide, UndoStep } from '../../../src/storage/storage.ts';
import { emptyState, liveRecord } from '../../support/requests/live-state.ts';

const AT = '2026-01-01T00:00:00.000Z';
let serial = 0;
const verses = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    bookId: 43,
    book: 'John',
    chapter: 3,
    verse: index + 1,
    text: 'Text',
    translation: 'one',
    revisionId: 'r',
    line: index,
    run: 0,
  }));
const pushed = (state: LiveState, count: number, replace = false): Transition =>
  push(state, verses(count), { replace, maxItems: 1_000, newId: () => `item-${++serial}` });

/**
 * Returns the state after a transition, with its journal and journal entry. `latest` is the latest undo step, if the
 * change continues it.
 */
function take(
  state: LiveState,
  transition: Transition | null,
  latest: UndoStep | null = null,
): { state: LiveState; entry: JournalEntry | null } {
  if (!transition) return { state, entry: null };
  const after = applyTransition(state, transition);
  const kept = toJournalUpdate(state, after, transition, AT, latest);
  return kept
    ? { state: { ...after, record: { ...after.record, journal: kept.mark } }, entry: kept.entry }
    : { state: after, entry: null };
}
const seen = ({ record: { mode, slide, showing, paused, focusItemId, focusLines, focusPart }, items }: LiveState) => ({
  mode,
  slide,
  showing,
  paused,
  focusItemId,
  focusLines,
  focusPart,
  items: items.slice(),
});
const fresh = () => emptyState(liveRecord({ kind: 'account', id: 'a' }));
const filled = () => take(fresh(), pushed(fresh(), 4)).state;
const another = () => {
  const state = filled();
  return take(state, pushed(state, 1)).state;
};
const hidden = () => take(filled(), changePlayback(filled(), { paused: true })).state;
const idAt = ({ items }: LiveState, at: number) => items.at(at)!.id;
const refuses = (state: LiveState, retraces: 'undo' | 'redo') =>
  assert.throws(
    () => requireUndoSlot(state, retraces),
    (error) => error instanceof LecternError && error.code === `nothing_to_${retraces}`,
  );
const SLIDE: ShownSlide = { snapshotId: 's', deckId: 'd', revision: 1, slideId: 'one', index: 0, blank: false };
const SPANS = ['item', 'line', 'run'] as const;
const presented = () => take(filled(), present(filled(), SLIDE)).state;

describe('[D50] the journal of a Live', () => {
  /** Title, state, change, queue positions of what the change showed, whether it can be undone. */
  const CASES: [string, LiveState, (state: LiveState) => Transition | null, number[], boolean][] = [
    ['a push', filled(), (state) => pushed(state, 2), [4, 5], true],
    ['another passage', another(), (state) => focus(state, { item_id: idAt(state, 0) }), [0, 1, 2, 3], true],
    ['a push onto what is hidden', hidden(), (state) => pushed(state, 1), [4], true],
    ['a replacement', filled(), (state) => pushed(state, 2, true), [0, 1], true],
    ['another focus', filled(), (state) => focus(state, { item_id: idAt(state, 2) }), [], true],
    ['the same focus', filled(), (state) => focus(state, { item_id: idAt(state, 0) }), [], false],
    ['another focus while hidden', hidden(), (state) => focus(state, { item_id: idAt(state, 2) }), [], true],
    ['removal of another', filled(), (state) => removeItems(state, idAt(state, 3)), [], true],
    ['removal of the one with the focus', filled(), (state) => removeItems(state, idAt(state, 0)), [], true],
    ['a move', filled(), (state) => moveItems(state, idAt(state, 0), 3), [], true],
    ['a move of what is hidden', hidden(), (state) => moveItems(state, idAt(state, 0), 3), [], true],
    ['another order', filled(), (state) => reorder(state, ids(state.items).toReversed()), [], true],
    ['the same order', filled(), (state) => reorder(state, ids(state.items)), [], false],
    ['a pause', filled(), (state) => changePlayback(state, { paused: true }), [], true],
    ['a pause of what is paused', hidden(), (state) => changePlayback(state, { paused: true }), [], false],
    ['a resumption', hidden(), (state) => changePlayback(state, { paused: false }), [], true],
    ['a stop', filled(), (state) => changePlayback(state, { status: 'stopped' }), [], true],
    ['running on', filled(), (state) => changePlayback(state, { status: 'running' }), [], false],
    ['a clear', filled(), clear, [], true],
    ['a clear of nothing', fresh(), clear, [], false],
    ['another name', filled(), () => rename('Other'), [], false],
    ['other settings', filled(), () => changeSettings({ translations: [] }), [], false],
    ['another look', filled(), (state) => changeViewerSettings(state, { scale: 2 }), [], false],
    ['a secret', filled(), () => changeSecret('hash'), [], false],
    ['a slide', filled(), (state) => present(state, SLIDE), [], true],
    ['the same slide', presented(), (state) => present(state, SLIDE), [], false],
    ['another slide', presented(), (state) => present(state, { ...SLIDE, slideId: 'two', index: 1 }), [], true],
    ['a pause of a slide', presented(), (state) => changePlayback(state, { paused: true }), [], true],
    ['the end of a presentation', presented(), leavePresentation, [], true],
    ['a clear during a presentation', presented(), clear, [], true],
  ];
  for (const [title, state, change, shown, undoable] of CASES) {
    it(`when the change is ${title}, then it shows ${shown.length} verses, and is ${undoable ? 'a step' : 'no step'}`, () => {
      const { state: after, entry } = take(state, change(state));
      assert.deepEqual(
        (entry?.shown ?? []).map(({ id }) => id),
        shown.map((at) => idAt(after, at)),
      );
      assert.equal(entry?.undo != null, undoable);
      assert.equal(after.record.journal.steps.length, state.record.journal.steps.length + Number(undoable));
    });
  }

  it('when a Live is new, then it has nothing to undo and nothing to redo', () => {
    for (const retraces of ['undo', 'redo'] as const) refuses(fresh(), retraces);
  });

  it('when a clear is undone that ended a presentation, then slide, pause and queue come back; a redo clears again', () => {
    const shown = presented();
    const paused = take(shown, changePlayback(shown, { paused: true })).state;
    const { state: cleared, entry } = take(paused, clear());
    const undone = take(cleared, toUndoTransition(cleared, entry!.undo!, 'undo'));
    assert.deepEqual(seen(undone.state), seen(paused));
    const redone = take(undone.state, toUndoTransition(undone.state, undone.entry!.undo!, 'redo'));
    assert.deepEqual(seen(redone.state), seen(cleared));
  });

  it('when a step is undone that a version without modes wrote, then the reader has what it had', () => {
    const shown = presented();
    const { mode: _mode, slide: _slide, ...kept } = take(shown, clear()).entry!.undo!;
    const undone = applyTransition(shown, toUndoTransition(shown, { ...kept, queue: [], showing: true }, 'undo'));
    const { mode, slide, showing, focusItemId } = undone.record;
    assert.deepEqual([mode, slide, showing, focusItemId], ['reader', null, true, shown.record.focusItemId]);
  });

  it('when the page moves again and again, then that is one step; a change between begins another', () => {
    const start = filled();
    const stepsOf = ({ record }: LiveState) => record.journal.steps.length;
    let state = start;
    for (const at of [2, 1, 3]) state = take(state, focus(state, { item_id: idAt(state, at) })).state;
    assert.equal(stepsOf(state), stepsOf(start) + 1);
    state = take(state, changePlayback(state, { paused: true })).state;
    for (const at of [2, 1]) state = take(state, focus(state, { item_id: idAt(state, at) })).state;
    assert.equal(stepsOf(state), stepsOf(start) + 3);
  });

  it('when moves of the page bring verses into the queue, then one undo takes all of them back, and one redo brings them back', () => {
    const start = filled();
    const { state: moved, entry: first } = take(start, focus(start, { item_id: idAt(start, 2) }));
    const extended: Transition = { ...pushed(moved, 1), steps: true };
    assert.ok(continuesStep(moved, extended));
    const { state: further, entry: second } = take(moved, extended, first!.undo);
    const again: Transition = { ...pushed(further, 2), steps: true };
    const { state: end, entry: third } = take(further, again, second!.undo);
    assert.equal(end.record.journal.steps.length, start.record.journal.steps.length + 1);
    const undone = take(end, toUndoTransition(end, third!.undo!, 'undo'));
    assert.deepEqual(seen(undone.state), seen(start));
    const redone = take(undone.state, toUndoTransition(undone.state, undone.entry!.undo!, 'redo'));
    assert.deepEqual(seen(redone.state), seen(end));
  });

  it('when something changes after an undo, then there is nothing to redo; invisible changes do not count', () => {
    const start = filled();
    const { state: paused, entry } = take(start, changePlayback(start, { paused: true }));
    const undone = take(paused, toUndoTransition(paused, entry!.undo!, 'undo')).state;
    requireUndoSlot(take(undone, rename('Other')).state, 'redo');
    refuses(take(undone, focus(undone, { item_id: idAt(undone, 2) })).state, 'redo');
  });

  it('when there are many steps, then at most 20 are kept', () => {
    let state = fresh();
    for (let count = 0; count < UNDO_MAX_STEPS + 5; count++) state = take(state, pushed(state, 1)).state;
    assert.equal(state.record.journal.steps.length, 20);
  });

  /** Changes to repeat. The last two show much while adding no step, or while hardly any can be undone. */
  const phase = fc.constantFrom(
    ['push'],
    ['pause'],
    ['undo'],
    ['redo'],
    ['push', 'undo'],
    ['pause', 'push', 'undo', 'undo'],
    ['undo', 'undo', 'redo', 'redo'],
  );

  it('when entries are added, then none takes the place of a step that can be undone, nor of the last 200 that were shown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(phase, fc.integer({ min: 1, max: 150 })), { maxLength: 8, size: 'max' }),
        (phases) => {
          const changes = phases.flatMap(([cycle, times]) => Array<typeof cycle>(times).fill(cycle).flat());
          const slots = new Map<number, { entry: JournalEntry; number: number }>();
          const kept = { undo: [] as JournalEntry[], redo: [] as JournalEntry[] };
          const shown: number[] = [];
          let state = fresh();
          for (const [at, change] of changes.entries()) {
            const { record } = state;
            const retraces = change === 'undo' || change === 'redo' ? change : null;
            if (retraces && kept[retraces].length === 0) continue;
            const transition = retraces
              ? toUndoTransition(state, kept[retraces].pop()!.undo!, retraces)
              : change === 'push'
                ? pushed(state, 1, true)
                : changePlayback(state, { paused: !record.paused });
            const { state: after, entry } = take(state, transition);
            if (entry) {
              const row = toJournalRow(after.record, { ...entry, at: `${at}` });
              slots.set(row.slot, { entry, number: row.number });
              if (row.shown) shown.push(row.number);
              if (!retraces) kept.redo = [];
              kept[retraces === 'undo' ? 'redo' : 'undo'].push(entry);
              kept.undo.splice(0, kept.undo.length - UNDO_MAX_STEPS);
            }
            state = after;
            const { steps, redos } = state.record.journal;
            assert.deepEqual(
              [steps, redos].map((all) => all.map((slot) => slots.get(slot)!.entry)),
              [kept.undo, kept.redo],
            );
            assert.ok(steps.length + redos.length <= UNDO_MAX_STEPS);
          }
          const listed = [...slots.values()].filter(({ entry }) => entry.shown.length > 0).map(({ number }) => number);
          for (const number of shown.slice(-JOURNAL_MAX_ENTRIES)) {
            assert.ok(listed.includes(number), `number ${number} of ${shown.length} is gone`);
            assert.ok(number > lastExpiredNumber(state.record));
          }
          assert.ok(slots.size <= JOURNAL_MAX_ENTRIES + 2 * UNDO_MAX_STEPS);
        },
      ),
      { numRuns: 100 },
    );
  });

  /** The step as the storage returns it. */
  const stored = ({ undo }: JournalEntry): UndoStep => JSON.parse(JSON.stringify(undo));

  it('when anything was done, then each step back leads to what was there, and each step forth to what was left', () => {
    const CHANGES: ((state: LiveState, at: number) => Transition | null)[] = [
      (state, at) => pushed(state, 1 + (at % 3)),
      (state, at) => pushed(state, 1 + (at % 3), true),
      (state, at) =>
        state.items.length > 0 ? removeItems(state, idAt(state, at % state.items.length), SPANS[at % 3]) : null,
      (state, at) =>
        state.items.length > 0 ? moveItems(state, idAt(state, at % state.items.length), 0, SPANS[at % 3]) : null,
      (state, at) =>
        state.items.length > 0
          ? moveItems(state, idAt(state, at % state.items.length), (at * 7) % state.items.length)
          : null,
      (state, at) => reorder(state, ids([...state.items.slice(at % 4), ...state.items.slice(0, at % 4)])),
      (state, at) => (state.items.length > 0 ? focus(state, { item_id: idAt(state, at % state.items.length) }) : null),
      clear,
      (state, at) => changePlayback(state, { paused: at % 2 === 0 }),
      (_state, at) => rename(`Name ${at}`),
      (state, at) => present(state, { ...SLIDE, slideId: `${at % 3}`, index: at % 3 }),
      leavePresentation,
    ];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(CHANGES.length - 1), fc.nat(99)), { maxLength: 60 }), (steps) => {
        let state = fresh();
        const known: { seen: ReturnType<typeof seen>; entry: JournalEntry }[] = [];
        for (const [kind, at] of steps) {
          const before = state;
          const taken = take(before, CHANGES[kind]!(before, at));
          state = taken.state;
          if (taken.entry?.undo) known.push({ seen: seen(before), entry: taken.entry });
        }
        known.splice(0, known.length - UNDO_MAX_STEPS);
        const ahead: typeof known = [];
        const { name } = state.record;
        while (known.length > 0) {
          assert.equal(state.record.journal.steps.length, known.length);
          requireUndoSlot(state, 'undo');
          const { seen: expected, entry } = known.pop()!;
          const now = seen(state);
          const undone = take(state, toUndoTransition(state, stored(entry), 'undo'));
          state = undone.state;
          assert.deepEqual(seen(state), expected);
          ahead.push({ seen: now, entry: undone.entry! });
        }
        refuses(state, 'undo');
        while (ahead.length > 0) {
          requireUndoSlot(state, 'redo');
          const { seen: expected, entry } = ahead.pop()!;
          state = take(state, toUndoTransition(state, stored(entry), 'redo')).state;
          assert.deepEqual(seen(state), expected);
        }
        refuses(state, 'redo');
        assert.equal(state.record.name, name);
      }),
      { numRuns: 500 },
    );
  });
});

function ids(items: LiveState['items']): string[] {
  return items.map(({ id }) => id);
}

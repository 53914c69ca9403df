import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type ApiResponse, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { takeUndoSnapshot, type UndoSnapshot } from '../../support/requests/undo-snapshot.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import {
  PAGE_ENGINES,
  smallEdition,
  startTestLectern,
  type TestLectern,
  type TestOwner,
} from '../../support/server/lectern.ts';
import { startTestNodes, type TestNodes } from '../../support/server/nodes.ts';
import { createOwners } from '../../support/server/suite-server.ts';

const UNDO_MAX = 20;
const BOOK_VERSES = 1_500;
const verses = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, `${text} ${index + 1}`]));
const EDITION = smallEdition('one', { 1: { 1: verses(BOOK_VERSES, 'Long') }, 43: { 3: verses(36, 'John') } });

const undo = (desk: LiveController): Promise<ApiResponse> => desk.send('POST', '/undo', {});
const redo = (desk: LiveController): Promise<ApiResponse> => desk.send('POST', '/redo', {});
const push = (desk: LiveController, verse: number, more: object = {}) =>
  desk.send('POST', '/passages', { passage: `John 3:${verse}`, translations: ['one'], ...more });

const itemAt = async (desk: LiveController, at: number): Promise<{ id: string } | undefined> => {
  const items = await desk.items();
  return items[at % Math.max(1, items.length)];
};
/** Actions of an operator, with a number that chooses. Actions that do not fit the current state are refused. */
const ACTS: Record<string, (desk: LiveController, at: number) => Promise<unknown>> = {
  push: (desk, at) => push(desk, 1 + (at % 36)),
  pushMany: (desk, at) =>
    desk.send('POST', '/passages', { passage: `John 3:${1 + (at % 9)}-${10 + (at % 9)}`, translations: ['one'] }),
  replace: (desk, at) => push(desk, 1 + (at % 36), { replace: true }),
  remove: async (desk, at) => {
    const item = await itemAt(desk, at);
    return item && desk.send('DELETE', `/queue-items/${item.id}`);
  },
  reorder: async (desk, at) => {
    const ids = (await desk.items()).map(({ id }) => id);
    const turned = [...ids.slice(at % (ids.length + 1)), ...ids.slice(0, at % (ids.length + 1))];
    return desk.send('PUT', '/queue-items/order', { item_ids: at % 2 === 0 ? turned : turned.toReversed() });
  },
  move: async (desk, at) => {
    const items = await desk.items();
    const item = items[at % Math.max(1, items.length)];
    return item && desk.send('PATCH', `/queue-items/${item.id}`, { position: (at * 7) % items.length });
  },
  focus: async (desk, at) => {
    const item = await itemAt(desk, at);
    return item && desk.send('PATCH', '/focus', { item_id: item.id });
  },
  clear: (desk) => desk.send('DELETE', '/stack'),
  pause: (desk) => desk.send('PATCH', '/playback', { paused: true }),
  resume: (desk) => desk.send('PATCH', '/playback', { paused: false }),
  stop: (desk) => desk.send('PATCH', '/playback', { status: 'stopped' }),
  run: (desk) => desk.send('PATCH', '/playback', { status: 'running' }),
  rename: (desk, at) => desk.send('PATCH', '', { name: `Name ${at % 5}` }),
  settings: (desk, at) => desk.send('PATCH', '/settings', { translations: at % 2 === 0 ? ['one'] : [] }),
  look: (desk, at) => desk.send('PATCH', '/viewer-settings', { scale: (at % 13) - 4 }),
  undo,
  redo,
};
const ANY_ACT = fc.record({ act: fc.constantFrom(...Object.keys(ACTS)), at: fc.nat(1_000) });

for (const engine of PAGE_ENGINES) {
  describe(`[D50] undo on ${engine}`, () => {
    let lectern: TestLectern;
    let owners: [TestOwner, TestOwner];

    before(async () => {
      lectern = await startTestLectern(engine, { LECTERN_LIVES_PER_OWNER: '1000' });
      owners = await createOwners(lectern, EDITION);
    });
    after(() => lectern.close());

    const open = (owner = owners[0]) => createLiveController(lectern, owner);
    const sequenceOf = async (desk: LiveController): Promise<number> => (await desk.get()).body.sequence;
    /** Undoes, or does again, and demands that all is as it was then, and that it was one step. */
    const undoTo = async (desk: LiveController, expected: UndoSnapshot, retrace = undo): Promise<ApiResponse> => {
      const sequence = await sequenceOf(desk);
      const answer = await retrace(desk);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal(answer.body.sequence, sequence + 1);
      assert.deepEqual(await takeUndoSnapshot(desk), expected);
      assert.equal((await desk.get()).etag, answer.etag);
      return answer;
    };
    const redoTo = (desk: LiveController, expected: UndoSnapshot) => undoTo(desk, expected, redo);
    const nothingToUndo = (desk: LiveController) => desk.refused(409, 'nothing_to_undo', () => undo(desk));
    const nothingToRedo = (desk: LiveController) => desk.refused(409, 'nothing_to_redo', () => redo(desk));

    it('when a Live is new, then there is nothing to undo; after a push is undone, there is nothing more', async () => {
      for (const owner of owners) {
        const desk = await open(owner);
        await nothingToUndo(desk);
        const before = await takeUndoSnapshot(desk);
        await push(desk, 16);
        await undoTo(desk, before);
        await nothingToUndo(desk);
      }
    });

    it('[D55] when a Live can undo, then now names the change, its author and what it concerns, back to the first', async () => {
      const desk = await open();
      const undoable = async () => (await desk.get('/now')).body.undo;
      const isNext = async (operation: string, reference: string | null) => {
        const { by, at, ...rest } = await undoable();
        assert.deepEqual([by, rest], ['Command line', { operation, reference }]);
        assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
      };
      assert.equal(await undoable(), null);
      await ACTS.pushMany!(desk, 2);
      await isNext('pushPassage', 'John 3:3-12');
      await ACTS.focus!(desk, 3);
      await ACTS.rename!(desk, 1);
      await isNext('updateFocus', 'John 3:6');
      await ACTS.pause!(desk, 0);
      await isNext('updatePlayback', 'John 3:6');
      await ACTS.remove!(desk, 9);
      await isNext('deleteQueueItem', 'John 3:12');
      await undo(desk);
      await isNext('updatePlayback', 'John 3:6');
      await redo(desk);
      await isNext('deleteQueueItem', 'John 3:12');
      await ACTS.clear!(desk, 0);
      await isNext('clearStack', 'John 3:3-11');
      for (let count = 0; count < 4; count++) await undo(desk);
      await isNext('pushPassage', 'John 3:3-12');
      await undo(desk);
      assert.equal(await undoable(), null);
    });

    it('[POST undo] when a change is undone, then the answer is like that of a reorder', async () => {
      for (const owner of owners) {
        const desk = await open(owner);
        await ACTS.pushMany!(desk, 0);
        const items = await desk.items();
        await ACTS.clear!(desk, 0);
        const { body } = await undo(desk);
        assert.deepEqual(body, {
          live_id: desk.id,
          [`${owner.kind}_id`]: owner.id,
          sequence: await sequenceOf(desk),
          data: items,
          next_cursor: null,
        });
      }
    });

    const CHANGES = ['push', 'pushMany', 'replace', 'remove', 'reorder', 'move', 'focus', 'clear', 'pause'];
    for (const act of CHANGES) {
      it(`when ${act} is undone, then the very same ids, order, positions, visibility and focus are back, and again with a redo`, async () => {
        const desk = await open();
        await ACTS.pushMany!(desk, 3);
        const [, , third] = await desk.items();
        await desk.send('PATCH', '/focus', { item_id: third!.id });
        await desk.play({ paused: true });
        for (const playback of [{ paused: false }, { paused: true }]) {
          await desk.play(playback);
          const before = await takeUndoSnapshot(desk);
          await ACTS[act]!(desk, 5);
          const after = await takeUndoSnapshot(desk);
          if (isDeepStrictEqual(after, before)) continue;
          await undoTo(desk, before);
          await redoTo(desk, after);
          await undoTo(desk, before);
        }
      });
    }

    it('when a stop has hidden the verses, then that is undone once the Live runs again; on a stopped Live it is 409', async () => {
      const desk = await open();
      await push(desk, 16);
      const shown = await takeUndoSnapshot(desk);
      await desk.play({ status: 'stopped' });
      await desk.refused(409, 'live_stopped', () => undo(desk));
      await desk.refused(409, 'live_stopped', () => redo(desk));
      await desk.play({ status: 'running' });
      await undoTo(desk, shown);
      assert.equal((await desk.get('/playback')).body.status, 'running');
    });

    it('when clearing a stopped Live is undone, then the verses come back hidden, as before', async () => {
      const desk = await open();
      await push(desk, 16);
      await desk.play({ status: 'stopped' });
      const hidden = await takeUndoSnapshot(desk);
      await ACTS.clear!(desk, 0);
      await desk.play({ status: 'running' });
      await undoTo(desk, hidden);
    });

    it('when changes are undone, then name, settings, viewer settings and protection are neither undone nor lost, and are no step', async () => {
      const desk = await open();
      await push(desk, 1);
      const before = await takeUndoSnapshot(desk);
      await push(desk, 2);
      await desk.send('PATCH', '', { name: 'Kept' });
      await desk.send('PATCH', '/settings', { translations: ['one'], reference: 'John 3:16' });
      await desk.send('PATCH', '/viewer-settings', { theme: 'light', scale: 3 });
      await desk.send('POST', '/audience-secret', {});
      await desk.send('PATCH', '/playback', { status: 'running' });
      await undoTo(desk, before);
      const subs = ['/settings', '/viewer-settings', '/audience-secret'];
      const [settings, look, secret] = await Promise.all(subs.map(async (sub) => (await desk.get(sub)).body));
      assert.equal((await desk.get()).body.name, 'Kept');
      assert.deepEqual([settings.translations, settings.reference], [['one'], 'John 3:16']);
      assert.deepEqual([look.theme, look.scale, secret.protected], ['light', 3, true]);
    });

    it('when a change alters nothing that is seen, then it is no step, though the sequence moves', async () => {
      const desk = await open();
      const empty = await takeUndoSnapshot(desk);
      await ACTS.clear!(desk, 0);
      await desk.play({ paused: false });
      await nothingToUndo(desk);
      await push(desk, 16);
      const { items } = await takeUndoSnapshot(desk);
      await desk.send('PATCH', '/focus', { item_id: items[0].id });
      await desk.play({ paused: false });
      await desk.send('PUT', '/queue-items/order', { item_ids: [items[0].id] });
      await desk.send('PATCH', `/queue-items/${items[0].id}`, { position: 0 });
      await undoTo(desk, empty);
      await nothingToUndo(desk);
    });

    it('[D4] when the ETag is stale and there is nothing to undo, then the stale ETag is reported first', async () => {
      const desk = await open();
      for (const path of ['/undo', '/redo']) {
        await desk.refused(412, 'stale_validator', () => desk.send('POST', path, {}, { 'if-match': '"x"' }));
        await desk.refused(428, 'validator_required', () => desk.send('POST', path, {}, { 'if-match': null }));
        await desk.refused(422, 'invalid_fields', () => desk.send('POST', path, { steps: 2 }));
      }
    });

    it('[D9] when undo or redo comes with an Idempotency-Key, then it is refused', async () => {
      const desk = await open();
      await push(desk, 16);
      for (const path of ['/undo', '/redo']) {
        const attempt = () => desk.send('POST', path, {}, { 'idempotency-key': 'key' });
        await desk.refused(422, 'idempotency_unsupported', attempt);
      }
    });

    it('[POST redo] when changes are undone, then as many are done again, the last undone first, and then there is nothing more', async () => {
      for (const owner of owners) {
        let desk = await open(owner);
        await nothingToRedo(desk);
        const known = [await takeUndoSnapshot(desk)];
        for (const act of ['pushMany', 'move', 'remove', 'focus', 'replace', 'pause', 'clear']) {
          await ACTS[act]!(desk, 4);
          known.push(await takeUndoSnapshot(desk));
        }
        for (let at = known.length - 2; at >= 0; at--) await undoTo(desk, known[at]!);
        await nothingToUndo(desk);
        for (let at = 1; at < known.length; at++) {
          if (at === 4) {
            lectern = await lectern.restart();
            desk = desk.on(lectern);
          }
          await redoTo(desk, known[at]!);
        }
        await nothingToRedo(desk);
      }
    });

    it('when something else has changed since an undo, then there is nothing to redo; name and settings do not count', async () => {
      const desk = await open();
      await push(desk, 1);
      const one = await takeUndoSnapshot(desk);
      await push(desk, 2);
      const two = await takeUndoSnapshot(desk);
      await undoTo(desk, one);
      await desk.send('PATCH', '', { name: 'Other' });
      await desk.send('PATCH', '/settings', { reference: 'John 3:16' });
      await redoTo(desk, two);
      await undoTo(desk, one);
      await push(desk, 3);
      await nothingToRedo(desk);
      await undoTo(desk, one);
      await desk.play({ paused: true });
      await nothingToRedo(desk);
    });

    it('when the focus changes again and again, then one undo goes back to where it was, and one redo to where it came', async () => {
      const desk = await open();
      await ACTS.pushMany!(desk, 0);
      const before = await takeUndoSnapshot(desk);
      for (const at of [3, 5, 5, 1, 7]) await ACTS.focus!(desk, at);
      const after = await takeUndoSnapshot(desk);
      await undoTo(desk, before);
      await redoTo(desk, after);
      await ACTS.focus!(desk, 2);
      await undoTo(desk, after);
      await ACTS.focus!(desk, 4);
      await desk.play({ paused: true });
      const paused = await takeUndoSnapshot(desk);
      for (const at of [6, 8]) await ACTS.focus!(desk, at);
      await undoTo(desk, paused);
    });

    it(`when more than ${UNDO_MAX} changes are undone and done again in turn, then no step of either is lost`, async () => {
      const desk = await open();
      const known: UndoSnapshot[] = [await takeUndoSnapshot(desk)];
      for (let step = 0; step < UNDO_MAX; step++) {
        await push(desk, 1 + step);
        known.push(await takeUndoSnapshot(desk));
      }
      for (let round = 0; round < 4; round++) {
        for (let left = 0; left < UNDO_MAX; left++) assert.equal((await undo(desk)).status, 200);
        for (let left = 0; left < UNDO_MAX; left++) assert.equal((await redo(desk)).status, 200);
      }
      assert.deepEqual(await takeUndoSnapshot(desk), known.at(-1));
      for (let at = UNDO_MAX - 1; at >= 0; at--) await undoTo(desk, known[at]!);
      await nothingToUndo(desk);
    });

    it('when two requests undo with the same ETag, then one undoes, and the other is stale', async () => {
      const desk = await open();
      await push(desk, 1);
      const one = await takeUndoSnapshot(desk);
      await push(desk, 2);
      const answers = await Promise.all([undo(desk), undo(desk)]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412]);
      assert.deepEqual(await takeUndoSnapshot(desk), one);
    });

    it(`when ${UNDO_MAX} changes and more are made one after another, then that many can be undone, and not one more`, async () => {
      const desk = await open();
      const known: UndoSnapshot[] = [];
      const acts = ['push', 'pause', 'resume', 'replace', 'clear', 'pushMany'];
      for (let step = 0; step < UNDO_MAX + 7; step++) {
        const before = await takeUndoSnapshot(desk);
        await ACTS[acts[step % acts.length]!]!(desk, step * 5 + 1);
        assert.notDeepEqual(await takeUndoSnapshot(desk), before);
        known.push(before);
      }
      for (let step = 0; step < UNDO_MAX; step++) await undoTo(desk, known.pop()!);
      await nothingToUndo(desk);
      assert.equal(known.length, 7);
    });

    it('when later changes come and are undone, then earlier steps in the chain are not lost', async () => {
      const desk = await open();
      const before = await takeUndoSnapshot(desk);
      await push(desk, 1);
      const first = await takeUndoSnapshot(desk);
      for (let round = 0; round < 110; round++) {
        assert.equal((await push(desk, 2)).status, 200);
        assert.equal((await undo(desk)).status, 200);
      }
      assert.deepEqual(await takeUndoSnapshot(desk), first);
      await undoTo(desk, before);
      await nothingToUndo(desk);
    });

    it('when anything is done, undone and done again, then each step back and forth is exactly what was there', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(ANY_ACT, { minLength: 5, maxLength: 40 }), async (acts) => {
          const desk = await open(owners[acts.length % 2]);
          const viewer = await joinAudience(lectern.url, desk.id);
          const known: UndoSnapshot[] = [];
          const ahead: UndoSnapshot[] = [];
          /** Whether the latest step moved the focus alone: a further one is part of it. */
          let focusing = false;
          for (const { act, at } of acts) {
            const before = await takeUndoSnapshot(desk);
            if (act === 'undo') await back();
            else if (act === 'redo') await forth();
            else {
              await ACTS[act]!(desk, at);
              if (isDeepStrictEqual(await takeUndoSnapshot(desk), before)) continue;
              if (act !== 'focus' || !focusing) known.push(before);
              focusing = act === 'focus';
              ahead.splice(0);
              known.splice(0, known.length - UNDO_MAX);
            }
          }
          await desk.play({ status: 'running' });
          while (known.length > 0) await back();
          await nothingToUndo(desk);
          await push(desk, 36);
          const fresh = await joinAudience(lectern.url, desk.id);
          await viewer.comesTo(fresh.state.items, ({ items }) => items);
          assert.deepEqual([viewer.state.focus, viewer.state.showing], [fresh.state.focus, fresh.state.showing]);
          for (const { close } of [viewer, fresh]) close();

          async function back(): Promise<void> {
            const stopped = (await desk.get()).body.status === 'stopped';
            if (stopped) await desk.refused(409, 'live_stopped', () => undo(desk));
            else if (known.length === 0) await nothingToUndo(desk);
            else {
              ahead.push(await takeUndoSnapshot(desk));
              await undoTo(desk, known.pop()!);
              focusing = false;
            }
          }

          async function forth(): Promise<void> {
            const stopped = (await desk.get()).body.status === 'stopped';
            if (stopped) await desk.refused(409, 'live_stopped', () => redo(desk));
            else if (ahead.length === 0) await nothingToRedo(desk);
            else {
              known.push(await takeUndoSnapshot(desk));
              await redoTo(desk, ahead.pop()!);
              focusing = false;
            }
          }
        }),
        { numRuns: engine === 'sqlite' ? 12 : 8 },
      );
    });

    it('when a whole book was cleared, replaced, moved and removed from, then it comes back', async () => {
      const desk = await open();
      for (let count = 0; count < 3; count++) {
        const { status } = await desk.send('POST', '/stack', { reference: { book_id: 1, translation: 'one' } });
        assert.equal(status, 200);
      }
      const full = await takeUndoSnapshot(desk);
      assert.equal(full.items.length, 3 * BOOK_VERSES);
      await ACTS.replace!(desk, 1);
      await undoTo(desk, full);
      await ACTS.clear!(desk, 1);
      await undoTo(desk, full);
      await desk.send('PATCH', `/queue-items/${full.items[4_000].id}`, { position: 7 });
      const moved = await takeUndoSnapshot(desk);
      await ACTS.remove!(desk, 2_222);
      await undoTo(desk, moved);
      await undoTo(desk, full);
      const replaced = { passage: { book_id: 1, chapter: 1 }, translations: ['one'], replace: true };
      assert.equal((await desk.send('POST', '/passages', replaced)).body.affected, BOOK_VERSES);
      await undoTo(desk, full);
    });

    it('when the server restarts, then a change can still be undone', async () => {
      let desk = await open();
      const known: UndoSnapshot[] = [];
      for (const act of ['pushMany', 'move', 'focus', 'remove', 'replace', 'pause', 'clear']) {
        known.push(await takeUndoSnapshot(desk));
        await ACTS[act]!(desk, 3);
        assert.notDeepEqual(await takeUndoSnapshot(desk), known.at(-1));
      }
      while (known.length > 0) {
        lectern = await lectern.restart();
        desk = desk.on(lectern);
        await undoTo(desk, known.pop()!);
        if (known.length > 0) await undoTo(desk, known.pop()!);
      }
      await nothingToUndo(desk);
    });

    it('[D30] when verses come back, then they have the text and rights they had, even if their edition was imported again', async () => {
      const { editions, administration } = lectern.installation;
      const old = smallEdition('again', { 43: { 3: verses(3, 'Old') } });
      await saveEdition(editions, old);
      const [owner] = owners;
      await administration.enableEdition('again', { organization: owner.id });
      const desk = await open();
      await desk.send('POST', '/stack', { reference: { book_id: 43, translation: 'again' } });
      const before = await takeUndoSnapshot(desk);
      await ACTS.clear!(desk, 0);
      const rights = { ...old.rights, attribution: 'Somebody else' };
      await saveEdition(editions, smallEdition('again', { 43: { 3: verses(3, 'New') } }, { rights }));
      await administration.disableEdition('again', { organization: owner.id });
      lectern = await lectern.restart();
      const again = desk.on(lectern);
      await undoTo(again, before);
      const viewer = await joinAudience(lectern.url, desk.id);
      assert.deepEqual(
        viewer.state.items.map(({ text }) => text),
        ['Old 1', 'Old 2', 'Old 3'],
      );
      assert.deepEqual(
        Object.values(viewer.state.editions).map(({ attribution }) => attribution),
        [old.rights.attribution],
      );
      viewer.close();
    });

    it('[Events 2], [D44] when a change is undone, then a waiting poll wakes, and viewers reach the state that a new viewer gets', async () => {
      const desk = await open();
      await ACTS.pushMany!(desk, 0);
      const before = await readSnapshot(lectern, desk);
      const viewer = await joinAudience(lectern.url, desk.id);
      await ACTS.reorder!(desk, 5);
      await ACTS.remove!(desk, 3);
      const { cursor } = await readSnapshot(lectern, desk);
      const waiting = beginPoll(lectern, desk, { after: cursor });
      await waitUntilParked(waiting);
      await undo(desk);
      requireEvent(await waiting.answer, desk, 'live.changed');
      await undo(desk);
      const after = await readSnapshot(lectern, desk);
      const strip = ({ live, display, ...rest }: JsonDocument) => ({
        ...rest,
        live: { ...live, sequence: 0 },
        display: { ...display, sequence: 0 },
      });
      assert.deepEqual(strip(after.data), strip(before.data));
      const fresh = await joinAudience(lectern.url, desk.id);
      await viewer.comesTo(fresh.state, (state) => state);
      for (const { close } of [viewer, fresh]) close();
    });
  });
}

describe('[D50] undo on three nodes', () => {
  let cluster: TestNodes;
  let owner: TestOwner;
  before(async () => {
    cluster = await startTestNodes(3);
    [owner] = await createOwners(cluster.nodes[0]!, EDITION);
  });
  after(() => cluster?.close());

  it('when all nodes make changes, then they are undone on any other, and viewers of all see the same', async () => {
    let desk = await createLiveController(cluster.nodes[0]!, owner);
    const go = (index: number) => {
      desk = controlLive(cluster.nodes[index % 3]!, owner, desk.id, desk.etag);
    };
    const viewers = await Promise.all(cluster.nodes.map(({ url }) => joinAudience(url, desk.id)));
    const known: UndoSnapshot[] = [];
    const acts = ['pushMany', 'replace', 'pushMany', 'move', 'reorder', 'remove', 'focus', 'pause', 'clear', 'push'];
    for (const [index, act] of acts.entries()) {
      go(index);
      const before = await takeUndoSnapshot(desk);
      await ACTS[act]!(desk, index * 3 + 1);
      if (!isDeepStrictEqual(await takeUndoSnapshot(desk), before)) known.push(before);
    }
    assert.ok(known.length >= 8);
    for (let index = 0; known.length > 0; index += 2) {
      go(index);
      const answer = await undo(desk);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      go(index + 1);
      assert.deepEqual(await takeUndoSnapshot(desk), known.pop());
    }
    for (let index = 0; index < 3; index++) {
      go(index);
      assertProblem(await undo(desk), 409, 'nothing_to_undo');
    }
    await push(desk, 16);
    const fresh = await joinAudience(cluster.nodes[0]!.url, desk.id);
    for (const viewer of viewers) await viewer.comesTo(fresh.state.items, ({ items }) => items);
    for (const { close } of [...viewers, fresh]) close();
  });

  it('when three nodes undo at once, then one does', async () => {
    const desk = await createLiveController(cluster.nodes[0]!, owner);
    for (const verse of [1, 2, 3, 4]) await push(desk, verse);
    for (let left = 4; left > 0; left--) {
      const answers = await Promise.all(
        cluster.nodes.map((node) => undo(controlLive(node, owner, desk.id, desk.etag))),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
      assert.equal((await desk.items()).length, left - 1);
    }
  });
});

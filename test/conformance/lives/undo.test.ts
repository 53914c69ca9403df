import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { saveEdition } from '../../../src/editions/save-edition.ts';
import { type ApiResponse, assertProblem, type JsonDocument } from '../../support/requests/api.ts';
import { controlLive, createLiveController, type LiveController } from '../../support/requests/live-controller.ts';
import { beginPoll, readSnapshot, requireEvent, waitUntilParked } from '../../support/requests/poll.ts';
import { takeUndoSnapshot, type UndoSnapshot } from '../../support/requests/undo-snapshot.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition, type TestOwner } from '../../support/server/lectern.ts';
import { createOwners, useInProcessServer, useNodes } from '../../support/server/suite-server.ts';

const UNDO_MAX = 20;
const BOOK_VERSES = 1_500;
const verses = (count: number, text: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, `${text} ${index + 1}`]));
const EDITION = smallEdition('one', { 1: { 1: verses(BOOK_VERSES, 'Long') }, 43: { 3: verses(36, 'John') } });

const undo = (controller: LiveController): Promise<ApiResponse> => controller.send('POST', '/undo', {});
const redo = (controller: LiveController): Promise<ApiResponse> => controller.send('POST', '/redo', {});
const push = (controller: LiveController, verse: number, more: object = {}) =>
  controller.send('POST', '/passages', { passage: `John 3:${verse}`, translations: ['one'], ...more });

const itemAt = async (controller: LiveController, at: number): Promise<{ id: string } | undefined> => {
  const items = await controller.items();
  return items[at % Math.max(1, items.length)];
};
/** Actions of an operator, with a number that chooses. Actions that do not fit the current state are refused. */
const ACTS: Record<string, (controller: LiveController, at: number) => Promise<unknown>> = {
  push: (controller, at) => push(controller, 1 + (at % 36)),
  pushMany: (controller, at) =>
    controller.send('POST', '/passages', { passage: `John 3:${1 + (at % 9)}-${10 + (at % 9)}`, translations: ['one'] }),
  replace: (controller, at) => push(controller, 1 + (at % 36), { replace: true }),
  remove: async (controller, at) => {
    const item = await itemAt(controller, at);
    return item && controller.send('DELETE', `/queue-items/${item.id}`);
  },
  reorder: async (controller, at) => {
    const ids = (await controller.items()).map(({ id }) => id);
    const turned = [...ids.slice(at % (ids.length + 1)), ...ids.slice(0, at % (ids.length + 1))];
    return controller.send('PUT', '/queue-items/order', { item_ids: at % 2 === 0 ? turned : turned.toReversed() });
  },
  move: async (controller, at) => {
    const items = await controller.items();
    const item = items[at % Math.max(1, items.length)];
    return item && controller.send('PATCH', `/queue-items/${item.id}`, { position: (at * 7) % items.length });
  },
  focus: async (controller, at) => {
    const item = await itemAt(controller, at);
    return item && controller.send('PATCH', '/focus', { item_id: item.id });
  },
  clear: (controller) => controller.send('DELETE', '/stack'),
  pause: (controller) => controller.send('PATCH', '/playback', { paused: true }),
  resume: (controller) => controller.send('PATCH', '/playback', { paused: false }),
  stop: (controller) => controller.send('PATCH', '/playback', { status: 'stopped' }),
  run: (controller) => controller.send('PATCH', '/playback', { status: 'running' }),
  rename: (controller, at) => controller.send('PATCH', '', { name: `Name ${at % 5}` }),
  settings: (controller, at) => controller.send('PATCH', '/settings', { translations: at % 2 === 0 ? ['one'] : [] }),
  look: (controller, at) => controller.send('PATCH', '/viewer-settings', { scale: (at % 13) - 4 }),
  undo,
  redo,
};
const ANY_ACT = fc.record({ act: fc.constantFrom(...Object.keys(ACTS)), at: fc.nat(1_000) });

for (const engine of PAGE_ENGINES) {
  describe(`[D50] undo on ${engine}`, () => {
    const { lectern } = useInProcessServer({ engine, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });
    let owners: [TestOwner, TestOwner];

    before(async () => {
      owners = await createOwners(lectern, EDITION);
    });

    const open = (owner = owners[0]) => createLiveController(lectern, owner);
    const sequenceOf = async (controller: LiveController): Promise<number> => (await controller.get()).body.sequence;
    /** Undoes, or does again, and demands that all is as it was then, and that it was one step. */
    const undoTo = async (controller: LiveController, expected: UndoSnapshot, retrace = undo): Promise<ApiResponse> => {
      const sequence = await sequenceOf(controller);
      const response = await retrace(controller);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      assert.equal(response.body.sequence, sequence + 1);
      assert.deepEqual(await takeUndoSnapshot(controller), expected);
      assert.equal((await controller.get()).etag, response.etag);
      return response;
    };
    const redoTo = (controller: LiveController, expected: UndoSnapshot) => undoTo(controller, expected, redo);
    const nothingToUndo = (controller: LiveController) =>
      controller.refused(409, 'nothing_to_undo', () => undo(controller));
    const nothingToRedo = (controller: LiveController) =>
      controller.refused(409, 'nothing_to_redo', () => redo(controller));

    it('when a Live is new, then there is nothing to undo; after a push is undone, there is nothing more', async () => {
      for (const owner of owners) {
        const controller = await open(owner);
        await nothingToUndo(controller);
        const before = await takeUndoSnapshot(controller);
        await push(controller, 16);
        await undoTo(controller, before);
        await nothingToUndo(controller);
      }
    });

    it('[D55] when a Live can undo, then now names the change, its author and what it concerns, back to the first', async () => {
      const controller = await open();
      const undoable = async () => (await controller.get('/now')).body.undo;
      const isNext = async (operation: string, reference: string | null) => {
        const { by, at, ...rest } = await undoable();
        assert.deepEqual([by, rest], ['Command line', { operation, reference }]);
        assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
      };
      assert.equal(await undoable(), null);
      await ACTS.pushMany!(controller, 2);
      await isNext('pushPassage', 'John 3:3-12');
      await ACTS.focus!(controller, 3);
      await ACTS.rename!(controller, 1);
      await isNext('updateFocus', 'John 3:6');
      await ACTS.pause!(controller, 0);
      await isNext('updatePlayback', 'John 3:6');
      await ACTS.remove!(controller, 9);
      await isNext('deleteQueueItem', 'John 3:12');
      await undo(controller);
      await isNext('updatePlayback', 'John 3:6');
      await redo(controller);
      await isNext('deleteQueueItem', 'John 3:12');
      await ACTS.clear!(controller, 0);
      await isNext('clearStack', 'John 3:3-11');
      for (let count = 0; count < 4; count++) await undo(controller);
      await isNext('pushPassage', 'John 3:3-12');
      await undo(controller);
      assert.equal(await undoable(), null);
    });

    it('[POST undo] when a change is undone, then the response is like that of a reorder', async () => {
      for (const owner of owners) {
        const controller = await open(owner);
        await ACTS.pushMany!(controller, 0);
        const items = await controller.items();
        await ACTS.clear!(controller, 0);
        const { body } = await undo(controller);
        assert.deepEqual(body, {
          live_id: controller.id,
          [`${owner.kind}_id`]: owner.id,
          sequence: await sequenceOf(controller),
          data: items,
          next_cursor: null,
        });
      }
    });

    const CHANGES = ['push', 'pushMany', 'replace', 'remove', 'reorder', 'move', 'focus', 'clear', 'pause'];
    for (const act of CHANGES) {
      it(`when ${act} is undone, then the very same ids, order, positions, visibility and focus are back, and again with a redo`, async () => {
        const controller = await open();
        await ACTS.pushMany!(controller, 3);
        const [, , third] = await controller.items();
        await controller.send('PATCH', '/focus', { item_id: third!.id });
        await controller.play({ paused: true });
        for (const playback of [{ paused: false }, { paused: true }]) {
          await controller.play(playback);
          const before = await takeUndoSnapshot(controller);
          await ACTS[act]!(controller, 5);
          const after = await takeUndoSnapshot(controller);
          if (isDeepStrictEqual(after, before)) continue;
          await undoTo(controller, before);
          await redoTo(controller, after);
          await undoTo(controller, before);
        }
      });
    }

    it('when a stop has hidden the verses, then that is undone once the Live runs again; on a stopped Live it is 409', async () => {
      const controller = await open();
      await push(controller, 16);
      const shown = await takeUndoSnapshot(controller);
      await controller.play({ status: 'stopped' });
      await controller.refused(409, 'live_stopped', () => undo(controller));
      await controller.refused(409, 'live_stopped', () => redo(controller));
      await controller.play({ status: 'running' });
      await undoTo(controller, shown);
      assert.equal((await controller.get('/playback')).body.status, 'running');
    });

    it('when clearing a stopped Live is undone, then the verses come back hidden, as before', async () => {
      const controller = await open();
      await push(controller, 16);
      await controller.play({ status: 'stopped' });
      const hidden = await takeUndoSnapshot(controller);
      await ACTS.clear!(controller, 0);
      await controller.play({ status: 'running' });
      await undoTo(controller, hidden);
    });

    it('when changes are undone, then name, settings, viewer settings and protection are neither undone nor lost, and are no step', async () => {
      const controller = await open();
      await push(controller, 1);
      const before = await takeUndoSnapshot(controller);
      await push(controller, 2);
      await controller.send('PATCH', '', { name: 'Kept' });
      await controller.send('PATCH', '/settings', { translations: ['one'], reference: 'John 3:16' });
      await controller.send('PATCH', '/viewer-settings', { theme: 'light', scale: 3 });
      await controller.send('POST', '/audience-secret', {});
      await controller.send('PATCH', '/playback', { status: 'running' });
      await undoTo(controller, before);
      const subs = ['/settings', '/viewer-settings', '/audience-secret'];
      const [settings, look, secret] = await Promise.all(subs.map(async (sub) => (await controller.get(sub)).body));
      assert.equal((await controller.get()).body.name, 'Kept');
      assert.deepEqual([settings.translations, settings.reference], [['one'], 'John 3:16']);
      assert.deepEqual([look.theme, look.scale, secret.protected], ['light', 3, true]);
    });

    it('when a change alters nothing that is seen, then it is no step, though the sequence moves', async () => {
      const controller = await open();
      const empty = await takeUndoSnapshot(controller);
      await ACTS.clear!(controller, 0);
      await controller.play({ paused: false });
      await nothingToUndo(controller);
      await push(controller, 16);
      const { items } = await takeUndoSnapshot(controller);
      await controller.send('PATCH', '/focus', { item_id: items[0].id });
      await controller.play({ paused: false });
      await controller.send('PUT', '/queue-items/order', { item_ids: [items[0].id] });
      await controller.send('PATCH', `/queue-items/${items[0].id}`, { position: 0 });
      await undoTo(controller, empty);
      await nothingToUndo(controller);
    });

    it('[D4] when the ETag is stale and there is nothing to undo, then the stale ETag is reported first', async () => {
      const controller = await open();
      for (const path of ['/undo', '/redo']) {
        await controller.refused(412, 'stale_validator', () =>
          controller.send('POST', path, {}, { 'if-match': '"x"' }),
        );
        await controller.refused(428, 'validator_required', () =>
          controller.send('POST', path, {}, { 'if-match': null }),
        );
        await controller.refused(422, 'invalid_fields', () => controller.send('POST', path, { steps: 2 }));
      }
    });

    it('[D9] when undo or redo comes with an Idempotency-Key, then it is refused', async () => {
      const controller = await open();
      await push(controller, 16);
      for (const path of ['/undo', '/redo']) {
        const attempt = () => controller.send('POST', path, {}, { 'idempotency-key': 'key' });
        await controller.refused(422, 'idempotency_unsupported', attempt);
      }
    });

    it('[POST redo] when changes are undone, then as many are done again, the last undone first, and then there is nothing more', async () => {
      for (const owner of owners) {
        let controller = await open(owner);
        await nothingToRedo(controller);
        const known = [await takeUndoSnapshot(controller)];
        for (const act of ['pushMany', 'move', 'remove', 'focus', 'replace', 'pause', 'clear']) {
          await ACTS[act]!(controller, 4);
          known.push(await takeUndoSnapshot(controller));
        }
        for (let at = known.length - 2; at >= 0; at--) await undoTo(controller, known[at]!);
        await nothingToUndo(controller);
        for (let at = 1; at < known.length; at++) {
          if (at === 4) {
            await lectern.restart();
            controller = controller.on(lectern);
          }
          await redoTo(controller, known[at]!);
        }
        await nothingToRedo(controller);
      }
    });

    it('when something else has changed since an undo, then there is nothing to redo; name and settings do not count', async () => {
      const controller = await open();
      await push(controller, 1);
      const one = await takeUndoSnapshot(controller);
      await push(controller, 2);
      const two = await takeUndoSnapshot(controller);
      await undoTo(controller, one);
      await controller.send('PATCH', '', { name: 'Other' });
      await controller.send('PATCH', '/settings', { reference: 'John 3:16' });
      await redoTo(controller, two);
      await undoTo(controller, one);
      await push(controller, 3);
      await nothingToRedo(controller);
      await undoTo(controller, one);
      await controller.play({ paused: true });
      await nothingToRedo(controller);
    });

    it('when the focus changes again and again, then one undo goes back to where it was, and one redo to where it came', async () => {
      const controller = await open();
      await ACTS.pushMany!(controller, 0);
      const before = await takeUndoSnapshot(controller);
      for (const at of [3, 5, 5, 1, 7]) await ACTS.focus!(controller, at);
      const after = await takeUndoSnapshot(controller);
      await undoTo(controller, before);
      await redoTo(controller, after);
      await ACTS.focus!(controller, 2);
      await undoTo(controller, after);
      await ACTS.focus!(controller, 4);
      await controller.play({ paused: true });
      const paused = await takeUndoSnapshot(controller);
      for (const at of [6, 8]) await ACTS.focus!(controller, at);
      await undoTo(controller, paused);
    });

    it(`when more than ${UNDO_MAX} changes are undone and done again in turn, then no step of either is lost`, async () => {
      const controller = await open();
      const known: UndoSnapshot[] = [await takeUndoSnapshot(controller)];
      for (let step = 0; step < UNDO_MAX; step++) {
        await push(controller, 1 + step);
        known.push(await takeUndoSnapshot(controller));
      }
      for (let round = 0; round < 4; round++) {
        for (let left = 0; left < UNDO_MAX; left++) assert.equal((await undo(controller)).status, 200);
        for (let left = 0; left < UNDO_MAX; left++) assert.equal((await redo(controller)).status, 200);
      }
      assert.deepEqual(await takeUndoSnapshot(controller), known.at(-1));
      for (let at = UNDO_MAX - 1; at >= 0; at--) await undoTo(controller, known[at]!);
      await nothingToUndo(controller);
    });

    it('when two requests undo with the same ETag, then one undoes, and the other is stale', async () => {
      const controller = await open();
      await push(controller, 1);
      const one = await takeUndoSnapshot(controller);
      await push(controller, 2);
      const responses = await Promise.all([undo(controller), undo(controller)]);
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412]);
      assert.deepEqual(await takeUndoSnapshot(controller), one);
    });

    it(`when ${UNDO_MAX} changes and more are made one after another, then that many can be undone, and not one more`, async () => {
      const controller = await open();
      const known: UndoSnapshot[] = [];
      const acts = ['push', 'pause', 'resume', 'replace', 'clear', 'pushMany'];
      for (let step = 0; step < UNDO_MAX + 7; step++) {
        const before = await takeUndoSnapshot(controller);
        await ACTS[acts[step % acts.length]!]!(controller, step * 5 + 1);
        assert.notDeepEqual(await takeUndoSnapshot(controller), before);
        known.push(before);
      }
      for (let step = 0; step < UNDO_MAX; step++) await undoTo(controller, known.pop()!);
      await nothingToUndo(controller);
      assert.equal(known.length, 7);
    });

    it('when later changes come and are undone, then earlier steps in the chain are not lost', async () => {
      const controller = await open();
      const before = await takeUndoSnapshot(controller);
      await push(controller, 1);
      const first = await takeUndoSnapshot(controller);
      for (let round = 0; round < 110; round++) {
        assert.equal((await push(controller, 2)).status, 200);
        assert.equal((await undo(controller)).status, 200);
      }
      assert.deepEqual(await takeUndoSnapshot(controller), first);
      await undoTo(controller, before);
      await nothingToUndo(controller);
    });

    it('when anything is done, undone and done again, then each step back and forth is exactly what was there', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(ANY_ACT, { minLength: 5, maxLength: 40 }), async (acts) => {
          const controller = await open(owners[acts.length % 2]);
          const viewer = await joinAudience(lectern.url, controller.id);
          const known: UndoSnapshot[] = [];
          const ahead: UndoSnapshot[] = [];
          /** Whether the latest step moved the focus alone: a further one is part of it. */
          let focusing = false;
          for (const { act, at } of acts) {
            const before = await takeUndoSnapshot(controller);
            if (act === 'undo') await back();
            else if (act === 'redo') await forth();
            else {
              await ACTS[act]!(controller, at);
              if (isDeepStrictEqual(await takeUndoSnapshot(controller), before)) continue;
              if (act !== 'focus' || !focusing) known.push(before);
              focusing = act === 'focus';
              ahead.splice(0);
              known.splice(0, known.length - UNDO_MAX);
            }
          }
          await controller.play({ status: 'running' });
          while (known.length > 0) await back();
          await nothingToUndo(controller);
          await push(controller, 36);
          const fresh = await joinAudience(lectern.url, controller.id);
          await viewer.comesTo(fresh.state.items, ({ items }) => items);
          assert.deepEqual([viewer.state.focus, viewer.state.showing], [fresh.state.focus, fresh.state.showing]);
          for (const { close } of [viewer, fresh]) close();

          async function back(): Promise<void> {
            const stopped = (await controller.get()).body.status === 'stopped';
            if (stopped) await controller.refused(409, 'live_stopped', () => undo(controller));
            else if (known.length === 0) await nothingToUndo(controller);
            else {
              ahead.push(await takeUndoSnapshot(controller));
              await undoTo(controller, known.pop()!);
              focusing = false;
            }
          }

          async function forth(): Promise<void> {
            const stopped = (await controller.get()).body.status === 'stopped';
            if (stopped) await controller.refused(409, 'live_stopped', () => redo(controller));
            else if (ahead.length === 0) await nothingToRedo(controller);
            else {
              known.push(await takeUndoSnapshot(controller));
              await redoTo(controller, ahead.pop()!);
              focusing = false;
            }
          }
        }),
        { numRuns: engine === 'sqlite' ? 12 : 8 },
      );
    });

    it('when a whole book was cleared, replaced, moved and removed from, then it comes back', async () => {
      const controller = await open();
      for (let count = 0; count < 3; count++) {
        const { status } = await controller.send('POST', '/stack', { reference: { book_id: 1, translation: 'one' } });
        assert.equal(status, 200);
      }
      const full = await takeUndoSnapshot(controller);
      assert.equal(full.items.length, 3 * BOOK_VERSES);
      await ACTS.replace!(controller, 1);
      await undoTo(controller, full);
      await ACTS.clear!(controller, 1);
      await undoTo(controller, full);
      await controller.send('PATCH', `/queue-items/${full.items[4_000].id}`, { position: 7 });
      const moved = await takeUndoSnapshot(controller);
      await ACTS.remove!(controller, 2_222);
      await undoTo(controller, moved);
      await undoTo(controller, full);
      const replaced = { passage: { book_id: 1, chapter: 1 }, translations: ['one'], replace: true };
      assert.equal((await controller.send('POST', '/passages', replaced)).body.affected, BOOK_VERSES);
      await undoTo(controller, full);
    });

    it('when the server restarts, then a change can still be undone', async () => {
      let controller = await open();
      const known: UndoSnapshot[] = [];
      for (const act of ['pushMany', 'move', 'focus', 'remove', 'replace', 'pause', 'clear']) {
        known.push(await takeUndoSnapshot(controller));
        await ACTS[act]!(controller, 3);
        assert.notDeepEqual(await takeUndoSnapshot(controller), known.at(-1));
      }
      while (known.length > 0) {
        await lectern.restart();
        controller = controller.on(lectern);
        await undoTo(controller, known.pop()!);
        if (known.length > 0) await undoTo(controller, known.pop()!);
      }
      await nothingToUndo(controller);
    });

    it('[D30] when verses come back, then they have the text and rights they had, even if their edition was imported again', async () => {
      const { editions, administration } = lectern.installation;
      const old = smallEdition('again', { 43: { 3: verses(3, 'Old') } });
      await saveEdition(editions, old);
      const [owner] = owners;
      await administration.enableEdition('again', { organization: owner.id });
      const controller = await open();
      await controller.send('POST', '/stack', { reference: { book_id: 43, translation: 'again' } });
      const before = await takeUndoSnapshot(controller);
      await ACTS.clear!(controller, 0);
      const rights = { ...old.rights, attribution: 'Another publisher' };
      await saveEdition(editions, smallEdition('again', { 43: { 3: verses(3, 'New') } }, { rights }));
      await administration.disableEdition('again', { organization: owner.id });
      await lectern.restart();
      const again = controller.on(lectern);
      await undoTo(again, before);
      const viewer = await joinAudience(lectern.url, controller.id);
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
      const controller = await open();
      await ACTS.pushMany!(controller, 0);
      const before = await readSnapshot(lectern, controller);
      const viewer = await joinAudience(lectern.url, controller.id);
      await ACTS.reorder!(controller, 5);
      await ACTS.remove!(controller, 3);
      const { cursor } = await readSnapshot(lectern, controller);
      const waiting = beginPoll(lectern, controller, { after: cursor });
      await waitUntilParked(waiting);
      await undo(controller);
      requireEvent(await waiting.response, controller, 'live.changed');
      await undo(controller);
      const after = await readSnapshot(lectern, controller);
      const strip = ({ live, display, ...rest }: JsonDocument) => ({
        ...rest,
        live: { ...live, sequence: 0 },
        display: { ...display, sequence: 0 },
      });
      assert.deepEqual(strip(after.data), strip(before.data));
      const fresh = await joinAudience(lectern.url, controller.id);
      await viewer.comesTo(fresh.state, (state) => state);
      for (const { close } of [viewer, fresh]) close();
    });
  });
}

describe('[D50] undo on three nodes', () => {
  const cluster = useNodes(3);
  let owner: TestOwner;
  before(async () => {
    [owner] = await createOwners(cluster.nodes[0]!, EDITION);
  });

  it('when all nodes make changes, then they are undone on any other, and viewers of all see the same', async () => {
    let controller = await createLiveController(cluster.nodes[0]!, owner);
    const go = (index: number) => {
      controller = controlLive(cluster.nodes[index % 3]!, owner, controller.id, controller.etag);
    };
    const viewers = await Promise.all(cluster.nodes.map(({ url }) => joinAudience(url, controller.id)));
    const known: UndoSnapshot[] = [];
    const acts = ['pushMany', 'replace', 'pushMany', 'move', 'reorder', 'remove', 'focus', 'pause', 'clear', 'push'];
    for (const [index, act] of acts.entries()) {
      go(index);
      const before = await takeUndoSnapshot(controller);
      await ACTS[act]!(controller, index * 3 + 1);
      if (!isDeepStrictEqual(await takeUndoSnapshot(controller), before)) known.push(before);
    }
    assert.ok(known.length >= 8);
    for (let index = 0; known.length > 0; index += 2) {
      go(index);
      const response = await undo(controller);
      assert.equal(response.status, 200, JSON.stringify(response.body));
      go(index + 1);
      assert.deepEqual(await takeUndoSnapshot(controller), known.pop());
    }
    for (let index = 0; index < 3; index++) {
      go(index);
      assertProblem(await undo(controller), 409, 'nothing_to_undo');
    }
    await push(controller, 16);
    const fresh = await joinAudience(cluster.nodes[0]!.url, controller.id);
    for (const viewer of viewers) await viewer.comesTo(fresh.state.items, ({ items }) => items);
    for (const { close } of [...viewers, fresh]) close();
  });

  it('when three nodes undo at once, then one does', async () => {
    const controller = await createLiveController(cluster.nodes[0]!, owner);
    for (const verse of [1, 2, 3, 4]) await push(controller, verse);
    for (let left = 4; left > 0; left--) {
      const responses = await Promise.all(
        cluster.nodes.map((node) => undo(controlLive(node, owner, controller.id, controller.etag))),
      );
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412, 412]);
      assert.equal((await controller.items()).length, left - 1);
    }
  });
});

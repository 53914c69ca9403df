import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toLines } from '../../../src/contract/paging/lines.ts';
import type { ViewerState } from '../../../src/contract/viewer.ts';
import { api, type JsonDocument } from '../../support/requests/api.ts';
import { createSnapshot } from '../../support/requests/presentation.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const JOHN = 43;
const PSALMS = 19;
const textsOf = (slug: string, verses: readonly number[], length = 0) =>
  Object.fromEntries(verses.map((verse) => [verse, `${slug} ${verse} `.padEnd(length, 'and so on; ').trim()]));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const LONG = 500;
const EDITIONS = [
  smallEdition('one', { [JOHN]: { 3: textsOf('one', upTo(20)) }, [PSALMS]: { 51: textsOf('one', upTo(19)) } }),
  // Its psalm counts the title as two verses, as German editions do.
  smallEdition('two', { [JOHN]: { 3: textsOf('two', upTo(20)) }, [PSALMS]: { 51: textsOf('two', upTo(21)) } }),
  smallEdition('long', { [JOHN]: { 3: textsOf('long', upTo(20), LONG) } }),
  // Without John 3:2.
  smallEdition('few', { [JOHN]: { 3: textsOf('few', [1, 3, 4, 5]) } }),
  smallEdition('psalms', { [PSALMS]: { 51: textsOf('psalms', upTo(19)) } }),
];

/** The content that a viewer sees: the slide, the texts of the page, or nothing. */
function seenBy({ type, showing, slide, items, focus, lines }: ViewerState): string[] {
  if (!showing) return ['nothing'];
  if (type === 'presentation') return [`slide ${slide?.id}`];
  const all = toLines(items, ({ edition }) => edition);
  const first = all.findIndex(({ translations }) => translations.flat().some(({ id }) => id === focus));
  if (first < 0) return ['nothing'];
  return all.slice(first, first + lines).flatMap(({ translations }) => translations.flat().map(({ text }) => text));
}

for (const engine of PAGE_ENGINES) {
  describe(`what is on air on ${engine}`, () => {
    const world = useInProcessServer({
      engine,
      editions: EDITIONS,
      settings: { LECTERN_LIVES_PER_OWNER: '1000', LECTERN_QUEUE_ITEMS: '30' },
    });

    const open = async (passage?: string, translations?: string[]): Promise<OwnedLive> => {
      const operator = await world.openLive();
      if (passage) await operator.push(passage, { ...(translations && { translations }) });
      return operator;
    };
    const post = (operator: OwnedLive, path: string, body: object = {}): Promise<JsonDocument> =>
      operator.write('POST', path, body);
    const append = (operator: OwnedLive, passage: string, more: object = {}) =>
      post(operator, '/passages', { passage, focus: false, ...more });
    const showIn = (operator: OwnedLive, ...translations: string[]) =>
      post(operator, '/translations', { translations });
    const present = async (operator: OwnedLive) => {
      const { id } = await createSnapshot(api(world.lectern, operator.owner), [{ id: 'a', layout: 'text', text: 'a' }]);
      await operator.write('PUT', '/presentation', { snapshot_id: id });
    };
    const seen = async ({ liveId }: OwnedLive) => {
      const viewer = await joinAudience(world.url, liveId);
      viewer.close();
      return seenBy(viewer.state);
    };
    const queued = async (operator: OwnedLive) => (await operator.readQueue()).items.map(({ verse }) => verse.text);
    const itemAt = async (operator: OwnedLive, index: number) => (await operator.readQueue()).items[index]!.id;
    const focusOn = async (operator: OwnedLive, index: number, more: object = {}) =>
      operator.write('PATCH', '/focus', { item_id: await itemAt(operator, index), ...more });
    const response = async (operator: OwnedLive, path: string, body: object) => {
      await operator.read();
      const { status, body: problem } = await operator.attempt('POST', path, body);
      return [status, problem.code];
    };
    const read = async (operator: OwnedLive, path: string): Promise<JsonDocument> =>
      (await operator.call('GET', path)).body;
    const entries = async (operator: OwnedLive) =>
      (await read(operator, '/history?view=short')).data.map(({ reference }: JsonDocument) => reference);
    const setting = async (operator: OwnedLive) => (await read(operator, '/settings')).translations;

    it('[D50] when passages are pushed without focus, then they are queued and what is on air stays', async () => {
      const operator = await open('John 3:1-3');
      await focusOn(operator, 1, { lines: 2 });
      const before = await read(operator, '/now');
      const viewer = await joinAudience(world.url, operator.liveId);
      const pushed = await append(operator, 'John 3:8-9', { translations: ['two'] });
      assert.deepEqual(
        [pushed.affected, pushed.sequence, pushed.data.map(({ text }: JsonDocument) => text)],
        [2, before.sequence + 1, ['two 8', 'two 9']],
      );
      const now = await read(operator, '/now');
      assert.deepEqual([now.focus, now.showing, now.mode], [before.focus, true, 'reader']);
      assert.deepEqual([now.queue.items, now.etag], [5, operator.etag]);
      await viewer.comesTo(['one 2', 'one 3'], seenBy);
      viewer.close();
      assert.deepEqual(await entries(operator), ['John 3:1-3'], 'nothing else was shown');
      await post(operator, '/undo');
      assert.deepEqual(await queued(operator), ['one 1', 'one 2', 'one 3']);
      assert.deepEqual((await read(operator, '/now')).focus, before.focus);
      await post(operator, '/redo');
      await post(operator, '/step', { by: 1 });
      assert.deepEqual(await seen(operator), ['two 8']);
      assert.deepEqual(await entries(operator), ['John 3:8-9', 'John 3:1-3']);
    });

    it('[D50] when the Live is hidden or interrupted, then passages without focus leave it so, and stay when it ends', async () => {
      const operator = await open('John 3:1-2');
      await operator.write('PATCH', '/playback', { paused: true });
      await append(operator, 'John 3:8');
      const { showing, paused } = await read(operator, '/now');
      assert.deepEqual([showing, paused], [false, true]);
      await post(operator, '/interrupt', { passage: 'John 3:9' });
      await append(operator, 'John 3:10');
      assert.deepEqual(await seen(operator), ['one 9']);
      await post(operator, '/return');
      assert.deepEqual(await queued(operator), ['one 1', 'one 2', 'one 8', 'one 10']);
    });

    it('[D50] [D4] when the queue is empty, or a push without focus would replace, then it is refused', async () => {
      const operator = await open();
      assert.deepEqual(await response(operator, '/passages', { passage: 'John 3:1', focus: false }), [
        409,
        'queue_empty',
      ]);
      assert.deepEqual(await response(operator, '/passages', { passage: 'John 44', focus: false }), [
        422,
        'invalid_reference',
      ]);
      assert.deepEqual(await queued(operator), []);
      await post(operator, '/passages', { passage: 'John 3:1', focus: true });
      for (const body of [
        { passage: 'John 3:1', focus: false, replace: true },
        { passage: 'John 3:1', focus: null },
        { passage: 'John 3:1', focus: 0 },
      ]) {
        assert.deepEqual(await response(operator, '/passages', body), [422, 'invalid_fields'], JSON.stringify(body));
      }
      const both = await operator.call('POST', '/passages', { body: { passage: 'John', focus: false, replace: true } });
      assert.deepEqual([both.status, both.body.errors[0].pointer], [422, '/focus'], 'before If-Match');
      assert.deepEqual(await response(operator, '/interrupt', { passage: 'John 3:1', focus: false }), [
        422,
        'invalid_fields',
      ]);
      await append(operator, 'John 3:2', { replace: false });
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      assert.deepEqual(await response(operator, '/passages', { passage: 'John 3:1', focus: false }), [
        409,
        'live_stopped',
      ]);
      await operator.write('PATCH', '/playback', { status: 'running' });
      await present(operator);
      assert.deepEqual(await response(operator, '/passages', { passage: 'John 3:1', focus: false }), [
        409,
        'presentation_mode',
      ]);
    });

    it('[D53] [D55] when a translation is turned on, then the page on air is shown in both, as one event, and the rest of the queue stays', async () => {
      const operator = await open('John 3:1');
      await operator.push('John 3:5-7');
      await operator.push('John 3:9');
      const before = await operator.readQueue();
      await focusOn(operator, 2);
      const { sequence } = await operator.read();
      const viewer = await joinAudience(world.url, operator.liveId);
      const count = viewer.stream.events.length;
      const now = await showIn(operator, 'one', 'two');
      assert.deepEqual(
        [now.sequence, now.etag, now.translations, now.focus.reference, now.focus.lines],
        [sequence + 1, operator.etag, ['one', 'two'], 'John 3:6', 1],
      );
      assert.deepEqual(
        now.focus.texts.map(({ text }: JsonDocument) => text),
        ['one 6', 'two 6'],
      );
      await viewer.comesTo(['one 6', 'two 6'], seenBy);
      const events = viewer.stream.events.slice(count).filter(({ name }) => name !== 'beat');
      assert.deepEqual(events.length, 1);
      viewer.close();
      assert.deepEqual(await setting(operator), ['one', 'two']);
      assert.deepEqual(await queued(operator), [
        'one 1',
        'one 5',
        'one 6',
        'one 7',
        'two 5',
        'two 6',
        'two 7',
        'one 9',
      ]);
      const { items } = await operator.readQueue();
      assert.deepEqual([items[0]!.id, items[7]!.id], [before.items[0]!.id, before.items[4]!.id]);
      await post(operator, '/step', { by: 1 });
      assert.deepEqual(await seen(operator), ['one 7', 'two 7']);
      await post(operator, '/step', { by: 1 });
      assert.deepEqual(await seen(operator), ['one 9'], 'what follows is as it was pushed');
      assert.deepEqual((await operator.push('John 3:10')).affected, 2, 'and what comes is in both');
    });

    it('[D53] when translations are put into another order or turned off, then the lines are those of a push in them', async () => {
      const operator = await open('John 3:1-2', ['one', 'two']);
      for (const translations of [['two', 'one'], ['two'], ['one'], ['few', 'one', 'two', 'long']]) {
        await showIn(operator, ...translations);
        const other = await open('John 3:1-2', translations);
        assert.deepEqual(await queued(operator), await queued(other), translations.join());
        assert.deepEqual(
          (await read(operator, '/pages')).data.map(({ reference, translations }: JsonDocument) => [
            reference,
            translations,
          ]),
          (await read(other, '/pages')).data.map(({ reference, translations }: JsonDocument) => [
            reference,
            translations,
          ]),
        );
      }
    });

    it('[D53] when the translations number verses differently, then the same place is shown by the numbers of the first', async () => {
      const operator = await open('Psalm 51:4-6');
      await focusOn(operator, 1);
      const now = await showIn(operator, 'two', 'one');
      assert.deepEqual(
        [now.focus.reference, now.focus.texts.map(({ text }: JsonDocument) => text)],
        ['Psalm 51:7', ['two 7', 'one 5']],
      );
      assert.deepEqual(await queued(operator), ['two 6', 'two 7', 'two 8', 'one 4', 'one 5', 'one 6']);
      const then = await showIn(operator, 'psalms');
      assert.deepEqual([then.focus.reference, then.focus.texts[0].text], ['Psalm 51:5', 'psalms 5']);
    });

    it('[D54] when the page has parts or was extended, then it stays at its part and keeps its lines, as far as they are there', async () => {
      const operator = await open('John 3:1-5', ['long']);
      await post(operator, '/step', { by: 1 });
      const before = await read(operator, '/focus');
      assert.equal(before.part, 1);
      const both = await showIn(operator, 'long', 'one');
      assert.deepEqual([both.focus.reference, both.focus.part], ['John 3:1', 1]);
      const short = await showIn(operator, 'one');
      assert.deepEqual([short.focus.part, short.focus.parts], [0, 1]);
      await post(operator, '/extend', { by: 1 });
      await post(operator, '/extend', { by: 1 });
      const extended = await showIn(operator, 'one', 'two');
      assert.deepEqual([extended.focus.reference, extended.focus.lines], ['John 3:1-3', 3]);
      const fewer = await showIn(operator, 'few');
      assert.deepEqual([fewer.focus.lines, fewer.focus.texts[0].text], [3, 'few 1 few 3 few 4']);
      await operator.write('PATCH', '/paging', { lines: 2 });
      await showIn(operator, 'two');
      await focusOn(operator, 0);
      const usual = await showIn(operator, 'long');
      assert.deepEqual([usual.focus.lines, usual.focus.parts > 1], [1, true], 'the usual page of the new text');
    });

    it('[D19] when they are the same, then nothing changes; when nothing is on air, then only the setting does', async () => {
      const operator = await open('John 3:1-2');
      const { sequence } = await operator.read();
      const { etag } = operator;
      const same = await showIn(operator, 'ONE');
      assert.deepEqual([same.sequence, same.etag, operator.etag], [sequence, etag, etag]);
      await operator.push('John 3:3', { translations: ['two'] });
      const shown = await showIn(operator, 'one');
      assert.deepEqual(shown.focus.texts[0].text, 'one 3', 'the setting was the same, the page was not');
      const withoutLines = await showIn(operator, 'one', 'psalms');
      assert.deepEqual(
        [withoutLines.translations, withoutLines.queue.revision, withoutLines.focus.texts.length],
        [['one', 'psalms'], shown.queue.revision, 1],
      );
      await present(operator);
      const presented = await showIn(operator, 'two');
      assert.deepEqual([presented.mode, presented.showing, presented.translations], ['presentation', true, ['two']]);
      await operator.write('DELETE', '/presentation');
      assert.deepEqual(await queued(operator), ['one 1', 'one 2', 'one 3']);
      await operator.write('DELETE', '/stack');
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      assert.deepEqual((await showIn(operator, 'one')).translations, ['one']);
    });

    it('[D53] when the Live is hidden, then it stays hidden and has the page in the new translations', async () => {
      const operator = await open('John 3:1-2');
      await operator.write('PATCH', '/playback', { paused: true });
      const now = await showIn(operator, 'two');
      assert.deepEqual([now.showing, now.paused, now.focus.texts[0].text], [false, true, 'two 1']);
      assert.deepEqual(await seen(operator), ['nothing']);
    });

    it('[D57] when what interrupts is shown in other translations, then it stays marked, and what was kept by hand stays', async () => {
      const operator = await open('John 3:1-2');
      await post(operator, '/interrupt', { passage: 'John 3:8-10' });
      await focusOn(operator, 3);
      await showIn(operator, 'two', 'one');
      assert.deepEqual(await seen(operator), ['two 9', 'one 9']);
      await post(operator, '/return');
      assert.deepEqual(
        [await seen(operator), await queued(operator)],
        [['one 1'], ['one 1', 'one 2', 'two 9', 'one 9']],
      );
    });

    it('[D57] when the interrupted run is shown in other translations, then a return comes back to its page', async () => {
      const operator = await open('John 3:1-4');
      await focusOn(operator, 2);
      await post(operator, '/interrupt', { passage: 'John 3:8' });
      await focusOn(operator, 0);
      await showIn(operator, 'two');
      await post(operator, '/return');
      assert.deepEqual(await seen(operator), ['two 3']);
    });

    it('[D50] when it is undone, then the lines, their ids and the setting are back; when it is done again, then the others', async () => {
      const operator = await open('John 3:1-2');
      await focusOn(operator, 1);
      const before = await operator.readQueue();
      await showIn(operator, 'two');
      await post(operator, '/undo');
      assert.deepEqual((await operator.readQueue()).items, before.items);
      assert.deepEqual([await seen(operator), await setting(operator)], [['one 2'], ['one']]);
      await post(operator, '/redo');
      assert.deepEqual([await seen(operator), await setting(operator)], [['two 2'], ['two']]);
      await post(operator, '/undo');
      await post(operator, '/undo');
      assert.deepEqual([await seen(operator), await setting(operator)], [['one 1'], ['one']], 'the step before it');
    });

    it('[D57] when translations change, then the history has the same entry, and recalling it shows what is queued of it', async () => {
      const operator = await open('John 3:1-3');
      await focusOn(operator, 1);
      await operator.push('John 3:8');
      await post(operator, '/recall');
      await showIn(operator, 'two');
      assert.deepEqual(await entries(operator), ['John 3:1-3', 'John 3:8', 'John 3:1-3']);
      await operator.push('John 3:9');
      await post(operator, '/recall');
      assert.deepEqual(await seen(operator), ['two 2']);
      await operator.push('John 3:10');
      const { data } = await read(operator, '/history?view=short');
      const count = (await queued(operator)).length;
      await post(operator, '/recall', { entry_id: data.at(-1).id });
      assert.deepEqual(
        [await seen(operator), (await queued(operator)).length],
        [['two 1'], count],
        'nothing is appended',
      );
    });

    it('[D17] [D19] [States] when translations are unknown, not enabled or without the page, or the Live is stopped, then it is refused and nothing is changed', async () => {
      const operator = await open('John 3:1-4');
      await focusOn(operator, 1);
      for (const translations of [
        [],
        ['one', 'ONE'],
        ['one', 'two', 'few', 'long', 'psalms'],
        'one',
        [1],
        ['no such'],
        ['kjv9'],
      ]) {
        assert.deepEqual(
          await response(operator, '/translations', { translations }),
          [422, 'invalid_fields'],
          JSON.stringify(translations),
        );
      }
      assert.deepEqual(await response(operator, '/translations', {}), [422, 'invalid_fields']);
      assert.deepEqual(await response(operator, '/translations', { translations: ['psalms'] }), [
        422,
        'invalid_reference',
      ]);
      assert.deepEqual(await response(operator, '/translations', { translations: ['few'] }), [
        422,
        'invalid_reference',
      ]);
      await world.lectern.installation.administration.disableEdition('two', { organization: operator.owner.id });
      assert.deepEqual(await response(operator, '/translations', { translations: ['two'] }), [
        403,
        'edition_not_enabled',
      ]);
      await operator.push('John 3:1-20', { replace: true });
      assert.deepEqual(await response(operator, '/translations', { translations: ['one', 'long'] }), [
        409,
        'queue_full',
      ]);
      assert.deepEqual([await seen(operator), await setting(operator)], [['one 1'], ['one']]);
      const code = async (ifMatch?: string) =>
        (await operator.call('POST', '/translations', { body: { translations: ['few'] }, ...(ifMatch && { ifMatch }) }))
          .body.code;
      assert.equal(await code(), 'validator_required');
      assert.equal(await code('"old"'), 'stale_validator');
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      assert.equal(await code('"old"'), 'live_stopped');
    });
  });
}

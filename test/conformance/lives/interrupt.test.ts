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
const verses = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, `Verse ${index + 1}`]));
const EDITIONS = ['one', 'two'].map((slug) => smallEdition(slug, { [JOHN]: { 3: verses(20) } }));

/** The content that a viewer sees: the slide, the verses of the page, or nothing. */
function seenBy({ type, showing, slide, items, focus, lines }: ViewerState): string[] {
  if (!showing) return ['nothing'];
  if (type === 'presentation') return [`slide ${slide?.id}`];
  const all = toLines(items, ({ edition }) => edition);
  const first = all.findIndex(({ translations }) => translations.flat().some(({ id }) => id === focus));
  return first < 0
    ? ['nothing']
    : all.slice(first, first + lines).map(({ translations }) => String(translations[0]![0]!.verse));
}

for (const engine of PAGE_ENGINES) {
  describe(`interruptions on ${engine}`, () => {
    const world = useInProcessServer({
      engine,
      editions: EDITIONS,
      settings: { LECTERN_LIVES_PER_OWNER: '1000', LECTERN_QUEUE_ITEMS: '40' },
    });

    const open = async (passage?: string): Promise<OwnedLive> => {
      const operator = await world.openLive();
      if (passage) await operator.push(passage);
      return operator;
    };
    const post = (operator: OwnedLive, path: string, body: object = {}): Promise<JsonDocument> =>
      operator.write('POST', path, body);
    const interrupt = (operator: OwnedLive, passage: unknown, more: object = {}) =>
      post(operator, '/interrupt', { passage, ...more });
    const present = async (operator: OwnedLive, more: object = {}) => {
      const slides = ['a', 'b'].map((id) => ({ id, layout: 'text', text: id }));
      const { id } = await createSnapshot(api(world.lectern, operator.owner), slides);
      await operator.write('PUT', '/presentation', { snapshot_id: id, ...more });
    };
    const seen = async ({ liveId }: OwnedLive) => {
      const viewer = await joinAudience(world.url, liveId);
      viewer.close();
      return seenBy(viewer.state);
    };
    const queued = async (operator: OwnedLive) => (await operator.readQueue()).items.map(({ verse }) => verse.verse);
    const itemAt = async (operator: OwnedLive, index: number) => (await operator.readQueue()).items[index]!.id;
    const response = async (operator: OwnedLive, path: string, body: object = {}) => {
      await operator.read();
      const { status, body: problem } = await operator.attempt('POST', path, body);
      return [status, problem.code];
    };
    const returns = async (operator: OwnedLive) => (await operator.call('GET', '/now')).body.returns;

    it('[D57] when a slide is interrupted, then the passage is shown, and a return shows the slide again, each as one event', async () => {
      const operator = await open('John 3:1-2');
      await present(operator, { slide_id: 'b' });
      const { sequence } = await operator.read();
      const viewer = await joinAudience(world.url, operator.liveId);
      const before = viewer.stream.events.length;
      const now = await interrupt(operator, 'John 3:16-17');
      assert.deepEqual(
        [now.sequence, now.mode, now.showing, now.returns, now.etag],
        [sequence + 1, 'reader', true, true, operator.etag],
      );
      await viewer.comesTo(['16'], seenBy);
      assert.deepEqual(await queued(operator), [1, 2, 16, 17]);
      const then = await post(operator, '/return');
      assert.deepEqual(
        [then.sequence, then.mode, then.showing, then.returns, then.slide.slide_id],
        [sequence + 2, 'presentation', true, false, 'b'],
      );
      await viewer.comesTo(['slide b'], seenBy);
      const sent = viewer.stream.events.slice(before).filter(({ name }) => name !== 'beat');
      // A viewer that has only a slide receives the whole queue.
      assert.deepEqual(
        sent.map(({ name }) => name),
        ['state', 'change'],
      );
      viewer.close();
      await operator.write('DELETE', '/presentation');
      assert.deepEqual(await queued(operator), [1, 2], 'what has interrupted is gone');
    });

    it('[D57] when a page is interrupted, then a return comes back to that page and removes what was marked', async () => {
      const operator = await open('John 3:1-5');
      await operator.write('PATCH', '/focus', { item_id: await itemAt(operator, 1), lines: 2 });
      await interrupt(operator, [
        { book_id: JOHN, chapter: 3, verse: 8 },
        { book_id: JOHN, chapter: 3, verse: 10, end_verse: 11 },
      ]);
      await post(operator, '/step', { by: 1 });
      await post(operator, '/step', { by: 2, beyond: true });
      assert.deepEqual([await seen(operator), await queued(operator)], [['12'], [1, 2, 3, 4, 5, 8, 10, 11, 12]]);
      await post(operator, '/return');
      assert.deepEqual(
        [await seen(operator), await queued(operator)],
        [
          ['2', '3'],
          [1, 2, 3, 4, 5],
        ],
      );
      assert.deepEqual(await response(operator, '/return'), [409, 'nothing_to_return']);
    });

    it('[D57] when an interruption is interrupted, then what was remembered first is shown again, and both are removed', async () => {
      const operator = await open('John 3:1-2');
      await interrupt(operator, 'John 3:8');
      await interrupt(operator, 'John 3:9', { translations: ['one', 'two'] });
      await operator.push('John 3:20');
      assert.deepEqual(await queued(operator), [1, 2, 8, 9, 9, 20]);
      await post(operator, '/return');
      assert.deepEqual([await seen(operator), await queued(operator)], [['1'], [1, 2, 20]]);
    });

    it('[D57] when an operator has focused or moved what was marked, then a return leaves it', async () => {
      const operator = await open('John 3:1-2');
      await interrupt(operator, 'John 3:8-12');
      await operator.write('PATCH', '/focus', { item_id: await itemAt(operator, 3) });
      await operator.write('PATCH', `/queue-items/${await itemAt(operator, 6)}`, { position: 0 });
      assert.deepEqual(await queued(operator), [12, 1, 2, 8, 9, 10, 11]);
      await post(operator, '/return');
      assert.deepEqual([await seen(operator), await queued(operator)], [['1'], [12, 1, 2, 9]]);
    });

    it('[D57] when the queue is put into another order, then what has moved among the others stays', async () => {
      const operator = await open('John 3:1-3');
      await interrupt(operator, 'John 3:8-10');
      const ids = (await operator.readQueue()).items.map(({ id }) => id);
      const [one, two, three, eight, nine, ten] = ids as [string, string, string, string, string, string];
      await operator.write('PUT', '/queue-items/order', { item_ids: [two, ten, three, one, eight, nine] });
      await post(operator, '/return');
      assert.deepEqual([await seen(operator), await queued(operator)], [['1'], [2, 10, 3, 1]]);
    });

    it('[D57] when the remembered item is gone, then the next line is shown, else the one before, else nothing', async () => {
      const operator = await open('John 3:1-3');
      await operator.write('PATCH', '/focus', { item_id: await itemAt(operator, 1) });
      await interrupt(operator, 'John 3:8');
      await operator.write('DELETE', `/queue-items/${await itemAt(operator, 1)}`);
      await post(operator, '/return');
      assert.deepEqual(await seen(operator), ['3']);
      await interrupt(operator, 'John 3:8');
      await operator.write('DELETE', `/queue-items/${await itemAt(operator, 1)}`);
      await post(operator, '/return');
      assert.deepEqual(await seen(operator), ['1']);
      await interrupt(operator, 'John 3:8');
      await operator.write('DELETE', `/queue-items/${await itemAt(operator, 0)}`);
      await post(operator, '/return');
      assert.deepEqual([await seen(operator), await queued(operator)], [['nothing'], []]);
    });

    it('[D57] when the Live was hidden or its slide blanked, then it is so again', async () => {
      const operator = await open('John 3:1-2');
      await operator.write('PATCH', '/playback', { paused: true });
      await interrupt(operator, 'John 3:8');
      assert.deepEqual(await seen(operator), ['8']);
      const { showing, paused } = await post(operator, '/return');
      assert.deepEqual([showing, paused], [false, true]);
      await present(operator, { blank: true });
      await interrupt(operator, 'John 3:8');
      await post(operator, '/return');
      assert.equal((await operator.call('GET', '/display')).body.snapshot.blank, true);
    });

    it('[D57] when the presentation changes or is left, the queue is cleared or replaced, or the Live is stopped, then nothing is remembered', async () => {
      const operator = await open('John 3:1-2');
      const acts: (() => Promise<unknown>)[] = [
        () => present(operator),
        () => operator.write('DELETE', '/presentation'),
        () => operator.write('DELETE', '/stack'),
        () => operator.push('John 3:1', { replace: true }),
        () =>
          operator
            .write('PATCH', '/playback', { status: 'stopped' })
            .then(() => operator.write('PATCH', '/playback', { status: 'running' })),
      ];
      for (const act of acts) {
        await interrupt(operator, 'John 3:8');
        assert.equal(await returns(operator), true);
        await act();
        assert.equal(await returns(operator), false);
        assert.deepEqual(await response(operator, '/return'), [409, 'nothing_to_return']);
      }
      await interrupt(operator, 'John 3:8');
      for (const act of [
        () => operator.push('John 3:2'),
        () => operator.write('PATCH', '/playback', { paused: true }),
        () => operator.write('PATCH', '/paging', { lines: 2 }),
      ]) {
        await act();
        assert.equal(await returns(operator), true);
      }
    });

    it('[D57] [D4] when a Live is stopped, or a request is wrong, then it is refused in the order of checks', async () => {
      const operator = await open('John 3:1-2');
      for (const body of [{}, { passage: 'John 3:1', replace: true }, { passage: 1 }, { passage: [] }]) {
        assert.deepEqual(await response(operator, '/interrupt', body), [422, 'invalid_fields'], JSON.stringify(body));
      }
      assert.deepEqual(await response(operator, '/return', { entry_id: '1' }), [422, 'invalid_fields']);
      assert.deepEqual(await response(operator, '/interrupt', { passage: 'John 44' }), [422, 'invalid_reference']);
      assert.deepEqual(await response(operator, '/interrupt', { passage: 'John 3:1', translations: ['kjv9'] }), [
        422,
        'invalid_reference',
      ]);
      const code = async (path: string, body: object, ifMatch?: string) =>
        (await operator.call('POST', path, { body, ...(ifMatch && { ifMatch }) })).body.code;
      for (const [path, body] of [
        ['/interrupt', { passage: 'John 3:1' }],
        ['/return', {}],
      ] as const) {
        assert.equal(await code(path, body), 'validator_required');
        assert.equal(await code(path, body, '"old"'), 'stale_validator');
        const headers = { 'if-match': operator.etag, 'idempotency-key': 'one' };
        const refused = await api(world.lectern, operator.owner).request(
          'POST',
          `/v1/lives/${operator.liveId}${path}`,
          { body, headers },
        );
        assert.equal(refused.body.code, 'idempotency_unsupported', '[D9]');
      }
      await operator.push('John 3');
      assert.deepEqual(await response(operator, '/interrupt', { passage: 'John 3' }), [409, 'queue_full']);
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      for (const [path, body] of [
        ['/interrupt', { passage: 'John 3:1' }],
        ['/return', {}],
      ] as const)
        assert.equal(await code(path, body, '"old"'), 'live_stopped');
    });

    it('[D50] when an interruption is undone, then nothing is remembered; when a return is, then it can be made again', async () => {
      const operator = await open('John 3:1-2');
      await interrupt(operator, 'John 3:8');
      await post(operator, '/undo');
      assert.deepEqual([await seen(operator), await queued(operator), await returns(operator)], [['1'], [1, 2], false]);
      await interrupt(operator, 'John 3:8');
      await post(operator, '/return');
      await post(operator, '/undo');
      assert.deepEqual(
        [await seen(operator), await queued(operator), await returns(operator)],
        [['8'], [1, 2, 8], true],
      );
      await post(operator, '/return');
      assert.deepEqual([await seen(operator), await queued(operator)], [['1'], [1, 2]]);
    });

    it('[D53] when the server restarts, then what was interrupted is still remembered', async () => {
      const operator = await open('John 3:1-2');
      await interrupt(operator, 'John 3:8');
      const states = await world.lectern.installation.storage.lives.load(operator.liveId);
      assert.equal(states?.record.remembered?.focusItemId, await itemAt(operator, 0));
      assert.deepEqual(states?.record.remembered?.runs, [await itemAt(operator, 2)]);
    });
  });
}

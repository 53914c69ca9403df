import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toLines } from '../../../src/contract/paging/lines.ts';
import { api, type JsonDocument } from '../../support/requests/api.ts';
import { createSnapshot } from '../../support/requests/presentation.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const JOHN = 43;
const verses = (mark: string, count: number, characters = 60) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      index + 1,
      `${mark} ${index + 1}, ${'word '.repeat(characters / 5)}`.trim(),
    ]),
  );
const text = (mark: string, more: object = {}) => ({
  [JOHN]: {
    2: verses(`${mark} 2`, 3),
    3: verses(`${mark} 3`, 8),
    4: verses(`${mark} 4`, 2, 700),
    5: verses(`${mark} 5`, 3),
    ...more,
  },
});
const EDITIONS = [smallEdition('one', text('One')), smallEdition('two', text('Zwei'), { language: 'de' })];

for (const engine of PAGE_ENGINES) {
  describe(`steps and extends on ${engine}`, () => {
    const world = useInProcessServer({
      engine,
      editions: EDITIONS,
      settings: { LECTERN_LIVES_PER_OWNER: '1000', LECTERN_QUEUE_ITEMS: '40' },
    });

    const open = async (passage?: string, translations = ['one']): Promise<OwnedLive> => {
      const operator = await world.openLive();
      await operator.write('PATCH', '/settings', { translations });
      if (passage) await operator.push(passage);
      return operator;
    };
    const step = (operator: OwnedLive, by: number, more: object = {}): Promise<JsonDocument> =>
      operator.write('POST', '/step', { by, ...more });
    const extend = (operator: OwnedLive, by: number): Promise<JsonDocument> =>
      operator.write('POST', '/extend', { by });
    const firstWords = ({ text: whole }: { text: string }) => whole.split(',')[0]!;
    const queueOf = async (operator: OwnedLive) =>
      (await operator.readQueue()).items.map(({ verse }) => firstWords(verse));
    /** The first words of each text of the page, as a viewer finds it, and which part of a line it is. */
    const pageOf = async ({ liveId }: OwnedLive) => {
      const viewer = await joinAudience(world.url, liveId);
      viewer.close();
      const { items, focus, lines: count, part } = viewer.state;
      const lines = toLines(items, ({ edition }) => edition);
      const first = lines.findIndex(({ translations }) => translations[0]![0]!.id === focus);
      return [
        ...lines.slice(first, first + count).map(({ texts }) => texts.map((each) => each.split(',')[0]!).join(' ')),
        ...(part > 0 ? [`part ${part}`] : []),
      ];
    };
    const linesOf = async ({ liveId }: OwnedLive) => {
      const viewer = await joinAudience(world.url, liveId);
      viewer.close();
      const lines = toLines(viewer.state.items, ({ edition }) => edition);
      const runs = [...new Set(lines.map(({ run }) => run))];
      return lines.map(
        ({ texts, run }) => `${runs.indexOf(run)}: ${texts.map((each) => each.split(',')[0]!).join(' ')}`,
      );
    };
    const refused = async (operator: OwnedLive, path: string, body: object, expected: [number, string]) => {
      await operator.read();
      const { etag } = operator;
      const before = [await operator.read(), await operator.readQueue()];
      const response = await operator.attempt('POST', path, body);
      assert.deepEqual([response.status, response.body.code], expected, JSON.stringify(response.body));
      assert.deepEqual([await operator.read(), await operator.readQueue()], before);
      operator.etag = etag;
    };
    /** Demands that the response is 200 with the state as it was. */
    const stays = async (operator: OwnedLive, act: () => Promise<JsonDocument>) => {
      const before = await operator.read();
      const [page, queue] = [await pageOf(operator), await operator.readQueue()];
      const { etag } = operator;
      const now = await act();
      assert.equal(now.sequence, before.sequence);
      assert.deepEqual([operator.etag, await pageOf(operator), await operator.readQueue()], [etag, page, queue]);
    };

    it('[D56] when a Live steps by pages, then the focus moves by that many, and at the ends of the queue nothing changes', async () => {
      const operator = await open('John 3:1-5');
      await stays(operator, () => step(operator, -1));
      await step(operator, 2);
      assert.deepEqual(await pageOf(operator), ['One 3 3']);
      await step(operator, -1);
      assert.deepEqual(await pageOf(operator), ['One 3 2']);
      await step(operator, 50);
      assert.deepEqual(await pageOf(operator), ['One 3 5'], 'as far as there is');
      await stays(operator, () => step(operator, 1));
      await operator.write('PATCH', '/paging', { lines: 2 });
      await step(operator, -50);
      assert.deepEqual(await pageOf(operator), ['One 3 1', 'One 3 2']);
      await step(operator, 1);
      assert.deepEqual(await pageOf(operator), ['One 3 3', 'One 3 4']);
    });

    it('[D56] when a step changes anything, then the sequence goes up by one, and the response is as GET now with the new ETag', async () => {
      const operator = await open('John 3:1-5');
      const { sequence } = await operator.read();
      const now = await step(operator, 4);
      const { etag } = operator;
      assert.deepEqual([now.sequence, now.etag], [sequence + 1, etag]);
      assert.deepEqual((await operator.call('GET', '/now')).body, now);
      await operator.read();
      assert.equal(operator.etag, etag);
      assert.deepEqual(await extend(operator, 1), (await operator.call('GET', '/now')).body);
    });

    it('[D56] when a line is split, then steps by pages and by lines go part by part, back as well', async () => {
      const operator = await open('John 3:8-4:2');
      const walked: string[][] = [];
      for (let count = 0; count < 4; count++) {
        await step(operator, 1, count % 2 === 0 ? {} : { unit: 'line' });
        walked.push(await pageOf(operator));
      }
      assert.deepEqual(walked, [['One 4 1'], ['One 4 1', 'part 1'], ['One 4 1', 'part 2'], ['One 4 2']]);
      await step(operator, -1);
      assert.deepEqual(await pageOf(operator), ['One 4 1', 'part 2']);
      await step(operator, -3, { unit: 'line' });
      assert.deepEqual(await pageOf(operator), ['One 3 8']);
      await step(operator, 4);
      assert.deepEqual(await pageOf(operator), ['One 4 2']);
    });

    it('[D56] when pages have several lines, then a step by lines begins the page one line further', async () => {
      const operator = await open('John 3:1-5');
      await operator.write('PATCH', '/paging', { lines: 2 });
      await step(operator, 1, { unit: 'line' });
      assert.deepEqual(await pageOf(operator), ['One 3 2', 'One 3 3']);
      await step(operator, 3, { unit: 'line' });
      assert.deepEqual(await pageOf(operator), ['One 3 5']);
      await stays(operator, () => step(operator, 1, { unit: 'line' }));
      await step(operator, -1, { unit: 'line' });
      assert.deepEqual(await pageOf(operator), ['One 3 4', 'One 3 5']);
    });

    it('[D56] when a Live steps by chapters, then the page is the first of the chapter', async () => {
      const operator = await open('John 2:2-5:2');
      await step(operator, 1, { unit: 'chapter' });
      assert.deepEqual(await pageOf(operator), ['One 3 1']);
      await step(operator, 3);
      await step(operator, -1, { unit: 'chapter' });
      assert.deepEqual(await pageOf(operator), ['One 2 2']);
      await step(operator, 9, { unit: 'chapter' });
      assert.deepEqual(await pageOf(operator), ['One 5 1']);
      await stays(operator, () => step(operator, 1, { unit: 'chapter' }));
    });

    it('[D56] when a step goes beyond the end, then the next page of the book joins the run, in the same translations', async () => {
      const operator = await open('John 3:5-6', ['one', 'two']);
      await operator.push('John 5:1');
      await operator.push('John 3:5-6', { replace: true });
      await step(operator, 1);
      await operator.write('PATCH', '/settings', { translations: ['two'] });
      await step(operator, 1, { beyond: true });
      assert.deepEqual(await pageOf(operator), ['One 3 7 Zwei 3 7']);
      assert.deepEqual(await queueOf(operator), ['One 3 5', 'One 3 6', 'One 3 7', 'Zwei 3 5', 'Zwei 3 6', 'Zwei 3 7']);
      assert.deepEqual(await linesOf(operator), ['0: One 3 5 Zwei 3 5', '0: One 3 6 Zwei 3 6', '0: One 3 7 Zwei 3 7']);
      await step(operator, 2, { beyond: true });
      assert.deepEqual(await pageOf(operator), ['One 4 1 Zwei 4 1'], 'into the next chapter');
      await step(operator, -4);
      await stays(operator, () => step(operator, -1));
      await step(operator, -2, { beyond: true });
      assert.deepEqual(await pageOf(operator), ['One 3 3 Zwei 3 3']);
      assert.deepEqual(
        (await linesOf(operator)).map((line) => line.slice(0, 10)),
        ['0: One 3 3', '0: One 3 4', '0: One 3 5', '0: One 3 6', '0: One 3 7', '0: One 3 8', '0: One 4 1'],
      );
    });

    it('[D56] when some of the steps are in the queue, then only the rest is queued', async () => {
      const operator = await open('John 3:1-3');
      await operator.write('PATCH', '/paging', { lines: 2 });
      await step(operator, 3, { beyond: true });
      assert.deepEqual(await pageOf(operator), ['One 3 6', 'One 3 7']);
      assert.equal((await queueOf(operator)).length, 7);
      await step(operator, -9, { beyond: true });
      assert.deepEqual(await pageOf(operator), ['One 2 1']);
      assert.deepEqual((await queueOf(operator)).slice(0, 4), ['One 2 1', 'One 2 2', 'One 2 3', 'One 3 1']);
    });

    it('[D56] when a step by lines or chapters goes beyond, then the next line or whole chapter is queued', async () => {
      const operator = await open('John 3:6');
      await operator.write('PATCH', '/paging', { lines: 2 });
      await step(operator, 1, { unit: 'line', beyond: true });
      assert.deepEqual([await pageOf(operator), await queueOf(operator)], [['One 3 7'], ['One 3 6', 'One 3 7']]);
      await step(operator, 2, { unit: 'chapter', beyond: true });
      assert.deepEqual(await pageOf(operator), ['One 5 1', 'One 5 2']);
      assert.deepEqual((await queueOf(operator)).slice(2), ['One 4 1', 'One 4 2', 'One 5 1', 'One 5 2', 'One 5 3']);
      await step(operator, -50, { unit: 'chapter', beyond: true });
      assert.deepEqual(await pageOf(operator), ['One 2 1', 'One 2 2']);
      assert.deepEqual((await queueOf(operator)).slice(0, 4), ['One 2 1', 'One 2 2', 'One 2 3', 'One 3 6']);
    });

    it('[D56] when the book ends, then nothing changes, beyond it either', async () => {
      const operator = await open('John 5:3');
      for (const unit of ['page', 'line', 'chapter'])
        await stays(operator, () => step(operator, 1, { unit, beyond: true }));
      await operator.push('John 2:1', { replace: true });
      for (const unit of ['page', 'line', 'chapter'])
        await stays(operator, () => step(operator, -1, { unit, beyond: true }));
      await stays(operator, () => step(operator, -1, { beyond: true, show: true }));
    });

    it('[D56] when a step goes back beyond a split line, then it comes to its last part, and through its parts', async () => {
      const operator = await open('John 5:1');
      await step(operator, -1, { beyond: true });
      assert.deepEqual(await pageOf(operator), ['One 4 2', 'part 2']);
      await step(operator, -3, { beyond: true });
      assert.deepEqual(await pageOf(operator), ['One 4 1', 'part 2']);
    });

    it('[D56] when 60 steps go beyond one by one, then order and texts are those of one push', async () => {
      const operator = await open('John 2:1', ['one', 'two']);
      for (let count = 0; count < 60; count++) await step(operator, 1, { beyond: true });
      const stepped = await queueOf(operator);
      await operator.push('John 2-5', { replace: true });
      assert.deepEqual(stepped, await queueOf(operator));
    });

    it('[D15] when a Live is hidden, then a step leaves it hidden unless it is to show', async () => {
      const operator = await open('John 3:1-5');
      const showing = async () => (await operator.call('GET', '/playback')).body;
      await operator.write('PATCH', '/playback', { paused: true });
      await step(operator, 1);
      assert.equal((await showing()).showing, false);
      await step(operator, 1, { show: false });
      assert.equal((await showing()).showing, false);
      await step(operator, 1, { show: true });
      const { paused, showing: shown } = await showing();
      assert.deepEqual([paused, shown], [false, true]);
    });

    it('[D56] when a Live is stopped, then steps are allowed, and show, beyond and further verses are not', async () => {
      const operator = await open('John 3:1-3');
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      await step(operator, 1);
      await extend(operator, 1);
      assert.deepEqual((await operator.call('GET', '/focus')).body.lines, 2);
      await refused(operator, '/step', { by: 1, show: true }, [409, 'live_stopped']);
      await refused(operator, '/step', { by: 1, beyond: true }, [409, 'live_stopped']);
      await refused(operator, '/extend', { by: 1 }, [409, 'live_stopped']);
      await extend(operator, -1);
      await step(operator, 1, { show: false, beyond: false });
    });

    it('[D4] when a body is wrong, then it is 422, before mode, queue and If-Match are looked at', async () => {
      const operator = await open();
      const wrong = [
        {},
        { by: 0 },
        { by: 51 },
        { by: -51 },
        { by: 1.5 },
        { by: '1' },
        { by: 1, unit: 'verse' },
        { by: 1, beyond: null },
        { by: 1, show: 'yes' },
        { by: 1, other: 1 },
      ];
      for (const body of wrong) await refused(operator, '/step', body, [422, 'invalid_fields']);
      for (const body of [{}, { by: 0 }, { by: 2 }, { by: '1' }, { by: 1, unit: 'line' }])
        await refused(operator, '/extend', body, [422, 'invalid_fields']);
    });

    it('[D4] when a step cannot be made, then mode comes before If-Match, and If-Match before the queue', async () => {
      const operator = await open();
      const call = async (path: string, body: object, ifMatch?: string) => {
        const { status, body: response } = await operator.call('POST', path, { body, ...(ifMatch && { ifMatch }) });
        return [status, response.code];
      };
      for (const path of ['/step', '/extend']) {
        assert.deepEqual(await call(path, { by: 1 }), [428, 'validator_required']);
        assert.deepEqual(await call(path, { by: 1 }, '*'), [422, 'invalid_validator']);
        assert.deepEqual(await call(path, { by: 1 }, '"old"'), [412, 'stale_validator']);
        await refused(operator, path, { by: 1 }, [409, 'queue_empty']);
      }
      assert.deepEqual(await call('/step', { by: 1, unit: 'slide' }), [409, 'reader_mode']);
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      assert.deepEqual(await call('/step', { by: 1, show: true }, '"old"'), [409, 'live_stopped']);
    });

    it('[D9] when an Idempotency-Key is sent, then steps and extends are 422 and change nothing', async () => {
      const operator = await open('John 3:1-3');
      const client = api(world.lectern, operator.owner);
      for (const path of ['/step', '/extend']) {
        const headers = { 'if-match': operator.etag, 'idempotency-key': 'one' };
        const { status, body } = await client.request('POST', `/v1/lives/${operator.liveId}${path}`, {
          body: { by: 1 },
          headers,
        });
        assert.deepEqual([status, body.code], [422, 'idempotency_unsupported']);
      }
      assert.deepEqual(await pageOf(operator), ['One 3 1']);
    });

    it('[D56] when slides are shown, then a step goes by slides as far as there are any, and other units and extends are refused', async () => {
      const operator = await open('John 3:1-3');
      const slides = ['a', 'b', 'c'].map((id) => ({ id, layout: 'text', text: id }));
      const { id } = await createSnapshot(api(world.lectern, operator.owner), slides);
      await operator.write('PUT', '/presentation', { snapshot_id: id });
      const slideOf = async () => (await operator.call('GET', '/display')).body.snapshot.slide_id;
      const staysAt = async (slide: string, by: number) => {
        const { sequence } = await operator.read();
        assert.deepEqual([(await step(operator, by)).sequence, await slideOf()], [sequence, slide]);
      };
      await staysAt('a', -1);
      await step(operator, 1);
      assert.equal(await slideOf(), 'b');
      await step(operator, 7, { unit: 'slide' });
      assert.equal(await slideOf(), 'c');
      await staysAt('c', 1);
      for (const unit of ['page', 'line', 'chapter']) await refused409(operator, '/step', { by: 1, unit });
      await refused409(operator, '/extend', { by: 1 });
      await operator.write('PATCH', '/playback', { paused: true });
      await step(operator, -1);
      assert.equal((await operator.call('GET', '/playback')).body.showing, false);
      await step(operator, -1, { show: true });
      assert.deepEqual([(await operator.call('GET', '/playback')).body.showing, await slideOf()], [true, 'a']);
    });
    const refused409 = async (operator: OwnedLive, path: string, body: object) => {
      const { status, body: response } = await operator.attempt('POST', path, body);
      assert.deepEqual([status, response.code], [409, 'presentation_mode']);
    };

    it('[D56] when a slide is blanked, then the next one is too, unless it is to be shown', async () => {
      const operator = await open();
      const slides = ['a', 'b', 'c'].map((id) => ({ id, layout: 'text', text: id }));
      const { id } = await createSnapshot(api(world.lectern, operator.owner), slides);
      await operator.write('PUT', '/presentation', { snapshot_id: id, blank: true });
      const blank = async () => (await operator.call('GET', '/display')).body.snapshot.blank;
      await step(operator, 1);
      assert.equal(await blank(), true);
      await step(operator, 1, { show: true });
      assert.equal(await blank(), false);
    });

    it('[D56] when a page is extended, then it has the next line of the run, and counts as one page', async () => {
      const operator = await open('John 3:1-8');
      await extend(operator, 1);
      await extend(operator, 1);
      assert.deepEqual(await pageOf(operator), ['One 3 1', 'One 3 2', 'One 3 3']);
      assert.equal((await queueOf(operator)).length, 8);
      await step(operator, 1);
      assert.deepEqual(await pageOf(operator), ['One 3 4'], 'with the usual lines');
      await step(operator, -1);
      await extend(operator, 1);
      await extend(operator, -1);
      assert.deepEqual(await pageOf(operator), ['One 3 3']);
      await stays(operator, () => extend(operator, -1));
      for (let count = 0; count < 5; count++) await extend(operator, 1);
      assert.equal((await pageOf(operator)).length, 6);
      await stays(operator, () => extend(operator, 1));
    });

    it('[D56] when the run ends, then an extend queues the next verse of the book after the page, before what follows', async () => {
      const operator = await open('John 3:1-2', ['one', 'two']);
      await operator.push('John 5:1-2');
      const first = (await operator.readQueue()).items[0]!;
      await operator.write('PATCH', '/focus', { item_id: first.id, lines: 2 });
      await extend(operator, 1);
      assert.deepEqual(await pageOf(operator), ['One 3 1 Zwei 3 1', 'One 3 2 Zwei 3 2', 'One 3 3 Zwei 3 3']);
      assert.deepEqual(await queueOf(operator), [
        'One 3 1',
        'One 3 2',
        'One 3 3',
        'Zwei 3 1',
        'Zwei 3 2',
        'Zwei 3 3',
        'One 5 1',
        'One 5 2',
        'Zwei 5 1',
        'Zwei 5 2',
      ]);
      assert.deepEqual(await linesOf(operator), [
        '0: One 3 1 Zwei 3 1',
        '0: One 3 2 Zwei 3 2',
        '0: One 3 3 Zwei 3 3',
        '1: One 5 1 Zwei 5 1',
        '1: One 5 2 Zwei 5 2',
      ]);
      // Nothing is removed.
      await extend(operator, -1);
      assert.equal((await queueOf(operator)).length, 10);
      await operator.push('John 5:3');
      await stays(operator, () => extend(operator, 1));
    });

    it('[D56] when the page is a part of a line, then an extend is 409', async () => {
      const operator = await open('John 4:1-2');
      for (const by of [1, -1]) await refused(operator, '/extend', { by }, [409, 'page_is_split']);
    });

    it('[D17] when the queue is full or an edition is no longer enabled, then nothing is queued', async () => {
      const operator = await open('John 3:1-8');
      for (let count = 0; count < 4; count++) await operator.push('John 3:1-8');
      await step(operator, 50);
      await refused(operator, '/step', { by: 1, beyond: true }, [409, 'queue_full']);
      await extend(operator, -1);
      await refused(operator, '/extend', { by: 1 }, [409, 'queue_full']);
      await operator.push('John 3:1', { replace: true });
      await world.lectern.installation.administration.disableEdition('one', { organization: operator.owner.id });
      await refused(operator, '/step', { by: 1, beyond: true }, [403, 'edition_not_enabled']);
      await refused(operator, '/extend', { by: 1 }, [403, 'edition_not_enabled']);
    });

    it('[D56] when two operators step at once, then one step is made, and the other is 412', async () => {
      const operator = await open('John 3:1-5');
      await operator.read();
      const ifMatch = operator.etag;
      const responses = await Promise.all(
        [1, 2].map(() => operator.call('POST', '/step', { body: { by: 1 }, ifMatch })),
      );
      assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 412]);
      assert.deepEqual(await pageOf(operator), ['One 3 2']);
    });
  });
}

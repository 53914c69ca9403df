import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ItemLine, toLines } from '../../../src/contract/paging/lines.ts';
import type { ViewerItem } from '../../../src/contract/viewer.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const JOHN = 43;
const numbered = (mark: string, verses: readonly number[], characters: number) =>
  Object.fromEntries(verses.map((verse) => [verse, `${mark} ${verse}, ${'word '.repeat(characters / 5)}`.trim()]));
/** Chapter 3 is short; verses of chapter 4 are longer than a page; chapter 5 lacks a verse in each edition. */
const EDITIONS = [
  smallEdition('one', {
    [JOHN]: {
      3: numbered('One', [1, 2, 3, 4], 60),
      4: numbered('One', [1, 2], 900),
      5: numbered('One', [1, 2, 4], 20),
    },
  }),
  smallEdition(
    'two',
    {
      [JOHN]: {
        3: numbered('Zwei', [1, 2, 3, 4], 60),
        4: numbered('Zwei', [1, 2], 900),
        5: numbered('Zwei', [1, 3, 4], 20),
      },
    },
    { language: 'de' },
  ),
];
const PAGES = { lines: 1, page_characters: 320 };
const DEFAULT = { ...PAGES, keys: null };

for (const engine of PAGE_ENGINES) {
  describe(`lines, focus and paging on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: EDITIONS, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });

    const open = async (translations = ['one', 'two']): Promise<OwnedLive> => {
      const operator = await world.openLive();
      await operator.write('PATCH', '/settings', { translations });
      return operator;
    };
    /** The lines as a viewer receives them: the first words of each text, and the number of the run. */
    const linesOf = async ({ liveId }: OwnedLive) => {
      const viewer = await joinAudience(world.url, liveId);
      viewer.close();
      const lines: ItemLine<ViewerItem>[] = toLines(viewer.state.items, ({ edition }) => edition);
      const runs = [...new Set(lines.map(({ run }) => run))];
      return lines.map(({ texts, run }) => [...texts.map((text) => text.split(',')[0]!), `run ${runs.indexOf(run)}`]);
    };
    const idsOf = async (operator: OwnedLive) => (await operator.readQueue()).items.map(({ id }) => id);
    const focusOf = async (operator: OwnedLive) => {
      const { status, body, etag } = await operator.call('GET', '/focus');
      assert.equal(status, 200);
      assert.equal(etag, (await operator.call('GET')).etag);
      const { item_id, lines, part } = body;
      assert.deepEqual(Object.keys(body).toSorted(), ['item_id', 'lines', 'live_id', 'part', 'sequence']);
      return [item_id, lines, part];
    };

    it('[D53] when a push adds verses in two translations, then those of one place are a line, and lines in sequence are a run', async () => {
      const operator = await open();
      await operator.push('John 3:1-2');
      await operator.push('John 5:1');
      assert.deepEqual(await linesOf(operator), [
        ['One 1', 'Zwei 1', 'run 0'],
        ['One 2', 'Zwei 2', 'run 0'],
        ['One 1', 'Zwei 1', 'run 1'],
      ]);
      // Items keep their documented order: all of the first translation, then all of the next.
      const { items } = await operator.readQueue();
      assert.deepEqual(
        items.map(({ verse }) => verse.text.split(',')[0]),
        ['One 1', 'One 2', 'Zwei 1', 'Zwei 2', 'One 1', 'Zwei 1'],
      );
      assert.deepEqual(Object.keys(items[2]!).toSorted(), ['id', 'position', 'verse']);
    });

    it('[D53] when a passage has several ranges, then those that follow each other are one run', async () => {
      const operator = await open(['one']);
      const range = (verse: number, end_verse: number) => ({ book_id: JOHN, chapter: 3, verse, end_verse });
      await operator.write('POST', '/passages', { passage: [range(1, 1), range(2, 3), range(1, 1)] });
      assert.deepEqual(
        (await linesOf(operator)).map(([, run]) => run),
        ['run 0', 'run 0', 'run 0', 'run 1'],
      );
    });

    it('[D53] when a translation lacks a verse, then the line has the other; lines come in the order of their first items', async () => {
      const operator = await open();
      await operator.push('John 5');
      assert.deepEqual(await linesOf(operator), [
        ['One 1', 'Zwei 1', 'run 0'],
        ['One 2', 'run 0'],
        ['One 4', 'Zwei 4', 'run 0'],
        ['Zwei 3', 'run 0'],
      ]);
    });

    it('[D53] when one item of a line is removed or moved, or the server restarts, then the others keep line and run', async () => {
      const operator = await open();
      await operator.push('John 3:1-2');
      const [one1, one2, , zwei2] = (await idsOf(operator)) as [string, string, string, string];
      await operator.write('DELETE', `/queue-items/${one1}`);
      assert.deepEqual(await linesOf(operator), [
        ['One 2', 'Zwei 2', 'run 0'],
        ['Zwei 1', 'run 0'],
      ]);
      await operator.write('PATCH', `/queue-items/${zwei2}`, { position: 0 });
      assert.deepEqual(await linesOf(operator), [
        ['Zwei 2', 'One 2', 'run 0'],
        ['Zwei 1', 'run 0'],
      ]);
      await operator.write('POST', '/undo', {});
      await operator.write('POST', '/undo', {});
      assert.deepEqual(await linesOf(operator), [
        ['One 1', 'Zwei 1', 'run 0'],
        ['One 2', 'Zwei 2', 'run 0'],
      ]);
      await operator.write('DELETE', `/queue-items/${one2}`);
      assert.deepEqual(await linesOf(operator), [
        ['One 1', 'Zwei 1', 'run 0'],
        ['Zwei 2', 'run 0'],
      ]);
    });

    it('[D54] when any item of a line is focused, then the response names its first item, and lines are cut to the run', async () => {
      const operator = await open();
      await operator.push('John 3:1-3');
      await operator.push('John 5:1');
      const ids = await idsOf(operator);
      const focus = (body: object) => operator.write('PATCH', '/focus', body);
      const response = await focus({ item_id: ids[4] });
      assert.deepEqual([response.item_id, response.lines, response.part], [ids[1], 1, 0]);
      assert.deepEqual(await focusOf(operator), [ids[1], 1, 0]);
      await focus({ item_id: ids[1], lines: 6 });
      assert.deepEqual(await focusOf(operator), [ids[1], 2, 0]);
      await focus({ item_id: ids[0], lines: 2, part: 0 });
      assert.deepEqual(await focusOf(operator), [ids[0], 2, 0]);
      const viewer = await joinAudience(world.url, operator.liveId);
      assert.deepEqual([viewer.state.focus, viewer.state.lines, viewer.state.part], [ids[0], 2, 0]);
      await focus({ item_id: ids[2] });
      await viewer.comesTo<unknown>([ids[2], 1, 0], ({ focus: item, lines, part }) => [item, lines, part]);
      viewer.close();
    });

    it('[D54] when lines or part cannot be, then the response is 422 and nothing changes', async () => {
      const operator = await open();
      await operator.push('John 4:1');
      const [id] = await idsOf(operator);
      const before = await focusOf(operator);
      for (const [field, value] of [
        ['lines', 0],
        ['lines', 7],
        ['lines', 1.5],
        ['lines', '2'],
        ['part', -1],
        ['part', 99],
        ['part', null],
        ['parts', 1],
      ] as const) {
        const { status, body, headers } = await operator.attempt('PATCH', '/focus', { item_id: id, [field]: value });
        assert.deepEqual([status, body.code], [422, 'invalid_fields'], `${field} ${value}`);
        assert.equal(body.errors[0].pointer, `/${field}`);
        assert.match(headers.get('content-type')!, /^application\/problem\+json/);
      }
      assert.deepEqual(await focusOf(operator), before);
    });

    it('[D54] when a line is longer than a page, then it has parts, and they can be focused', async () => {
      const operator = await open(['one']);
      await operator.push('John 4');
      const [first, second] = (await idsOf(operator)) as [string, string];
      assert.deepEqual(await focusOf(operator), [first, 1, 0]);
      await operator.write('PATCH', '/focus', { item_id: second, part: 2 });
      assert.deepEqual(await focusOf(operator), [second, 1, 2]);
      // A line that is split stands alone.
      await operator.write('PATCH', '/focus', { item_id: first, lines: 2, part: 1 });
      assert.deepEqual(await focusOf(operator), [first, 1, 1]);
    });

    it('[D54] when paging is read and changed, then it has bounds, the page is shown again in it, and viewers are notified', async () => {
      const operator = await open(['one']);
      const read = async () => {
        const { status, body, etag } = await operator.call('GET', '/paging');
        assert.deepEqual([status, etag], [200, (await operator.call('GET')).etag]);
        return body;
      };
      assert.deepEqual(await read(), DEFAULT);
      await operator.push('John 3');
      const [first] = await idsOf(operator);
      const viewer = await joinAudience(world.url, operator.liveId);
      const { sequence } = await operator.read();
      assert.deepEqual(await operator.write('PATCH', '/paging', { lines: 3 }), { ...DEFAULT, lines: 3 });
      assert.equal((await operator.read()).sequence, sequence + 1, '[D6]');
      assert.deepEqual(await focusOf(operator), [first, 3, 0]);
      await viewer.comesTo([3, { ...PAGES, lines: 3 }], ({ lines, paging }) => [lines, paging]);
      // Three lines have more characters than this.
      await operator.write('PATCH', '/paging', { page_characters: 150 });
      assert.deepEqual(await focusOf(operator), [first, 2, 0]);
      assert.deepEqual(await operator.write('PATCH', '/paging', {}), { lines: 3, page_characters: 150, keys: null });
      assert.equal((await operator.read()).sequence, sequence + 2, '[D6] nothing was given');
      for (const wrong of [
        { lines: 0 },
        { lines: 7 },
        { lines: null },
        { page_characters: 119 },
        { page_characters: 1_001 },
        { page_characters: 320.5 },
        { pages: 1 },
        { keys: 'one' },
        { keys: ['one', 'ONE'] },
        { keys: ['one', 'three'] },
        { keys: ['one', 'not a slug'] },
        { keys: Array.from({ length: 11 }, () => 'one') },
      ]) {
        const { status, body } = await operator.attempt('PATCH', '/paging', wrong);
        assert.deepEqual([status, body.code], [422, 'invalid_fields'], JSON.stringify(wrong));
      }
      assert.deepEqual(await read(), { lines: 3, page_characters: 150, keys: null });
      viewer.close();
    });

    it('[D54] when keys are set, then they have this order for all operators, the page stays, and an edition that leaves the library drops out', async () => {
      const operator = await open();
      const read = async () => (await operator.call('GET', '/paging')).body;
      await operator.push('John 4');
      const [first] = await idsOf(operator);
      await operator.write('PATCH', '/focus', { item_id: first, part: 1 });
      const viewer = await joinAudience(world.url, operator.liveId);
      assert.deepEqual(await operator.write('PATCH', '/paging', { keys: ['Two', 'one'] }), {
        ...DEFAULT,
        keys: ['two', 'one'],
      });
      assert.deepEqual(await focusOf(operator), [first, 1, 1]);
      assert.deepEqual(viewer.state.paging, PAGES, 'audiences do not receive them');
      viewer.close();
      const { administration } = world.lectern.installation;
      await administration.disableEdition('two', { organization: operator.owner.id });
      assert.deepEqual(await read(), { ...DEFAULT, keys: ['one'] });
      await administration.enableEdition('two', { organization: operator.owner.id });
      await operator.write('PATCH', '/paging', { keys: [] });
      assert.deepEqual((await read()).keys, []);
      await operator.write('PATCH', '/paging', { keys: null });
      assert.deepEqual(await read(), DEFAULT);
    });

    it('[D54] when the Live is stopped or presents, then paging can be changed, while focus is refused in presentation mode', async () => {
      const operator = await open(['one']);
      await operator.push('John 3');
      await operator.write('PATCH', '/playback', { status: 'stopped' });
      await operator.write('PATCH', '/paging', { lines: 2 });
      const foreign = await world.openLive();
      const { status, body } = await foreign.attempt('PATCH', '/focus', { item_id: (await idsOf(operator))[0] });
      assert.deepEqual([status, body.code], [422, 'invalid_fields']);
    });

    it('[D54] when the focused line is removed, then the usual page of the next line has the focus, else of the last', async () => {
      const operator = await open(['one']);
      await operator.write('PATCH', '/paging', { lines: 2 });
      await operator.push('John 3');
      const ids = await idsOf(operator);
      await operator.write('PATCH', '/focus', { item_id: ids[1], lines: 1 });
      await operator.write('DELETE', `/queue-items/${ids[1]}`);
      assert.deepEqual(await focusOf(operator), [ids[2], 2, 0]);
      await operator.write('PATCH', '/focus', { item_id: ids[3] });
      await operator.write('DELETE', `/queue-items/${ids[3]}`);
      assert.deepEqual(await focusOf(operator), [ids[2], 1, 0]);
      await operator.write('DELETE', `/queue-items/${ids[0]}`);
      await operator.write('DELETE', `/queue-items/${ids[2]}`);
      assert.deepEqual(await focusOf(operator), [null, 1, 0]);
    });

    it('[D54] when a line of the page is removed or moved away, then the page has what is left of it', async () => {
      const operator = await open(['one']);
      await operator.push('John 3');
      const ids = await idsOf(operator);
      await operator.write('PATCH', '/focus', { item_id: ids[1], lines: 3 });
      await operator.write('DELETE', `/queue-items/${ids[2]}`);
      assert.deepEqual(await focusOf(operator), [ids[1], 2, 0]);
      await operator.write('POST', '/undo', {});
      assert.deepEqual(await focusOf(operator), [ids[1], 3, 0]);
      await operator.write('PUT', '/queue-items/order', { item_ids: [ids[0], ids[2], ids[3], ids[1]] });
      assert.deepEqual(await focusOf(operator), [ids[1], 1, 0]);
    });

    it('[D54] when a Live belongs to another owner, then paging is 404', async () => {
      const [mine, theirs] = [await open(), await open()];
      for (const method of ['GET', 'PATCH']) {
        const response = await fetch(`${world.url}/v1/lives/${theirs.liveId}/paging`, {
          method,
          headers: {
            authorization: `Bearer ${mine.token}`,
            'content-type': 'application/json',
            'if-match': theirs.etag,
          },
          ...(method === 'PATCH' && { body: '{"lines":2}' }),
        });
        const { code } = (await response.json()) as { code: string };
        assert.deepEqual([response.status, code], [404, 'not_found']);
      }
    });
  });
}

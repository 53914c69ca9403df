import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonDocument } from '../../support/requests/api.ts';
import { joinAudience } from '../../support/requests/viewer.ts';
import { PAGE_ENGINES, smallEdition } from '../../support/server/lectern.ts';
import { type OwnedLive, useInProcessServer } from '../../support/server/suite-server.ts';

const verses = (text: string) => Object.fromEntries([1, 2, 3, 4, 5, 6].map((verse) => [verse, `${text} ${verse}`]));
const EDITIONS = [smallEdition('one', { 43: { 3: verses('One') } }), smallEdition('two', { 43: { 3: verses('Two') } })];
const BOTH = { translations: ['one', 'two'] };

/** An item, with the verse of its line and its run's number. */
interface Placed {
  readonly id: string;
  readonly text: string;
}

for (const engine of PAGE_ENGINES) {
  describe(`[D50] moving and removing lines and runs, on ${engine}`, () => {
    const world = useInProcessServer({ engine, editions: EDITIONS, settings: { LECTERN_LIVES_PER_OWNER: '1000' } });

    /** Two runs, each in two translations: One 1, One 2, Two 1, Two 2, One 4, One 5, Two 4, Two 5. */
    const open = async (): Promise<OwnedLive> => {
      const operator = await world.openLive();
      await operator.push('John 3:1-2', BOTH);
      await operator.push('John 3:4-5', BOTH);
      return operator;
    };
    const queueOf = async (operator: OwnedLive): Promise<Placed[]> =>
      (await operator.readQueue()).items.map(({ id, verse: { text } }) => ({ id, text }));
    const textsOf = async (operator: OwnedLive) => (await queueOf(operator)).map(({ text }) => text);
    const idOf = async (operator: OwnedLive, text: string) =>
      (await queueOf(operator)).find((item) => item.text === text)!.id;
    const move = async (operator: OwnedLive, text: string, position: number, span?: string): Promise<JsonDocument> =>
      operator.write('PATCH', `/queue-items/${await idOf(operator, text)}`, { position, ...(span && { span }) });
    const remove = async (operator: OwnedLive, text: string, span?: string) =>
      operator.attempt('DELETE', `/queue-items/${await idOf(operator, text)}${span ? `?span=${span}` : ''}`);
    const focusOf = async (operator: OwnedLive) => {
      const { item_id, lines } = (await operator.call('GET', '/focus')).body;
      return [(await queueOf(operator)).find(({ id }) => id === item_id)?.text ?? null, lines];
    };
    const START = ['One 1', 'One 2', 'Two 1', 'Two 2', 'One 4', 'One 5', 'Two 4', 'Two 5'];

    it('when a line or a run moves, then its items stand together in their order, before as many others as position says', async () => {
      const cases: [text: string, position: number, span: string | undefined, order: string[]][] = [
        ['Two 2', 0, 'line', ['One 2', 'Two 2', 'One 1', 'Two 1', 'One 4', 'One 5', 'Two 4', 'Two 5']],
        ['One 1', 6, 'line', ['One 2', 'Two 2', 'One 4', 'One 5', 'Two 4', 'Two 5', 'One 1', 'Two 1']],
        ['One 5', 1, 'line', ['One 1', 'One 5', 'Two 5', 'One 2', 'Two 1', 'Two 2', 'One 4', 'Two 4']],
        ['Two 5', 0, 'run', ['One 4', 'One 5', 'Two 4', 'Two 5', 'One 1', 'One 2', 'Two 1', 'Two 2']],
        ['One 2', 4, 'run', ['One 4', 'One 5', 'Two 4', 'Two 5', 'One 1', 'One 2', 'Two 1', 'Two 2']],
        ['Two 5', 0, 'item', ['Two 5', 'One 1', 'One 2', 'Two 1', 'Two 2', 'One 4', 'One 5', 'Two 4']],
        ['Two 5', 0, undefined, ['Two 5', 'One 1', 'One 2', 'Two 1', 'Two 2', 'One 4', 'One 5', 'Two 4']],
      ];
      for (const [text, position, span, order] of cases) {
        const operator = await open();
        assert.deepEqual(await textsOf(operator), START);
        const viewer = await joinAudience(world.url, operator.liveId);
        const { sequence } = await operator.read();
        const response = await move(operator, text, position, span);
        assert.deepEqual(
          [response.verse.text, response.position],
          [text, order.indexOf(text)],
          'the item that was named',
        );
        assert.equal((await operator.read()).sequence, sequence + 1);
        assert.deepEqual(await textsOf(operator), order, `${text} ${span}`);
        await viewer.comesTo(order, ({ items }) => items.map((item) => item.text));
        viewer.close();
        await operator.write('POST', '/undo', {});
        assert.deepEqual(await textsOf(operator), START, 'one change');
        await operator.write('POST', '/redo', {});
        assert.deepEqual(await textsOf(operator), order);
      }
    });

    it('[D6] when a line or a run moves to where it stands, then nothing changes', async () => {
      const operator = await open();
      await move(operator, 'Two 2', 0, 'line');
      const { sequence } = await operator.read();
      const { etag } = operator;
      assert.equal((await move(operator, 'One 2', 0, 'line')).position, 0);
      assert.equal((await move(operator, 'Two 4', 4, 'run')).position, 6);
      assert.deepEqual([(await operator.read()).sequence, operator.etag], [sequence, etag]);
    });

    it('when a move takes the whole queue, or leaves no room between ranks, then the order is right all the same', async () => {
      const operator = await world.openLive();
      await operator.push('John 3:1-2', BOTH);
      const { sequence } = await operator.read();
      await move(operator, 'One 1', 0, 'run');
      assert.equal((await operator.read()).sequence, sequence);
      await operator.push('John 3:4-5', BOTH);
      await operator.push('John 3:6');
      await move(operator, 'One 6', 0);
      // Each goes between the first item and the run that went there before, whose ranks come nearer to each other each
      // time.
      for (let round = 0; round < 80; round++) {
        await move(operator, round % 2 === 0 ? 'One 1' : 'One 4', 1, 'run');
      }
      assert.deepEqual(await textsOf(operator), ['One 6', ...START.slice(4), ...START.slice(0, 4)]);
    });

    it('[D51] when a line or a run is removed, then the focus goes to the next line that is left, else to the last', async () => {
      const cases: [focus: string, text: string, span: string | undefined, left: string[], focused: string | null][] = [
        ['One 1', 'Two 1', 'line', ['One 2', 'Two 2', 'One 4', 'One 5', 'Two 4', 'Two 5'], 'One 2'],
        ['One 5', 'Two 5', 'line', ['One 1', 'One 2', 'Two 1', 'Two 2', 'One 4', 'Two 4'], 'One 4'],
        ['Two 4', 'One 2', 'line', ['One 1', 'Two 1', 'One 4', 'One 5', 'Two 4', 'Two 5'], 'One 4'],
        ['One 2', 'Two 1', 'run', ['One 4', 'One 5', 'Two 4', 'Two 5'], 'One 4'],
        ['One 4', 'Two 5', 'run', ['One 1', 'One 2', 'Two 1', 'Two 2'], 'One 2'],
        ['One 1', 'One 1', 'item', ['One 2', 'Two 1', 'Two 2', 'One 4', 'One 5', 'Two 4', 'Two 5'], 'Two 1'],
        ['One 1', 'One 1', undefined, ['One 2', 'Two 1', 'Two 2', 'One 4', 'One 5', 'Two 4', 'Two 5'], 'Two 1'],
      ];
      for (const [focus, text, span, left, focused] of cases) {
        const operator = await open();
        await operator.write('PATCH', '/focus', { item_id: await idOf(operator, focus) });
        const viewer = await joinAudience(world.url, operator.liveId);
        const { sequence } = await operator.read();
        assert.equal((await remove(operator, text, span)).status, 204);
        assert.equal((await operator.read()).sequence, sequence + 1);
        assert.deepEqual(await textsOf(operator), left, `${text} ${span}`);
        assert.deepEqual(await focusOf(operator), [focused, 1]);
        await viewer.comesTo(left, ({ items }) => items.map((item) => item.text));
        viewer.close();
        await operator.write('POST', '/undo', {});
        assert.deepEqual(await textsOf(operator), START, 'one change');
        assert.deepEqual(await focusOf(operator), [focus.replace('Two', 'One'), 1]);
      }
    });

    it('[States] when the only run is removed, then the display is empty and hidden', async () => {
      const operator = await world.openLive();
      await operator.push('John 3:1-2', BOTH);
      assert.equal((await remove(operator, 'Two 2', 'run')).status, 204);
      const { type, showing, verses } = (await operator.call('GET', '/display')).body;
      assert.deepEqual([type, showing, verses], ['empty', false, []]);
      assert.deepEqual(await focusOf(operator), [null, 1]);
    });

    it('[D1] when span or position is wrong, then the response is 422 and nothing changes', async () => {
      const operator = await open();
      const path = `/queue-items/${await idOf(operator, 'One 1')}`;
      const before = await operator.read();
      const refused = async (method: string, sub: string, body: unknown, pointer: object) => {
        const response = await operator.attempt(method, path + sub, body);
        const { code, errors } = response.body;
        const [{ message: _, ...first }] = errors;
        assert.deepEqual([response.status, code, first], [422, 'invalid_fields', pointer]);
      };
      for (const span of ['verse', '', 'Line', null, 1]) {
        await refused('PATCH', '', { position: 0, span }, { pointer: '/span' });
      }
      await refused('PATCH', '', { position: 7, span: 'line' }, { pointer: '/position' });
      await refused('PATCH', '', { position: 5, span: 'run' }, { pointer: '/position' });
      await refused('PATCH', '', { position: 8 }, { pointer: '/position' });
      for (const query of ['?span=verse', '?span=', '?span=line&span=run']) {
        await refused('DELETE', query, undefined, { parameter: 'span' });
      }
      assert.deepEqual(await operator.read(), before);
      assert.deepEqual(await textsOf(operator), START);
    });

    it('when lines, runs and items move and go in any way, then the queue is always what a list would be', async () => {
      const act = fc.record({
        at: fc.nat(20),
        to: fc.nat(20),
        span: fc.constantFrom('item', 'line', 'run'),
        moves: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
          const operator = await open();
          let queue = await queueOf(operator);
          for (const { at, to, span, moves } of acts) {
            if (queue.length < 3) break;
            const item = queue[at % queue.length]!;
            const number = Number(item.text.at(-1));
            const meant = ({ id, text }: Placed): boolean => {
              const other = Number(text.at(-1));
              if (span === 'item') return id === item.id;
              return span === 'line' ? other === number : other < 3 === number < 3;
            };
            const rest = queue.filter((one) => !meant(one));
            const position = to % (rest.length + 1);
            if (moves) {
              await operator.write('PATCH', `/queue-items/${item.id}`, { position, span });
              queue = rest.toSpliced(position, 0, ...queue.filter(meant));
            } else {
              assert.equal((await operator.attempt('DELETE', `/queue-items/${item.id}?span=${span}`)).status, 204);
              queue = rest;
            }
            assert.deepEqual(await queueOf(operator), queue);
          }
        }),
        { numRuns: 15 },
      );
    });
  });
}

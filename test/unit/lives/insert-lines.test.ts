import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { insertLines } from '../../../src/domain/live/changes/insert-lines.ts';
import { type Direction, edgeAt, type NewLine, queueEdge } from '../../../src/domain/live/state/adjacent-lines.ts';
import { queueLines } from '../../../src/domain/live/state/pages.ts';
import type { QueueItem, QueueItems } from '../../../src/storage/storage.ts';

const MAX = 5_000;
const content = (name: string) => ({
  bookId: 43,
  book: 'John',
  chapter: 3,
  verse: Number(name.slice(1)),
  text: name,
  translation: name[0]!,
  revisionId: 'r',
});
/** Returns items in order, such as "A16". The items of one verse are a line, and all lines are in one run. */
const toQueue = (names: string, ranks?: readonly number[]): QueueItem[] =>
  names.split(' ').map((name, rank, all) => ({
    ...content(name),
    id: name,
    rank: ranks?.[rank] ?? rank,
    line: all.find((other) => other.slice(1) === name.slice(1))!,
    run: all[0]!,
  }));
const toNewLine = (...names: string[]): NewLine => ({ items: names.map(content), texts: names, chapter: 3 });
let made = 0;
const newId = () => `new-${made++}`;
const insert = (
  items: QueueItems,
  edge: ReturnType<typeof edgeAt>,
  direction: Direction,
  lines: NewLine[],
  maxItems = MAX,
) => insertLines({ items }, edge, direction, lines, { maxItems, newId });
const names = (items: QueueItems) => items.map(({ text }) => text).join(' ');
const lineNames = (items: QueueItems) => queueLines(items).map(({ texts }) => texts.join(' '));

describe('[D56] lines that are put beside a line of the queue', () => {
  it('when lines are put after or before one, then each item stands beside that of its translation, and lines are in order', () => {
    const items = toQueue('A16 A17 B16 B17');
    const after = insert(items, queueEdge(queueLines(items), 1), 1, [toNewLine('A18', 'B18'), toNewLine('A19', 'B19')]);
    assert.equal(names(after.items), 'A16 A17 A18 A19 B16 B17 B18 B19');
    assert.deepEqual(after.indexes, [2, 3]);
    const before = insert(after.items, queueEdge(queueLines(after.items), -1), -1, [toNewLine('A15', 'B15')]);
    assert.equal(names(before.items), 'A15 A16 A17 A18 A19 B15 B16 B17 B18 B19');
    assert.deepEqual(lineNames(before.items)[0], 'A15 B15');
    assert.ok(queueLines(before.items).every(({ run }) => run === 'A16'));
  });

  it('when items were moved about, then the new line comes right after its neighbour all the same', () => {
    for (const order of ['A16 B17 A17 B16', 'B17 A16 A17 B16', 'A17 A16 B16 B17', 'B16 B17 A17 A16']) {
      const items = toQueue(order);
      const lines = queueLines(items);
      lines.forEach((line, index) => {
        const [lead, other] = line.translations.map(([item]) => item!.translation);
        const { items: after } = insert(items, edgeAt(lines, index), 1, [toNewLine(`${lead}18`, `${other}18`)]);
        const found = queueLines(after);
        assert.equal(
          found.findIndex(({ id }) => id === line.id) + 1,
          found.findIndex(({ texts }) => texts[0]!.endsWith('18')),
          order,
        );
      });
    }
  });

  it('when the line lacks a translation that its run has, then the next lines have it', () => {
    const items = toQueue('A16 A17 B16');
    const edge = queueEdge(queueLines(items), 1);
    assert.deepEqual(edge.translations, ['A', 'B']);
    assert.equal(names(insert(items, edge, 1, [toNewLine('A18', 'B18')]).items), 'A16 A17 A18 B16 B18');
  });

  it('when a further translation alone has the last line, then the book continues after the last of the first one', () => {
    const items = toQueue('A16 A18 B16 B17 B18');
    const edge = queueEdge(queueLines(items), 1);
    assert.equal(edge.line.texts[0], 'A18');
    const { items: after, indexes } = insert(items, edge, 1, [toNewLine('A19', 'B19')]);
    assert.deepEqual(lineNames(after), ['A16 B16', 'A18 B18', 'A19 B19', 'B17']);
    assert.deepEqual(indexes, [2]);
  });

  it('when numbers leave no room, then all items get new ranks and keep their order', () => {
    const items = toQueue('A16 B16 A17 B17', [0, Number.MIN_VALUE, 1, 1]);
    const { items: after, queue } = insert(items, edgeAt(queueLines(items), 0), 1, [toNewLine('A18', 'B18')]);
    assert.equal(names(after), 'A16 A18 B16 B18 A17 B17');
    assert.deepEqual(
      queue.map(({ type }) => type),
      ['rank', 'insert'],
    );
    assert.equal(new Set(after.map(({ rank }) => rank)).size, 6);
  });

  it('when thousands of lines are put beside one another, then there is room for all', () => {
    let items: QueueItems = toQueue('A1 B1');
    for (let verse = 2; verse < 1_500; verse++) {
      const inserted = insert(items, queueEdge(queueLines(items), 1), 1, [toNewLine(`A${verse}`, `B${verse}`)]);
      assert.deepEqual(
        inserted.queue.map(({ type }) => type),
        ['insert'],
      );
      items = inserted.items;
    }
    assert.deepEqual(
      lineNames(items),
      Array.from({ length: 1_499 }, (_, index) => `A${index + 1} B${index + 1}`),
    );
  });

  it('when the queue would be too long, then it is refused', () => {
    const items = toQueue('A16 B16');
    const edge = edgeAt(queueLines(items), 0);
    assert.throws(() => insert(items, edge, 1, [toNewLine('A17', 'B17')], 3), { code: 'queue_full' });
    assert.equal(insert(items, edge, 1, [toNewLine('A17', 'B17')], 4).items.length, 4);
  });
});

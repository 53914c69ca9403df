import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { extractReferences } from '../../../src/domain/scripture/references/prose/extract-references.ts';
import { readOutline } from '../../../web/session/read-outline.ts';

const DECKS = [
  { id: 'grace', title: 'Amazing Grace' },
  { id: 'chains', title: 'Amazing Grace (My Chains Are Gone)' },
];
/** A session whose server knows all passages but those of chapter 99. */
const SESSION = {
  client: {
    POST: async (_: string, { body }: { body: { text: string } }) => ({
      data: {
        data: (await extractReferences(body.text, {})).map((each) => ({
          ...each,
          exists: each.passages.every(({ chapter }) => chapter !== 99),
        })),
      },
    }),
  },
} as unknown as Parameters<typeof readOutline>[0];

const read = async (text: string) => {
  const { items, leftOut } = await readOutline(SESSION, DECKS, text);
  const shown = items.map((item) => {
    const missing = item.kind === 'passage' && !item.exists ? ' (missing)' : '';
    const note = item.kind !== 'heading' && item.note !== '' ? ` | ${item.note}` : '';
    return `${item.kind}: ${item.title}${missing}${note}`;
  });
  return [...shown, ...leftOut.map((line) => `left out: ${line}`)];
};

const PROSE = 'This line is so long that no person would write it into an order of service, where lines are short';

describe('[D66] each line of a pasted outline', () => {
  const LINES: readonly (readonly [line: string, expected: readonly string[]])[] = [
    ['Psalm 100', ['passage: Psalms 100']],
    ['- Psalm 100.', ['passage: Psalms 100']],
    ['Psalm 100; John 3:16', ['passage: Psalms 100', 'passage: John 3:16']],
    ['Psalm 100 and John 3:16', ['passage: Psalms 100', 'passage: John 3:16']],
    ['Opening: Psalm 100', ['passage: Psalms 100 | Opening']],
    ['Opening – Psalm 100', ['passage: Psalms 100 | Opening']],
    ['Psalm 100 (Miriam)', ['passage: Psalms 100 | (Miriam)']],
    ['2. Opening: Psalm 100 (Miriam)', ['passage: Psalms 100 | Opening (Miriam)']],
    ['Readings: Psalm 100, John 3:16 – Ana', ['passage: Psalms 100 | Readings Ana', 'passage: John 3:16']],
    ['We read Psalm 100 together', ['passage: Psalms 100 | We read Psalm 100 together']],
    [
      'Psalm 100, then later John 3:16',
      ['passage: Psalms 100 | Psalm 100, then later John 3:16', 'passage: John 3:16'],
    ],
    ['Gospel: John 99:1', ['passage: John 99:1 (missing) | Gospel']],
    ['Opening:', ['heading: Opening']],
    ['(Miriam)', ['heading: (Miriam)']],
    ['* Welcome', ['heading: Welcome']],
    ['10:30 Coffee', ['heading: 10:30 Coffee']],
    ['Amazing grace', ['deck: Amazing Grace']],
    ['Song 3: Amazing Grace', ['deck: Amazing Grace | Song 3']],
    ['Amazing Grace (Miriam)', ['deck: Amazing Grace | (Miriam)']],
    ['Amazing Grace (My Chains Are Gone)', ['deck: Amazing Grace (My Chains Are Gone)']],
    ['Offering: Amazing Grace (Miriam)', ['deck: Amazing Grace | Offering (Miriam)']],
    ['', []],
    ['-----', []],
    ['• ', []],
    [PROSE, [`left out: ${PROSE}`]],
    [`${PROSE}, John 3:16`, ['passage: John 3:16', `left out: ${PROSE}, John 3:16`]],
  ];
  for (const [line, expected] of LINES) {
    test(`when the line is "${line}", then its words are entries, notes or reported`, async () => {
      assert.deepEqual(await read(line), expected);
      assert.deepEqual(await read(`\n${line}\n\nBlessing`), [
        ...expected.filter((each) => !each.startsWith('left out')),
        'heading: Blessing',
        ...expected.filter((each) => each.startsWith('left out')),
      ]);
    });
  }

  test('when the lines are numbered, then the numbers are not those of books; a number alone is', async () => {
    const passages = async (text: string) => (await read(text)).filter((each) => each.startsWith('passage'));
    assert.deepEqual(await passages('1. Psalm 100\n2) Sermon\n3. John 3:16'), [
      'passage: Psalms 100',
      'passage: John 3:16',
    ]);
    assert.deepEqual(await passages('1. Johannes 4,7\nWelcome'), ['passage: 1 John 4:7']);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { countCharacters, divideLine } from '../../../src/contract/paging/line-parts.ts';
import {
  type Line,
  linesAt,
  type Page,
  type PagingSettings,
  pageAfter,
  pageAt,
  pageBefore,
  toPages,
} from '../../../src/contract/paging/pages.ts';

const DEFAULT: PagingSettings = { lines: 1, page_characters: 320 };

/** A line of one translation for each number of characters. */
const line = (run: string, ...characters: number[]): Line => ({
  run,
  texts: characters.map((count) => 'word '.repeat(count).slice(0, count).replace(/ $/, 'x')),
});

describe('[D54] parts of a line', () => {
  const table = readFileSync(new URL('sense-breaks.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((row) => row && !row.startsWith('#'))
    .map((row) => row.split('\t') as [string, string, string]);

  test('when a verse is too long for a page, then it is divided where a reader would pause', () => {
    assert.ok(table.length >= 200);
    for (const [edition, reference, text] of table) {
      const expected = text.split(/ \|\/? /).map((part) => part.replaceAll(' / ', '\n'));
      // A dash is joined to the word after it.
      const whole = text
        .replaceAll(' |/ ', '\n')
        .replaceAll('— | ', '—')
        .replaceAll(' | ', ' ')
        .replaceAll(' / ', '\n');
      assert.deepEqual(divideLine([whole], DEFAULT.page_characters).flat(), expected, `${edition} ${reference}`);
    }
  });

  test('when a text is within the limit, then it stays whole', () => {
    assert.deepEqual(divideLine(['Jesus wept.', 'Jesus weinte.'], 320), [['Jesus wept.', 'Jesus weinte.']]);
  });

  test('when a line has several translations, then all are divided into as many parts, at the same places', () => {
    const parts = divideLine(
      [
        'For God so loved the world, that he gave his only begotten Son; that whosoever believeth in him should not perish.',
        'Denn also hat Gott die Welt geliebt, daß er seinen eingeborenen Sohn gab; auf daß jeder, der an ihn glaubt, nicht verloren gehe.',
      ],
      140,
    );
    assert.deepEqual(parts, [
      [
        'For God so loved the world, that he gave his only begotten Son;',
        'Denn also hat Gott die Welt geliebt, daß er seinen eingeborenen Sohn gab;',
      ],
      ['that whosoever believeth in him should not perish.', 'auf daß jeder, der an ihn glaubt, nicht verloren gehe.'],
    ]);
  });

  test('[D54] when only one translation has the title of a psalm, then it stays with its first words, and parts end alike', () => {
    const psalm51 = [
      [
        'Have mercy upon me, O God, according to thy lovingkindness:',
        'Dem Vorsänger. Ein Psalm von David, als der Prophet Nathan zu ihm kam, nachdem er zu Bathseba eingegangen war. Sei mir gnädig, o Gott, nach deiner Güte:',
      ],
      [
        'according unto the multitude of thy tender mercies blot out my transgressions.',
        'nach der Größe deiner Erbarmungen tilge meine Übertretungen!',
      ],
    ];
    const psalm53 = [
      [
        'The fool hath said in his heart, There is no God.',
        'Dem Vorsänger, nach Machalath. Ein Maskil von David. Der Tor spricht in seinem Herzen: Es ist kein Gott!',
      ],
      [
        'Corrupt are they, and have done abominable iniquity: there is none that doeth good.',
        'Sie haben verderbt gehandelt und haben abscheulich das Unrecht geübt; da ist keiner, der Gutes tue.',
      ],
    ];
    for (const expected of [psalm51, psalm53]) {
      const whole = [0, 1].map((index) => expected.map((part) => part[index]!).join(' '));
      assert.deepEqual(divideLine(whole, DEFAULT.page_characters), expected);
      const turned = expected.map((part) => part.toReversed());
      assert.deepEqual(divideLine(whole.toReversed(), DEFAULT.page_characters), turned, 'in the other order');
    }
  });

  test('[D54] when both translations have a title, or one script is shorter, then nothing counts as a title', () => {
    const titled = [
      [
        'For the Chief Musician. A Psalm by David, when Nathan the prophet came to him, after he had gone in to Bathsheba.',
        'Dem Vorsänger. Ein Psalm von David, als der Prophet Nathan zu ihm kam, nachdem er zu Bathseba eingegangen war.',
      ],
      [
        'Have mercy on me, God, according to your loving kindness. According to the multitude of your tender mercies, blot out my transgressions.',
        'Sei mir gnädig, o Gott, nach deiner Güte: nach der Größe deiner Erbarmungen tilge meine Übertretungen!',
      ],
    ];
    const whole = [0, 1].map((index) => titled.map((part) => part[index]!).join(' '));
    assert.deepEqual(divideLine(whole, DEFAULT.page_characters), titled);
    const chinese = [
      'In the beginning. God created the heavens; and the earth was void.',
      '起初，神创造天地；地是空虚混沌。',
    ];
    assert.deepEqual(divideLine(chinese, 60), [
      ['In the beginning. God created the heavens;', '起初，神创造天地；'],
      ['and the earth was void.', '地是空虚混沌。'],
    ]);
  });

  test('when a closing mark follows a word, then it stays with the word', () => {
    const [first, second] = divideLine(['Er sprach: „Es werde Licht.“ Und es ward Licht, und Gott sah es.'], 50);
    assert.deepEqual([first, second], [['Er sprach: „Es werde Licht.“'], ['Und es ward Licht, und Gott sah es.']]);
  });

  test('when a script has no spaces, then parts end at its marks and between its words', () => {
    const text = '起初，神创造天地。地是空虚混沌，渊面黑暗；神的灵运行在水面上。神说：“要有光。”就有了光。';
    const parts = divideLine([text], 24).flat();
    assert.equal(parts.join(''), text);
    for (const part of parts) {
      assert.ok(countCharacters(part) <= 24, part);
      assert.doesNotMatch(part, /^[，。；：”]/u);
    }
  });

  test('when a text is written from the right, then parts end at its own marks', () => {
    const parts = divideLine(['בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם וְאֵת הָאָרֶץ׃ וְהָאָרֶץ הָיְתָה תֹהוּ וָבֹהוּ׃'], 70);
    assert.match(parts[0]![0]!, /׃$/u);
  });

  test('when a line has the text of thousands of verses, then it has as many parts as it needs, and none is much too long', () => {
    const verse =
      'The words of a verse stand here, and they go on; so that, in all, it is as long as many verses are. ';
    const texts = Array.from({ length: 4 }, (_, index) => verse.repeat(2_000 + 100 * index).trim());
    const limit = 2 * DEFAULT.page_characters;
    const least = Math.ceil(texts.join('').length / limit);
    const parts = divideLine(texts, DEFAULT.page_characters);
    assert.ok(parts.length >= least && parts.length <= least + 4, `${parts.length} parts`);
    for (const part of parts) assert.ok(countCharacters(part.join('')) <= 2 * limit);
    for (const [index, whole] of texts.entries()) assert.equal(parts.map((part) => part[index]!).join(' '), whole);
  });

  test('[D54] when a line is in three or four translations, then a page holds half as much more, or twice as much', () => {
    for (const [translations, limit] of [320, 320, 480, 640].entries()) {
      const line = (characters: number) => ({ run: 'a', texts: Array(translations + 1).fill('x'.repeat(characters)) });
      const each = limit / (translations + 1);
      assert.equal(linesAt([line(each / 2), line(each / 2)], { ...DEFAULT, lines: 2 }, 0), 2, `${translations + 1}`);
      assert.equal(linesAt([line(each / 2), line(each / 2 + 1)], { ...DEFAULT, lines: 2 }, 0), 1);
      const sentence = 'Words of a sentence. ';
      const whole = sentence.repeat(Math.floor(each / sentence.length)).trim();
      assert.equal(divideLine(Array(translations + 1).fill(whole), DEFAULT.page_characters).length, 1);
      assert.equal(divideLine(Array(translations + 1).fill(`${whole} ${sentence}`), DEFAULT.page_characters).length, 2);
    }
  });

  test('when one translation has a single break and the other many, then both are divided there', () => {
    const parts = divideLine(['One. Other.', 'word '.repeat(200_000).trim()], DEFAULT.page_characters);
    assert.deepEqual(
      parts.map(([first]) => first),
      ['One.', 'Other.'],
    );
  });

  test('when any text is divided, then nothing of it is lost, no part is empty, and each keeps within the limit', () => {
    const word = fc.stringMatching(/^[a-zäéא字]{1,12}[.,;:]?$/u);
    const text = fc.array(word, { minLength: 1, maxLength: 160 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 120, max: 400 }),
        (texts, limit) => {
          const parts = divideLine(texts, limit);
          texts.forEach((whole, index) => {
            const joined = parts.map((part) => part[index]!);
            assert.equal(joined.join('').replace(/\s/g, ''), whole.replace(/\s/g, ''));
            if (parts.length > 1) for (const part of joined) assert.notEqual(part.trim(), '');
          });
        },
      ),
    );
  });
});

describe('[D53] [D54] pages of a queue', () => {
  test('when pages take one line, then each line is a page', () => {
    const lines = [line('a', 100), line('a', 100), line('b', 100)];
    assert.deepEqual(
      toPages(lines, DEFAULT).map((page) => [page.line, page.lines]),
      [
        [0, 1],
        [1, 1],
        [2, 1],
      ],
    );
  });

  test('when pages take several lines, then they take those of one run that fit, and one at least', () => {
    const lines = [line('a', 100, 60), line('a', 100, 60), line('a', 10), line('b', 10), line('b', 300), line('b', 20)];
    const pages = toPages(lines, { lines: 3, page_characters: 320 });
    assert.deepEqual(
      pages.map((page) => [page.line, page.lines]),
      [
        [0, 2],
        [2, 1],
        [3, 2],
        [5, 1],
      ],
    );
  });

  test('when a line is longer than a page, then it has a page for each of its parts', () => {
    const pages = toPages([line('a', 10), line('a', 700), line('a', 10)], { lines: 6, page_characters: 320 });
    assert.deepEqual(pages, [
      { line: 0, lines: 1, part: 0, parts: 1 },
      { line: 1, lines: 1, part: 0, parts: 3 },
      { line: 1, lines: 1, part: 1, parts: 3 },
      { line: 1, lines: 1, part: 2, parts: 3 },
      { line: 2, lines: 1, part: 0, parts: 1 },
    ]);
  });

  test('when a page was extended, then the one after it has the usual lines, and the one before it ends where it begins', () => {
    const lines = Array.from({ length: 8 }, () => line('a', 10));
    const paging: PagingSettings = { lines: 2, page_characters: 320 };
    const extended: Page = { line: 3, lines: 3, part: 0, parts: 1 };
    assert.deepEqual(pageAfter(lines, paging, extended), { line: 6, lines: 2, part: 0, parts: 1 });
    assert.deepEqual(pageBefore(lines, paging, extended), { line: 2, lines: 1, part: 0, parts: 1 });
    assert.equal(pageBefore(lines, paging, pageAt(lines, paging, 0)), null);
  });

  test('when one steps through any queue, then each page is shown once, forwards and backwards', () => {
    const anyLine = fc.record({
      run: fc.constantFrom('a', 'b'),
      characters: fc.array(fc.integer({ min: 5, max: 700 }), { minLength: 1, maxLength: 3 }),
    });
    const anyPaging = fc.record({
      lines: fc.integer({ min: 1, max: 6 }),
      page_characters: fc.integer({ min: 120, max: 1000 }),
    });
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), anyPaging, (drawn, paging) => {
        const lines = drawn.map(({ run, characters }) => line(run, ...characters));
        const pages = toPages(lines, paging);
        for (const [index, page] of pages.entries()) {
          assert.deepEqual(pageAfter(lines, paging, page), pages[index + 1] ?? null);
          assert.deepEqual(pageBefore(lines, paging, page), pages[index - 1] ?? null);
        }
        const shown = pages.filter(({ part }) => part === 0).reduce((sum, page) => sum + page.lines, 0);
        assert.equal(shown, lines.length);
      }),
      { numRuns: 60 },
    );
  });
});

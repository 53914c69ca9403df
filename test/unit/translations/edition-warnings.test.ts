import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toLineText } from '../../../src/contract/import-notices.ts';
import { findBrokenText } from '../../../src/editions/checks/edition-warnings.ts';
import { normalizeVerseText } from '../../../src/editions/collector/normalize-verse-text.ts';

/** Warnings about verses 1, 2, 3 … of a chapter. */
const warningsOf = (...texts: string[]): string[] =>
  findBrokenText([
    { book_id: 1, name: 'Genesis', verses: texts.map((text, at) => ({ chapter: 1, verse: at + 1, text })) },
  ]).map(toLineText);
/** UTF-8 that was read as Windows-1252, as an edition keeps it. */
const misread = (text: string): string => normalizeVerseText(new TextDecoder('windows-1252').decode(Buffer.from(text)));

describe('[D30] signs of broken text are reported', () => {
  test('when there are signs of broken text, then each kind is reported once, with its number and the first places', () => {
    assert.deepEqual(warningsOf('One.', 'Gr\ufffd\ufffde.'), [
      'verses with the character U+FFFD in place of one that could not be read (1): GEN 1:2',
    ]);
    assert.deepEqual(warningsOf('a \ue000', 'b', 'c \u{100000}'), [
      'verses with private-use characters, which have no meaning outside of their own font (2): GEN 1:1, GEN 1:3',
    ]);
    assert.deepEqual(warningsOf('a \u202eb\u202c'), [
      'verses with a character that overrides the direction of writing, U+202D or U+202E (1): GEN 1:1',
    ]);
    assert.deepEqual(warningsOf(...Array.from({ length: 900 }, () => '[]')), [
      'verses without words (900): GEN 1:1, GEN 1:2, GEN 1:3, GEN 1:4, GEN 1:5, …',
    ]);
  });

  test('when a verse has no letter or digit, in any script, then it is reported', () => {
    for (const text of ['[]', '...', '—', '…', '“”'])
      assert.match(warningsOf(text).join(), /^verses without words \(1\): GEN 1:1$/, text);
    for (const text of ['A', '7', '太', 'ה', '[ⅳ]', '๑']) assert.deepEqual(warningsOf(text), [], text);
  });

  const words = [
    'hören',
    'Größe',
    'Übel',
    'Mãe',
    'não é',
    'coração',
    'où',
    'l’eau',
    'He said, “Go.”',
    'first—then',
    'wait…',
    'Иисус',
    'ἐν ἀρχῇ',
    'בראשית',
    'سلام',
    '起初',
    'आदि',
    'žena',
    'Łódź',
  ];
  for (const text of words)
    test(`when UTF-8 is read as Windows-1252, then it is reported: ${text}`, () => {
      assert.match(
        warningsOf(misread(text)).join(),
        /^verses with letters that look like UTF-8 .*: GEN 1:1$/,
        misread(text),
      );
      assert.deepEqual(warningsOf(text), [], 'as it should be');
    });

  test('when a capital letter stands before a mark, then it is not taken for misread UTF-8', () => {
    const whole = [
      'MANHÃ” e “AMANHÃ…”',
      'IRMÃ»',
      '“É”, “À”, É…',
      'Ä“ Ö”',
      'PÂ»',
      'là»…',
      'ÂNGULO',
      'à «mot»',
      '2 × «3»',
      'Fuß“',
      '5 €',
    ];
    for (const text of whole) assert.deepEqual(warningsOf(text), [], text);
  });

  test('when a script needs marks of direction and joiners, then they are not reported either', () => {
    assert.deepEqual(warningsOf('\u200fא\u2067ב\u2069', 'क्\u200dष', 'a\u00adb', '\u202aabc\u202c'), []);
  });
});

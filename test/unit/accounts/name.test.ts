import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseName } from '../../../src/domain/name.ts';

const INVISIBLE: Record<string, string> = {
  'no-break and ideographic spaces': '\u00a0\u3000',
  'the empty Braille pattern': '\u2800',
  'the Hangul filler': '\u3164',
  'the Hangul jamo fillers': '\u115f\u1160',
  'the halfwidth Hangul filler': '\uffa0',
  'zero-width characters': '\u200b\u200c\u200d\u2060\ufeff',
  'a soft hyphen': '\u00ad',
  'marks of direction': '\u200e\u200f\u061c',
  'invisible operators': '\u2061\u2062\u2063\u2064',
  'the combining grapheme joiner': '\u034f',
  'a combining mark alone': '\u0301',
  'spacing marks alone': '\u0903\u093e',
  'an enclosing mark alone': '\u20dd',
  'variation selectors': '\ufe0f\u180b\u{e0100}',
  'Khmer inherent vowels': '\u17b4\u17b5',
  'the Mongolian vowel separator': '\u180e',
  'the null notehead': '\u{1d159}',
  'blanks of Egyptian hieroglyphs': '\u{13441}\u{13442}',
  'all kinds together': ' \u2800\u200d\u3164\u0301\u00ad ',
};

const REAL = [
  'Main chapel',
  'Igreja São João',
  'قاعة الرجاء',
  'می‌خواهم',
  'הֵיכָל',
  'मुख्य हॉल',
  'ක්‍රිස්තියානි',
  'ห้องประชุม',
  '한국 교회',
  '주',
  '主日崇拜',
  'Зал',
  '👨‍👩‍👧‍👦',
  '❤️',
  '🇧🇷',
  '1',
  '—',
  'e\u0301',
];

describe('a name [D11]', () => {
  for (const [what, text] of Object.entries(INVISIBLE)) {
    test(`when a name has no visible character, then it is refused: ${what}`, () => {
      assert.equal(parseName(text), null);
      assert.equal(parseName(`${text}a`) === null, false, 'with something visible it is one');
    });
  }

  test('when a name is in any script, then it is accepted and kept as it was given', () => {
    for (const name of REAL) assert.equal(parseName(` ${name} `), name);
  });

  test('when a name has a control character, a line separator, a change of direction, a tag character or half a surrogate pair, then it is refused', () => {
    for (const bad of [
      '\0',
      '\n',
      '\u007f',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u202e',
      '\u2066',
      '\ud800',
      '\udc00',
      '\u{e0001}',
      '\u{e0061}',
      '\u{e007f}',
    ])
      assert.equal(parseName(`a${bad}b`), null, JSON.stringify(bad));
  });

  test('when a name is trimmed, then it has 1 to 120 characters, where one beyond the basic plane counts as one', () => {
    assert.equal(parseName(` ${'😀'.repeat(120)} `), '😀'.repeat(120));
    assert.equal(parseName('a'.repeat(121)), null);
    assert.equal(parseName(' '), null);
  });
});

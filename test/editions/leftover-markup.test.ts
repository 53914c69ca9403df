import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { withoutMarkup } from '../../src/editions/collector/leftover-markup.ts';
import { inEveryFormat } from './every-format.ts';
import { readText, toLines } from './read-text.ts';

describe('[D30] no markup reaches a verse', () => {
  const cases: readonly (readonly [text: string, words: string, found: string])[] = [
    ['One &amp; two, caf&eacute; &#228;', 'One & two, café ä', '&amp;'],
    ['One &amp;lt;i&amp;gt;two', 'One two', '&amp;'],
    ['a <i>b</i>, L<divineName>ord</divineName>', 'a b, Lord', '<i>'],
    ['the end. <chapter eID="gen2" osisID="Matt.1"/>', 'the end. ', '<chapter eID="gen2" osisID="Matt.1"/>'],
    ['Caleb<ref><ref>Son<br/>of', 'Caleb  Son of', '<ref>'],
    ['meurs.<note>Ce <i>est</i> long</note> Et<ref>x</ref>tu', 'meurs. Et tu', '<note>Ce <i>est</i> long</note>'],
    ['<FO>sillä <WAHb>sinun<WH7225>', 'sillä sinun', '<FO>'],
    ['<<A Psalm of David>> LORD <Gott>', '«A Psalm of David» LORD Gott', '<<'],
    ['c {H430} d {12:50} e {P-GSM} f {is} g', 'c  d  e  f is g', '{H430}'],
    ['e | x-strong="G1" f. face="Times New Roman">', 'e f. ', '| x-strong="G1"'],
    ['the \\nd LORD\\nd* \\+add spoke\\+add*\\line and', 'the LORD spoke and', '\\line'],
    ["gr\\'fcn, \\b1 a\\b0 {\\i b}", 'grün,  a b', "\\'fc"],
    ['não /fn/keyCorromperam ... é deles/*keyobscuro/*fn dele', 'não keyCorromperam ... é deles dele', '/fn/'],
    ['po |Gospodu| in…\\ a', 'po Gospodu in… a', '|'],
  ];
  for (const [text, words, found] of cases) {
    test(`when a verse has ${JSON.stringify(text)}, then the words stay`, () =>
      assert.deepEqual(withoutMarkup(text), { text: words, found }));
  }

  test('when signs of markup are text, then they stay', () => {
    const text = 'Bel & the Dragon, &c; his and/or hers, 1/2 * [g] http://h One | two «q» Ty?! a_b';
    assert.deepEqual(withoutMarkup(text), { text, found: null });
  });

  for (const [format, files] of inEveryFormat(['One {two} &amp;amp; three {H430}', 'four \u2014 five', '{six}']))
    test(`when ${format.name} has markup in its words, then they stay without it, and the report counts the verses`, async () => {
      const edition = await readText(format, files);
      assert.deepEqual(toLines(edition), ['MRK 1:1 One two & three', 'MRK 1:2 four — five', 'MRK 1:3 six']);
      const [line, ...more] = edition.suspicious;
      assert.match(line!, /: markup was removed from the words of verses \(2\), first from MRK 1:1: "[{&]/);
      assert.deepEqual(more, []);
    });

  test('when any text comes, then no bracket, brace or backslash stays, and reading is fast', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '<<',
        '<note>',
        '</note>',
        '<i',
        '&lt;',
        '&amp;',
        '\\',
        '{',
        '}',
        '|',
        '="',
        '<!--',
        '/fn/',
      ),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        assert.doesNotMatch(withoutMarkup(pieces.join('')).text, /[\\<>{}]/);
      }),
      { numRuns: 2_000 },
    );
    const started = performance.now();
    for (const hostile of ['<note>', '<!--', '<a b="c" ', '{1', '\\a', '&amp;', '/*', ' a="', '| ', '<<', '   ']) {
      withoutMarkup(`\\${hostile.repeat(65_536 / hostile.length)}`);
    }
    assert.ok(performance.now() - started < 10_000);
  });
});

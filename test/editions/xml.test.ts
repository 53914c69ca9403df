import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { EditionFormat } from '../../src/editions/edition-format.ts';
import { bebliaFormat } from '../../src/editions/formats/beblia/beblia.ts';
import { openSongFormat } from '../../src/editions/formats/opensong/opensong.ts';
import { osisFormat } from '../../src/editions/formats/osis/osis.ts';
import { usfxFormat } from '../../src/editions/formats/usfx/usfx.ts';
import { usxFormat } from '../../src/editions/formats/usx/usx.ts';
import { zefaniaFormat } from '../../src/editions/formats/zefania/zefania.ts';
import { DamagedSourceError } from '../../src/import-files/import-source.ts';
import { readText, toLines } from './read-text.ts';
import { type SmallBook, toBeblia, toOpenSong, toOsis, toUsfx, toUsx, toZefania, type Word } from './small-bible.ts';
import { sourceOf } from './source-of.ts';

const words: Word[] = ['In', 'the', 'beginning'].map((word, index) => ({
  word,
  styled: index === 1,
  note: 'glued',
  comma: false,
  lineEnds: index === 0,
}));
const book: SmallBook = {
  code: 'GEN',
  chapters: [{ chapter: 1, verses: [1, 2].map((verse) => ({ verse, last: null, words, heading: true })) }],
};
const documents: [string, EditionFormat, string][] = [
  ['USX', usxFormat, toUsx(book, true)],
  ['OSIS', osisFormat, toOsis([book], true)],
  ['Zefania', zefaniaFormat, toZefania([book])],
  ['OpenSong', openSongFormat, toOpenSong([book])],
  ['Beblia', bebliaFormat, toBeblia([book])],
  ['USFX', usfxFormat, toUsfx([book])],
];
const openSong = (verse: string) => `<bible><b n="Genesis"><c n="1"><v n="1">${verse}</v></c></b></bible>`;
const linesOf = async (content: string | Buffer) => toLines(await readText(openSongFormat, { 'a.xml': content }));

describe('XML', () => {
  for (const [name, format, text] of documents) {
    test(`[D30] when ${name} is cut off anywhere, then it is refused as damaged`, async () => {
      for (let end = 0; end < text.trimEnd().length; end += 7)
        await assert.rejects(readText(format, { 'a.xml': text.slice(0, end) }), DamagedSourceError, `${end}`);
    });

    test(`[D30] when anything is changed in ${name}, then it is read, or refused as damaged with its file`, () =>
      fc.assert(
        fc.asyncProperty(
          fc.nat(text.length),
          fc.nat(40),
          fc.oneof(
            fc.string(),
            fc.constantFrom('<verse', '"', '0', '-', '</', '<note>', '<!--', '&lt;', '&#0;', 'sID="x"'),
          ),
          async (at, length, put) => {
            const changed = text.slice(0, at) + put + text.slice(at + length);
            const file = { 'a.xml': changed };
            const read = await readText(format, file).catch((error: unknown) => error);
            if (read instanceof DamagedSourceError) assert.match(read.message, /^(a\.xml|in memory)[,:]/);
            else if (read instanceof Error) throw read;
          },
        ),
        { numRuns: 400 },
      ));
  }

  test('[D30] when byte order marks, comments, a document type and processing instructions stand before the text, then it is read', async () => {
    const before =
      '<?xml version="1.0"?>\n<!-- <osis> is not meant -->\n<!DOCTYPE bible SYSTEM "bible.dtd">\n<?style x?>\n';
    const text = `\ufeff${before}${openSong('Grüße')}`;
    assert.equal(await openSongFormat.recognizes(sourceOf({ 'a.xml': text })), true);
    assert.equal(await osisFormat.recognizes(sourceOf({ 'a.xml': text })), false);
    assert.deepEqual(await linesOf(text), ['GEN 1:1 Grüße']);
  });

  test('[D30] when there are the five entities, references to characters and CDATA, then they are text, but no markup', async () => {
    assert.deepEqual(await linesOf(openSong('&lt;a&gt; &amp; &quot;b&apos; &#228;&#x1F54A; <![CDATA[<c> &d;]]>')), [
      'GEN 1:1 & "b\' ä🕊 c &d;',
    ]);
  });

  test('[D30] when characters are read, then they stay as they are, except byte order marks and what Windows puts in place of controls', async () => {
    const kept = 'u\u0308 ü ﬁ שָׁלוֹם 神说';
    assert.deepEqual(await linesOf(openSong(`${kept} a\ufeffb\u0085c\u009fd`)), [`GEN 1:1 ${kept} ab…cŸd`]);
  });

  test('[D30] when a note is left out, then no words are joined, and no space comes into scripts that have none or before a comma', async () => {
    const note = '<note>n</note>';
    const verse = `a${note}b ${note}, c,${note}d (${note}e) l’${note}homme 神${note}说 “${note}x${note}” y-${note}z${note}${note}w`;
    assert.deepEqual(await linesOf(openSong(verse)), ['GEN 1:1 a b, c, d (e) l’homme 神说 “x” y-z w']);
  });

  test('[D30] when elements stand 256 deep, then they are read', async () => {
    const deep = (depth: number) => openSong(`${'<i>'.repeat(depth - 4)}word${'</i>'.repeat(depth - 4)}`);
    assert.deepEqual(await linesOf(deep(256)), ['GEN 1:1 word']);
    await assert.rejects(linesOf(deep(257)), /line 1: elements are nested more than 256 deep/);
  });

  test('[D30] when a system leaves something beside a text, then it is not read', async () => {
    const text = openSong('word');
    const source = sourceOf({ '__MACOSX/._a.xml': text, '.hidden/a.xml': text });
    assert.equal(await openSongFormat.recognizes(source), false);
  });

  test('when a file is read, then progress rises to 1', async () => {
    const seen: number[] = [];
    const files = Object.fromEntries(['GEN', 'EXO'].map((code) => [`${code}.usx`, toUsx({ ...book, code }, false)]));
    await usxFormat.read(sourceOf(files), (share) => seen.push(share));
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
    assert.equal(seen.at(-1), 1);
  });
});

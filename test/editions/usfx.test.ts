import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { usfxFormat } from '../../src/editions/formats/usfx/usfx.ts';
import { readText, toLines } from './read-text.ts';

const read = (books: string) =>
  readText(usfxFormat, { 'a.xml': `<usfx><languageCode>por</languageCode>${books}</usfx>` });
const psalms = (content: string) => read(`<book id="PSA"><c id="1"/>${content}</book>`);

describe('USFX', () => {
  test('[D30] when there are notes, headings, figures and names of books, then they are no text; styled words are', async () => {
    const edition =
      await psalms(`<s level="1">Head</s><d>A Psalm<f caller="+"><ft>n</ft></f></d><q level="1"><v id="1" bcv="PSA.1.1"/>The <nd>Lord</nd><f caller="+"><fr>1.1 </fr>note <fv>1</fv></f>said<x caller="-"><xt>Mt 1</xt></x>:
<w s="H1">Go</w><fig>caption</fig> <add>now</add><va>2</va>.</q><q level="2">And <ref tgt="GEN.1.1">then</ref><ve/></q>
<p sfm="ms">Book II</p><p sfm="m"><v id="2-3"/>Two<optionalLineBreak/>three<ve/></p><table><tr><th>Head</th></tr><tr><tc><v id="4"/>a</tc><tc>b</tc></tr></table>`);
    assert.deepEqual(toLines(edition), [
      'PSA 1:1 The Lord said: Go now.\nAnd then',
      'PSA 1:2 Two three',
      'PSA 1:4 a b',
    ]);
    assert.deepEqual(edition.removed, {
      headings: 4,
      notes: 2,
      'cross references': 1,
      figures: 1,
      'verse numbers': 1,
      'marks of added words': 1,
    });
    assert.deepEqual(edition.suspicious, []);
  });

  test('[D30] when there are no paragraphs, or verses have no ends, then the verses are read', async () => {
    assert.deepEqual(toLines(await psalms('<v id="1"/>One.\n<ve/><v id="2"/>Two.\n<v id="3"/>Three.')), [
      'PSA 1:1 One.',
      'PSA 1:2 Two.',
      'PSA 1:3 Three.',
    ]);
  });

  test('[D30] when a title stands between two verses, then it is a heading; an unmarked first verse is verse 1', async () => {
    assert.deepEqual(
      toLines(await psalms('<q>One</q><d>BETH</d><q><v id="2"/>two</q><d>GIMEL</d><q><v id="3"/>three</q>')),
      ['PSA 1:1 One', 'PSA 1:2 two', 'PSA 1:3 three'],
    );
  });

  test('[D30] when books have names, then they keep them; the edition has the name they agree on, and a glossary is left out', async () => {
    const verse = '<c id="1"/><v id="1"/>Word<ve/>';
    const id = (code: string) => `<id id="${code}">Small Bible</id>`;
    const edition = await read(
      `<book id="MAT">${id('MAT')}<h>Mateus</h><toc level="1">Evangelho</toc>${verse}</book>` +
        `<book id="GEN">${id('GEN')}${verse}</book><book id="GLO"><p>A word</p></book>`,
    );
    assert.deepEqual(
      edition.books.map(({ name }) => name),
      ['Gênesis', 'Mateus'],
    );
    assert.deepEqual([edition.name, edition.language], ['Small Bible', 'pt']);
    assert.deepEqual(edition.suspicious, ['a.xml, line 1: GLO is not a book of the Bible: left out']);
  });

  const path = join(process.env.LECTERN_TEST_TEXTS ?? '', 'usfx-cherokee-mat1.xml');
  const skip =
    process.env.LECTERN_TEST_TEXTS && existsSync(path) ? false : 'LECTERN_TEST_TEXTS names no folder with the sample';
  test('[D30] when the first chapter of the Cherokee New Testament is read, then its verses are there', {
    skip,
  }, async () => {
    const { books, suspicious } = await readText(usfxFormat, { 'a.xml': readFileSync(path) });
    assert.deepEqual([books[0]!.verses.length, suspicious], [25, []]);
    assert.match(books[0]!.verses[0]!.text, /^ᎯᎠ ᎪᏪᎵ .* ᎡᏆᎭᎻ ᎤᏪᏥ\.$/);
  });
});

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bebliaFormat } from '../../src/editions/formats/beblia/beblia.ts';
import { normalizeEdition } from '../../src/editions/normalize-edition.ts';
import { readText, toLines } from './read-text.ts';
import { sourceOf } from './source-of.ts';

const verse = '<chapter number="1"><verse number="1">Word</verse></chapter>';
const read = (root: string, books = `<testament name="Old"><book number="1">${verse}</book></testament>`) =>
  readText(bebliaFormat, { 'a.xml': `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<bible ${root}>${books}</bible>` });

describe('Beblia XML', () => {
  test('[D30] when the root names the edition, its language, its rights and its source, then they are read', async () => {
    const edition = await read('translation="English KJV 1769" version="Public Domain" link="https://example.org/kjv"');
    assert.deepEqual(toLines(edition), ['GEN 1:1 Word']);
    assert.deepEqual([edition.name, edition.language], ['English KJV 1769', 'en']);
    assert.deepEqual(edition.rights, {
      edition: 'English KJV 1769',
      rights_status: 'Public Domain',
      source_url: 'https://example.org/kjv',
    });
    const other = await read('language="Portuguese" status="© 2020 Someone"');
    assert.deepEqual([other.name, other.language, other.books[0]!.name], ['Portuguese', 'pt', 'Gênesis']);
    assert.equal(
      normalizeEdition(other, sourceOf({ 'a.xml': '' }), { slug: 'xx' }).rights.attribution,
      '© 2020 Someone',
    );
    const silent = await read('');
    assert.deepEqual([silent.name, silent.language, silent.rights], [null, null, {}]);
  });

  test('[D30] when books are numbered, then the numbers are those of the canon, in any order, and one beyond 66 is reported', async () => {
    const edition = await read('', [67, 40, 1].map((number) => `<book number="${number}">${verse}</book>`).join(''));
    assert.deepEqual(toLines(edition), ['GEN 1:1 Word', 'MAT 1:1 Word', 'TOB 1:1 Word']);
    assert.deepEqual(edition.suspicious, ['a.xml, line 2: book 67 has no name and is read as Tobit']);
  });

  const path = join(process.env.LECTERN_TEST_TEXTS ?? '', 'beblia-sample.xml');
  const skip =
    process.env.LECTERN_TEST_TEXTS && existsSync(path) ? false : 'LECTERN_TEST_TEXTS names no folder with the sample';
  test('[D30] when a sample of the collection is read, then its verses are there', { skip }, async () => {
    const edition = await readText(bebliaFormat, { 'a.xml': readFileSync(path) });
    assert.deepEqual(
      toLines(edition).map((line) => line.slice(0, 30)),
      ['JHN 3:16 For God so loved the ', 'JHN 3:17 For God sent not his '],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BookNames } from '../../src/contract/book-names.ts';
import type { EditionFormat } from '../../src/editions/edition-format.ts';
import { bebliaFormat } from '../../src/editions/formats/beblia/beblia.ts';
import { openSongFormat } from '../../src/editions/formats/opensong/opensong.ts';
import { osisFormat } from '../../src/editions/formats/osis/osis.ts';
import { swordFormat } from '../../src/editions/formats/sword/sword.ts';
import { usfmFormat } from '../../src/editions/formats/usfm/usfm.ts';
import { usfxFormat } from '../../src/editions/formats/usfx/usfx.ts';
import { usxFormat } from '../../src/editions/formats/usx/usx.ts';
import { zefaniaFormat } from '../../src/editions/formats/zefania/zefania.ts';
import { listBookNames } from '../../src/editions/list-book-names.ts';
import { normalizeEdition } from '../../src/editions/normalize-edition.ts';
import { toLanguageTag } from '../../src/import-files/language-tag.ts';
import { readText } from './read-text.ts';
import { toModule } from './small-module.ts';
import { sourceOf } from './source-of.ts';

type Names = readonly [long: string | null, short: string | null, abbreviation: string | null] | null;

const TOC = ['El Evangelio según Juan', 'San Juan', 'Jn'] as const;
const SOURCES: readonly [string, EditionFormat, Record<string, string | Buffer>, Names, string | null][] = [
  [
    'USFM',
    usfmFormat,
    {
      'JHN.usfm': `\\id JHN\n\\h Juan\n\\toc1 ${TOC[0]}\n\\toc2 ${TOC[1]}\n\\toc3 ${TOC[2]}\n\\c 1\n\\p\n\\v 1 Verbo\n`,
    },
    TOC,
    null,
  ],
  [
    'USFM with a header only',
    usfmFormat,
    { 'JHN.usfm': '\\id JHN\n\\h Juan\n\\c 1\n\\p\n\\v 1 Verbo\n' },
    [null, 'Juan', null],
    null,
  ],
  [
    'USX',
    usxFormat,
    {
      'JHN.usx': `<usx version="3.0"><book code="JHN" style="id"/><para style="h">Juan</para><para style="toc1">${TOC[0]}</para><para style="toc2">${TOC[1]}</para><para style="toc3">${TOC[2]}</para><chapter number="1" style="c"/><para style="p"><verse number="1" style="v"/>Verbo</para></usx>`,
      'metadata.xml': '<DBLMetadata id="1"><language><iso>spa</iso></language></DBLMetadata>',
    },
    TOC,
    'es',
  ],
  [
    'USFX',
    usfxFormat,
    {
      'text.xml': `<usfx><languageCode>spa</languageCode><book id="JHN"><h>Juan</h><toc level="1">${TOC[0]}</toc><toc level="2">${TOC[1]}</toc><toc level="3">${TOC[2]}</toc><c id="1"/><p><v id="1"/>Verbo<ve/></p></book></usfx>`,
    },
    TOC,
    'es',
  ],
  [
    'OSIS',
    osisFormat,
    {
      'text.xml': `<osis><osisText osisIDWork="A" xml:lang="es"><header><work osisWork="A"/></header><div type="book" osisID="John"><title type="main" short="Juan">${TOC[0]}</title><chapter osisID="John.1"><verse osisID="John.1.1">Verbo</verse></chapter></div></osisText></osis>`,
    },
    [TOC[0], 'Juan', null],
    'es',
  ],
  [
    'Zefania',
    zefaniaFormat,
    {
      'text.xml':
        '<XMLBIBLE><INFORMATION><language>SPA</language></INFORMATION><BIBLEBOOK bnumber="43" bname="Juan" bsname="Jn"><CHAPTER cnumber="1"><VERS vnumber="1">Verbo</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>',
    },
    ['Juan', null, 'Jn'],
    'es',
  ],
  [
    'OpenSong',
    openSongFormat,
    { 'text.xml': '<bible><b n="João"><c n="1"><v n="1">Verbo</v></c></b></bible>' },
    ['João', null, null],
    null,
  ],
  [
    'Beblia',
    bebliaFormat,
    {
      'text.xml':
        '<bible translation="Spanish RV" language="es-419"><book number="43"><chapter number="1"><verse number="1">Verbo</verse></chapter></book></bible>',
    },
    null,
    'es-419',
  ],
  ['SWORD', swordFormat, toModule({ 'John 1:1': 'Verbo' }, { conf: { Lang: 'es' } }), null, 'es'],
];

const toNames = ([long, short, abbreviation]: NonNullable<Names>): BookNames => ({ long, short, abbreviation });

describe('[D71] names and language of an edition', () => {
  for (const [name, format, files, names, tag] of SOURCES) {
    test(`when ${name} is read, then its names and its language tag are kept as it has them`, async () => {
      const edition = await readText(format, files);
      assert.deepEqual(edition.books[0]!.names, names === null ? undefined : toNames(names));
      assert.equal(normalizeEdition({ ...edition, suspicious: [] }, sourceOf(files)).language_tag, tag);
    });
  }

  test('when a tag is given, then it counts before the source; without both, the language is the tag, unless it is undetermined', () => {
    const read = { name: 'A', rights: {}, sourceId: null, removed: {}, suspicious: [], books: [BOOK] };
    const tagOf = (language: 'de' | 'und', stated: string | null, languageTag?: string) =>
      normalizeEdition(
        { ...read, language, languageTag: stated },
        { path: 'bible.xml', files: [], sha256: '' },
        { languageTag },
      ).language_tag;
    assert.deepEqual(
      [tagOf('de', 'de-AT', 'de_ch'), tagOf('de', 'de-AT'), tagOf('de', null), tagOf('und', null)],
      ['de-CH', 'de-AT', 'de', null],
    );
    assert.throws(() => tagOf('de', null, 'Deutsch'), /"Deutsch" is not a language tag/);
    assert.deepEqual(['eng', 'zh_TW', 'und', 'Spanish', 'x'].map(toLanguageTag), ['en', 'zh-TW', null, null, null]);
  });

  test('when a source has no names, then those that are usual in its language are kept; an unknown language has none', async () => {
    const books = [BOOK, { ...BOOK, book_id: 10 }, { ...BOOK, book_id: 47 }, { ...BOOK, book_id: 67 }];
    const shortOf = async (tag: string | null) => (await listBookNames(books, tag)).map(({ short }) => short);
    assert.deepEqual(await shortOf('de-CH'), ['Johannes', '2. Samuel', '2. Korinther', 'Tobit']);
    assert.deepEqual(await shortOf('fr'), ['Jean', '2 Samuel', '2 Corinthiens']);
    assert.deepEqual(await shortOf('ko'), ['요한복음', '사무엘하', '고린도후서']);
    assert.deepEqual(await shortOf('zh-TW'), ['約翰福音', '撒母耳記下', '歌林多後書']);
    assert.deepEqual([await shortOf('ru'), await shortOf(null)], [[], []]);
    // A source that names some books names no others.
    const named = [{ ...BOOK, names: toNames(TOC) }, books[1]!];
    assert.deepEqual(await listBookNames(named, 'es'), [{ bookId: 43, ...toNames(TOC) }]);
  });
});

const BOOK = { book_id: 43, name: 'John', verses: [{ chapter: 1, verse: 1, text: 'Verbo' }] };

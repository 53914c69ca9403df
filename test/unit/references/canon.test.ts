import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  bookName,
  CANON,
  CANON_LANGUAGES,
  findBook,
  findBookByCode,
  findBookByName,
  findBooksByPrefix,
  osisOf,
} from '../../../src/domain/scripture/canon.ts';

describe('canon', () => {
  test('[BookDefinition] when books are listed, then ids are 1, 2, 3 … and keep their books, because they are stored with every verse', () => {
    assert.deepEqual(
      CANON.map((book) => book.id),
      CANON.map((_, index) => index + 1),
    );
    const fixed = {
      GEN: 1,
      PSA: 19,
      MAL: 39,
      MAT: 40,
      JHN: 43,
      JUD: 65,
      REV: 66,
      TOB: 67,
      ESG: 69,
      SIR: 71,
      LJE: 73,
      BEL: 76,
    };
    for (const [code, id] of Object.entries(fixed)) assert.equal(findBookByCode(code)?.id, id, code);
    const later = { '1MA': 77, '2ES': 82, MAN: 83, PS2: 84, ODA: 85, PSS: 86, DAG: 90, LAO: 101 };
    for (const [code, id] of Object.entries(later)) assert.equal(findBookByCode(code)?.id, id, code);
    assert.equal(CANON.length, 101);
  });

  test('[BookDefinition] when codes are listed, then they are unique, three characters, upper case', () => {
    for (const { code } of CANON) assert.match(code, /^[1-6A-Z][A-Z\d][A-Z\d]$/);
    for (const { code } of CANON) assert.equal(code.length, 3);
    assert.equal(new Set(CANON.map((book) => book.code)).size, CANON.length);
    assert.equal(new Set(CANON.map(osisOf)).size, CANON.length);
  });

  test('[BookDefinition] when books are named, then each has a name in each language, and no two share one', () => {
    for (const language of CANON_LANGUAGES) {
      const names = CANON.map((book) => book.names[language]);
      assert.ok(names.every((name) => name.trim() === name && name.length > 1));
      assert.equal(new Set(names).size, CANON.length, language);
    }
  });

  test('[BookDefinition] when a name, alias or OSIS id is looked up, then it leads to its book, and to another only where people use it for both', () => {
    const doubles = new Set<string>();
    for (const book of CANON) {
      assert.equal(new Set(book.aliases).size, book.aliases.length, book.code);
      for (const alias of [...book.aliases, ...Object.values(book.names)]) {
        const found = CANON_LANGUAGES.map((language) => findBookByName(alias, language)).filter(
          (other) => other !== null,
        );
        assert.ok(found.includes(book), `${alias} does not lead to ${book.code}`);
        if (found.some((other) => other !== book)) doubles.add(alias);
      }
    }
    // English writes "Jn" for John, Portuguese for Jonas.
    assert.deepEqual([...doubles], ['Jn']);
  });

  test('[BookDefinition] when people expect an alias, then it is in the list', () => {
    for (const alias of ['Gen', 'Gn', '1Mo', 'Genesis']) assert.ok(findBook(1)?.aliases.includes(alias), alias);
    for (const alias of ['John', 'Jn', 'Jo', 'Joh']) assert.ok(findBook(43)?.aliases.includes(alias), alias);
  });

  const spellings: [string, 'en' | 'pt' | 'de', string | null][] = [
    ['I Jo', 'pt', '1JN'],
    ['1ª João', 'pt', '1JN'],
    ['Primeira João', 'pt', '1JN'],
    ['1st Corinthians', 'en', '1CO'],
    ['II Kings', 'en', '2KI'],
    ['Erster Johannes', 'de', '1JN'],
    ['1.Mose', 'de', 'GEN'],
    ['1. Buch Mose', 'de', 'GEN'],
    ['ROEMER', 'de', 'ROM'],
    ['romer', 'de', 'ROM'],
    ['Jó', 'pt', 'JOB'],
    ['JO', 'pt', 'JHN'],
    ['Solomon’s Song', 'en', 'SNG'],
    ['daniel (greek)', 'en', 'DAG'],
    ['Pss', 'en', 'PSA'],
    ['Is', 'en', 'ISA'],
    ['Psalm 15 1', 'en', null],
    ['Mose', 'de', null],
    ['', 'en', null],
    ['constructor', 'en', null],
  ];
  for (const [typed, language, code] of spellings) {
    test(`[D32] when "${typed}" is typed in ${language}, then it names ${code ?? 'no book'}`, () => {
      assert.equal(findBookByName(typed, language)?.code ?? null, code);
    });
  }

  test('[D32] when the beginning of a name is typed, then the books that continue it are found, in canonical order', () => {
    assert.deepEqual(
      findBooksByPrefix('phil', ['en']).map((book) => book.code),
      ['PHP', 'PHM'],
    );
    assert.deepEqual(
      findBooksByPrefix('off', ['de']).map((book) => book.code),
      ['REV'],
    );
    assert.deepEqual(findBooksByPrefix('xyz', CANON_LANGUAGES), []);
  });

  test('[BookDefinition] when books are looked up by id, code and language, then the right ones are found', () => {
    assert.equal(bookName(1, 'de'), '1. Mose');
    assert.equal(bookName(1, 'pt'), 'Gênesis');
    assert.equal(bookName(1, 'und'), 'Genesis');
    assert.equal(findBookByCode('jhn')?.id, 43);
    assert.equal(findBookByCode('XYZ'), null);
    for (const id of [0, -1, 1.5, 102, Number.NaN]) {
      assert.equal(findBook(id), null);
      assert.throws(() => bookName(id, 'en'), RangeError);
    }
  });
});

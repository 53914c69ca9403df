import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CANON_LANGUAGES } from '../../../src/domain/scripture/canon.ts';
import { citedBookName, citePassagesIn } from '../../../src/domain/scripture/names/citations.ts';
import { type EditionNames, tableOf } from '../../../src/domain/scripture/names/edition-names.ts';
import { readInAnyLanguage } from '../../../src/domain/scripture/names/read-with-names.ts';
import type { Passage } from '../../../src/domain/scripture/passage-numbers.ts';
import { extractReferences } from '../../../src/domain/scripture/references/prose/extract-references.ts';
import { candidatePassages, rankReadings } from '../../../src/domain/scripture/references/reference.ts';
import { passageExists } from '../../../src/domain/scripture/versification/largest-counts.ts';
import { findUsualNames } from '../../../src/editions/usual-book-names.ts';
import type { EditionRevision, NamedBook } from '../../../src/storage/storage.ts';

const BOOKS = 66;
const TAGS = ['en', 'de', 'pt', 'da', 'es', 'fr', 'hi', 'it', 'ja', 'ko', 'ro', 'zh-Hans', 'zh-Hant'];

const revisionOf = (languageTag: string, bookNames: readonly NamedBook[]): EditionRevision => ({
  id: languageTag,
  slug: languageTag.toLowerCase(),
  name: languageTag,
  language: CANON_LANGUAGES.find((language) => language === languageTag) ?? 'und',
  languageTag,
  numberings: null,
  rights: { edition: '', rights_status: '', source_url: '', attribution: '' },
  bookNames,
});
/** Names of books by id, all short. */
const named = (tag: string, names: Readonly<Record<number, string>>) =>
  revisionOf(
    tag,
    Object.entries(names).map(([id, short]) => ({ bookId: Number(id), long: null, short, abbreviation: null })),
  );
const usual = async (tag: string) =>
  revisionOf(
    tag,
    [...(await findUsualNames(tag))].filter(([id]) => id <= BOOKS).map(([bookId, names]) => ({ bookId, ...names })),
  );
const inLive = (live: readonly EditionRevision[], library: readonly EditionRevision[] = []): EditionNames => ({
  live: live.map(tableOf),
  library: library.map(tableOf),
});
const read = (text: string, names: EditionNames) =>
  rankReadings(readInAnyLanguage(text, undefined, names), passageExists);
/** Returns the only meaning of a text, or all of them with a question mark. */
const meaningOf = (text: string, names: EditionNames): string => {
  const { candidates, ambiguous } = read(text, names);
  const [first] = candidates;
  return ambiguous ? `${candidates.map(({ reference }) => reference).join(' | ')}?` : (first?.reference ?? '');
};

describe('[D71] names of the editions of a Live', () => {
  let loaded: Promise<EditionRevision[]> | undefined;
  /** Loads the names of a language, in a Live whose library has the others. */
  const load = async (tag: string) => {
    loaded ??= Promise.all(TAGS.map(usual));
    const revision = (await loaded).find(({ languageTag }) => languageTag === tag)!;
    return {
      revision,
      names: inLive(
        [revision],
        (await loaded).filter((each) => each !== revision),
      ),
    };
  };

  for (const tag of TAGS) {
    it(`when the names of ${tag} are typed, then each means its book, and never certainly another`, async () => {
      const { revision, names } = await load(tag);
      for (const { bookId, short } of revision.bookNames) {
        for (const typed of [`${short} 1:1`, `${short!.toUpperCase()} 1,1`, `${short} 1`]) {
          const { candidates, ambiguous } = read(typed, names);
          assert.deepEqual([candidates[0]?.book_id, ambiguous], [bookId, false], typed);
        }
      }
    });

    it(`when passages are cited in ${tag}, then each citation is read again as what it means`, async () => {
      const { revision, names } = await load(tag);
      for (const { bookId: book_id } of revision.bookNames) {
        const passages: Passage[] = [
          { book_id, chapter: 1, verse: 1 },
          { book_id, chapter: 1, verse: 2, end_verse: 3 },
          { book_id, chapter: 1 },
        ];
        for (const passage of [
          ...passages.map((each) => [each]),
          [passages[0]!, { book_id: 45, chapter: 8, verse: 1 }],
        ]) {
          const citation = citePassagesIn(revision, passage, names);
          const { candidates, ambiguous } = read(citation, names);
          const [first] = candidates;
          assert.equal(ambiguous, false, citation);
          // Numbers that a passage lacks do not count.
          assert.equal(JSON.stringify(first && candidatePassages(first)), JSON.stringify(passage), citation);
        }
      }
    });
  }

  it('when names are in any script, then case, accents, vowel points, width, dots, spaces and digits do not matter', async () => {
    const arabic = named('ar', { 43: 'يوحنا', 62: 'يوحنا الأولى', 19: 'مزامير' });
    const hebrew = named('he', { 43: 'יוחנן' });
    const russian = named('ru', { 43: 'От Иоанна', 46: '1-е Коринфянам' });
    const [chinese, korean, french, hindi] = await Promise.all(['zh', 'ko', 'fr', 'hi'].map(usual));
    const names = inLive([arabic, hebrew, russian, chinese!, korean!, french!, hindi!]);
    for (const [typed, meaning] of [
      ['约3:16', 'John 3:16'],
      ['约３：１６', 'John 3:16'],
      ['约翰福音3章16节', 'John 3:16'],
      ['约翰福音第3章', 'John 3'],
      ['约翰1书4:8', '1 John 4:8'],
      ['约3:16；罗8:28', 'John 3:16; Romans 8:28'],
      ['요 3:16', 'John 3:16'],
      ['요한1서 4:8', '1 John 4:8'],
      ['요한복음 3장 16-18절', 'John 3:16-18'],
      ['يوحنا ٣:١٦', 'John 3:16'],
      ['يُوحَنَّا ٣،١٦', 'John 3:16'],
      ['יוֹחָנָן 3:16', 'John 3:16'],
      ['от иоанна 3:16', 'John 3:16'],
      ['1е КОРИНФЯНАМ 13', '1 Corinthians 13'],
      ['genese 1,1-5', 'Genesis 1:1-5'],
      ['यूहन्ना ३:१६', 'John 3:16'],
      ['约翰福', 'John'],
    ] as const)
      assert.equal(meaningOf(typed, names), meaning, typed);
  });

  it('when a name is certain in the three languages, then only an edition of the Live makes it ambiguous', () => {
    const vulgate = named('en', { 9: '1 Kings', 11: '3 Kings' });
    assert.equal(meaningOf('1 Kings 3:1', inLive([], [vulgate])), '1 Kings 3:1');
    assert.equal(meaningOf('1 Kings 3:1', inLive([vulgate])), '1 Kings 3:1 | 1 Samuel 3:1?');
    // The name is not used where it would be read as another book.
    assert.deepEqual(
      [9, 11].map((id) => citedBookName(vulgate, id)),
      ['1 Samuel', '3 Kings'],
    );
  });

  it('when an edition of the Live has a name, then it hides the same name of the library', () => {
    const [synodal, modern] = [named('ru', { 9: '1 Царств', 11: '3 Царств' }), named('ru', { 11: '1 Царств' })];
    assert.equal(meaningOf('1 Царств 3:1', inLive([synodal], [modern])), '1 Samuel 3:1');
    assert.equal(meaningOf('1 Царств 3:1', inLive([], [synodal, modern])), '1 Samuel 3:1 | 1 Kings 3:1?');
    assert.equal(citedBookName(synodal, 9, inLive([synodal, modern])), '1 Samuel');
  });

  it('when a book has several names, then the short one is cited, else the long one, else the English one', () => {
    const books = [
      { bookId: 1, long: 'El libro de Génesis', short: 'Génesis', abbreviation: 'Gn' },
      { bookId: 2, long: 'Éxodo', short: null, abbreviation: null },
    ];
    const spanish = revisionOf('es', books);
    assert.deepEqual(
      [1, 2, 3].map((id) => citedBookName(spanish, id)),
      ['Génesis', 'Éxodo', 'Leviticus'],
    );
    const psalm = [{ book_id: 19, chapter: 23, verse: 1 }];
    for (const [tag, name, citation] of [
      ['en', 'The Psalms', 'Psalm 23:1'],
      ['de-CH', 'Psalmen', 'Psalm 23,1'],
      ['pt-BR', 'Salmos', 'Salmo 23:1'],
      ['es', 'Salmos', 'Salmos 23:1'],
    ] as const)
      assert.equal(citePassagesIn(named(tag, { 19: name }), psalm), citation);
  });

  it('when names stand in prose, then they are found with their places, and ordinary words are not', async () => {
    const names = inLive([], await Promise.all(['zh', 'ko', 'es'].map(usual)));
    for (const [text, ...found] of [
      ['我们看约3:16说神爱世人，还有约翰福音第3章16节。约3小时后', '约3:16', '约翰福音第3章16节'],
      ['오늘 요한복음 3장 16절 말씀', '요한복음 3장 16절'],
      ['Hoy leemos Juan 3:16 y Génesis 1,1-5.', 'Juan 3:16', 'Génesis 1,1-5'],
    ] as const) {
      const references = await extractReferences(text, { names });
      assert.deepEqual(
        references.map(({ start, end }) => text.slice(start, end)),
        found,
      );
    }
  });
});

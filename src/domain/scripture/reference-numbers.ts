import { type BookDefinition, type CanonLanguage, findBookByCode, osisOf } from './canon.ts';
import type { Passage } from './reference.ts';
import { exists, FOREIGN_ONE_CHAPTER_BOOKS, largestCountsOf } from './reference-counts.ts';
import { findBookByOsis, type LibraryEntity, readEntities, verseCountsOf } from './reference-library.ts';
import { joinAdjacent } from './reference-lists.ts';

/** A book that every grammar knows. */
const ANY_BOOK = 'Gen';

/** The number the library writes for "to the end". */
const OPEN_END = 999;

const PSALMS = findBookByCode('PSA')!.id;
const PSALM_151 = findBookByCode('PS2')!.id;

/** One entity of the library as a passage, or null when it spans books or ends where nobody knows. */
export function toPassage({ type, start, end }: LibraryEntity, book: BookDefinition): Passage | null {
  if (start.b !== end.b) return null;
  // The library runs "Jude 1:3-2:1" to the end of the book, for want of a second chapter. That is a guess.
  if (type === 'range' && end.v === OPEN_END && (start.v > 1 || start.type === 'bcv')) return null;
  if (type === 'b') return { book_id: book.id };
  const passage: Passage = { book_id: book.id, chapter: start.c };
  const counts = largestCountsOf(book);
  const endChapter = end.c === OPEN_END ? counts?.length : end.c;
  if (endChapter === undefined || endChapter < start.c) return null;
  if (endChapter !== start.c) passage.end_chapter = endChapter;
  const wholeChapters = start.v === 1 && end.v === OPEN_END;
  if (!wholeChapters) {
    passage.verse = start.v;
    const isOpen = end.v === OPEN_END && start.v !== OPEN_END;
    // Which verse is the last is the edition's to say; a start that no edition has is a slip.
    if (isOpen && !exists(passage)) return null;
    if (isOpen) passage.end_chapter = endChapter;
    else if (endChapter !== start.c || end.v !== start.v) passage.end_verse = end.v;
    if (!isOpen && endChapter === start.c && end.v < start.v) return null;
  }
  if (book.id === PSALMS && start.c === 151) {
    return { ...passage, book_id: PSALM_151, chapter: 1, ...(passage.end_chapter && { end_chapter: 1 }) };
  }
  return passage;
}

/** "1 1-2 3", "1:1 - 2 3", "1-2 3": the last number is a verse of the chapter before it, or one more of a list. */
const SPACED_RANGE = /^(\d+)(?:[\s.:,]+(\d+))?\s*-\s*(\d+)\s+(\d+)$/;

/**
 * What the numbers behind a known book's name may mean ("3:16-18", ""), the likeliest first; none where they mean nothing. Each
 * reading is in the first of these languages whose grammar reads all of it.
 */
export function readNumbers(book: BookDefinition, rest: string, languages: readonly CanonLanguage[]): Passage[][] {
  const [, chapter, verse, endChapter, endVerse] = SPACED_RANGE.exec(rest) ?? [];
  const listed = readAsWritten(book, rest, languages);
  if (chapter === undefined) return listed ? [listed] : [];
  const start = verse === undefined ? chapter : `${chapter}:${verse}`;
  const spanned = readAsWritten(book, `${start}-${endChapter}:${endVerse}`, languages);
  if (!spanned?.every(exists)) return listed ? [listed] : [];
  return listed && isPlausibleList(listed, verse) ? [spanned, listed] : [spanned];
}

/** Nobody writes "1-2 3" for verses 1-3 of a chapter, nor "13-14 1" for a list. */
function isPlausibleList(passages: Passage[], verse: string | undefined): boolean {
  const [first, last] = passages;
  if (!passages.every(exists)) return false;
  if (verse === undefined) return true;
  if (joinAdjacent(passages).length === 1) return false;
  return first?.end_verse !== undefined && last?.verse !== undefined && last.verse > first.end_verse;
}

/** "8:28f", which only the German grammar knows. */
const NEXT_VERSE = /(\d+)\s*f(?=$|\s*[;,])/gi;

/** What was last asked: a name that may be many books is asked for each of them. */
let lastAsked: { rest: string; languages: readonly CanonLanguage[]; grammars: readonly CanonLanguage[] } | null = null;

/** The languages whose grammar reads these numbers behind any name; found out once for all books of a text. */
function grammarsOf(rest: string, languages: readonly CanonLanguage[]): readonly CanonLanguage[] {
  if (lastAsked?.rest !== rest || lastAsked.languages !== languages) {
    const grammars = languages.filter((language) => readEntities(`${ANY_BOOK} ${rest}`, language));
    lastAsked = { rest, languages, grammars };
  }
  return lastAsked.grammars;
}

function readAsWritten(book: BookDefinition, rest: string, languages: readonly CanonLanguage[]): Passage[] | null {
  if (rest === '') return [{ book_id: book.id }];
  const oneChapter = FOREIGN_ONE_CHAPTER_BOOKS.has(book.code);
  const known = !oneChapter && verseCountsOf(book) !== undefined;
  // The grammar needs some book it knows; which one matters only for its number of chapters.
  const stand = known ? osisOf(book) : oneChapter ? 'Jude' : ANY_BOOK;
  const text = `${stand} ${rest.replace(NEXT_VERSE, (_, verse: string) => `${verse}-${Number(verse) + 1}`)}`;
  for (const language of grammarsOf(rest, languages)) {
    const entities = readEntities(text, language);
    if (!entities || (!known && entities.length > 1)) continue;
    const passages = entities.map((entity) => {
      const entityBook = known ? findBookByOsis(entity.start.b) : book;
      return entityBook ? toPassage(entity, entityBook) : null;
    });
    if (passages.every((passage) => passage !== null)) return passages;
  }
  return null;
}

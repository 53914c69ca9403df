import { citePassageRanges, type FormatLanguage } from '../../../contract/passage-format.ts';
import type { EditionRevision } from '../../../storage/storage.ts';
import { bookName, CANON_LANGUAGES, findBookByName } from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';
import { rankReadings } from '../references/reference.ts';
import { passageExists } from '../versification/largest-counts.ts';
import { type EditionNames, NO_EDITION_NAMES, namesOtherBook, tableOf } from './edition-names.ts';
import { readByNames } from './read-with-names.ts';

/** Cites passages in the language of a revision, with its names of the books. `names` are those of the Live. [D71] */
export function citePassagesIn(
  revision: EditionRevision,
  passages: readonly Passage[],
  names: EditionNames = NO_EDITION_NAMES,
): string {
  return citePassageRanges(passages, formatOf(revision), (bookId) => citedBookName(revision, bookId, names));
}

/** Returns the language whose divider and words a citation has. */
const formatOf = ({ languageTag }: EditionRevision): FormatLanguage => {
  const primary = languageTag?.split('-')[0];
  return CANON_LANGUAGES.find((language) => language === primary) ?? 'und';
};

const cited = new WeakMap<EditionRevision, Map<number, readonly string[]>>();

/**
 * Returns the name with which a book is cited: the short one, else the long one, else the English one. A name that is
 * read as another book, or as several, is not used. [D71]
 */
export function citedBookName(
  revision: EditionRevision,
  bookId: number,
  { live }: EditionNames = NO_EDITION_NAMES,
): string {
  const known = cited.get(revision) ?? new Map<number, readonly string[]>();
  cited.set(revision, known);
  let names = known.get(bookId);
  if (!names) {
    names = listCitable(revision, bookId);
    known.set(bookId, names);
  }
  const own = names.find((name) => !live.some((table) => namesOtherBook(table, name, bookId)));
  // A revision without any names is from before they were stored.
  return own ?? bookName(bookId, revision.bookNames.length === 0 ? revision.language : 'en');
}

/** The fewest letters of a name that is no abbreviation. */
const FULL_NAME_MIN_LETTERS = 4;

/** Returns whether a full name means this book alone in each of the three languages that have it. */
function isKnown(name: string, bookId: number): boolean {
  const books = CANON_LANGUAGES.flatMap((language) => findBookByName(name, language) ?? []);
  const letters = name.replace(/\P{L}/gu, '').length;
  return letters >= FULL_NAME_MIN_LETTERS && books.length > 0 && books.every(({ id }) => id === bookId);
}

/** Lists the names of a book that are read as this book alone, the best first. */
function listCitable(revision: EditionRevision, bookId: number): string[] {
  const named = revision.bookNames.find((book) => book.bookId === bookId);
  const { language } = revision;
  const names = { live: [tableOf(revision)], library: [] };
  const isClear = (text: string) =>
    (language === 'und' ? [undefined] : [undefined, language]).every((first) => {
      const { candidates, ambiguous } = rankReadings(readByNames(text, first, names), passageExists);
      return !ambiguous && candidates[0]?.book_id === bookId;
    });
  const isOwn = (name: string) => !namesOtherBook(names.live[0]!, name, bookId);
  return [named?.short, named?.long].filter(
    (name): name is string =>
      !!name && isOwn(name) && (isKnown(name, bookId) || (isClear(`${name} 1:1`) && isClear(`${name} 1`))),
  );
}

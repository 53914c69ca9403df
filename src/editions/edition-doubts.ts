import { findBook, findBookByCode } from '../domain/scripture/canon.ts';
import { findVersification } from '../domain/scripture/versification.ts';
import type { EditionBook } from './edition-text.ts';
import { findOsisBook } from './formats/osis-id.ts';

/** The end of a sentence, in any script, within quotation marks or brackets. */
const SENTENCE_END = /[\p{Sentence_Terminal}…][\p{Pf}\p{Pe}\p{Pi}"'*\s]*$/u;
/** An edition marks the ends of its sentences if so many of its chapters end with one. */
const MARKED_SHARE_MIN = 0.95;
const MARKED_CHAPTERS_MIN = 5;

/** A longer form of a book that stands in its place. */
const STAND_INS = new Map([
  ['EST', 'ESG'],
  ['DAN', 'DAG'],
]);

const codeOf = (id: number): string => findBook(id)!.code;

/** What makes one doubt that an edition is whole, for a person to look at. */
export const findDoubts = (books: readonly EditionBook[]): string[] => [
  ...findAbsentBooks(books),
  ...findOpenEnds(books),
];

/** The few books that a testament lacks. An edition that has less than half of one is a part of the Bible. */
function findAbsentBooks(books: readonly EditionBook[]): string[] {
  const ids = new Set(books.map(({ book_id }) => book_id));
  const isThere = (code: string | undefined) => code !== undefined && ids.has(findBookByCode(code)!.id);
  const { ot, nt } = findVersification('KJV')!;
  const testaments = { 'Old Testament': ot, 'New Testament': nt };
  return Object.entries(testaments).flatMap(([name, testament]) => {
    const codes = testament.map(({ osis }) => findOsisBook(osis)!.code);
    const absent = codes.filter((code) => !isThere(code) && !isThere(STAND_INS.get(code)));
    if (absent.length === 0 || absent.length > codes.length / 2) return [];
    return [`the ${name} is here without ${absent.join(', ')}`];
  });
}

/** Books that end within a sentence, in an edition whose chapters do not. */
function findOpenEnds(books: readonly EditionBook[]): string[] {
  let chapters = 0;
  let marked = 0;
  const open: string[] = [];
  for (const { book_id, verses } of books) {
    for (const [at, { chapter, verse, text }] of verses.entries()) {
      const next = verses[at + 1];
      if (next?.chapter === chapter) continue;
      chapters++;
      if (SENTENCE_END.test(text)) marked++;
      else if (!next) open.push(`${codeOf(book_id)} ${chapter}:${verse}`);
    }
  }
  if (chapters < MARKED_CHAPTERS_MIN || marked < (chapters - open.length) * MARKED_SHARE_MIN) return [];
  return open.map((named) => `${named}, the last verse of its book, ends within a sentence: it may be cut off there`);
}

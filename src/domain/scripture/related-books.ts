import { findBookByCode } from './canon.ts';
import { lastVerseNumber, type NumberedVerse } from './verse-ranges.ts';

/** A verse number in the home book. */
interface HomeNumber {
  readonly chapter: number;
  readonly verse: number;
}

/**
 * A book that some editions print as part of another one, its home. `versification` is the one in which `toHome`
 * numbers the home; null for the one nearest to the book's own verses.
 */
interface RelatedBook {
  readonly home: number;
  readonly versification: string | null;
  readonly toHome: (chapter: number, verse: number, verses: readonly NumberedVerse[]) => HomeNumber;
}

const idOf = (code: string): number => findBookByCode(code)!.id;

/** Maps a book of one chapter to a chapter of its home. Some editions already number it as that chapter. */
const asChapter =
  (homeChapter: number) =>
  (_chapter: number, verse: number): HomeNumber => ({ chapter: homeChapter, verse });

const asItIs = (chapter: number, verse: number): HomeNumber => ({ chapter, verse });

/** The number of verses of the Letter of Jeremiah if its title is one. If not, each verse has the previous number. */
const LETTER_VERSES_WITH_TITLE = 73;

function letterOfJeremiah(_chapter: number, verse: number, verses: readonly NumberedVerse[]): HomeNumber {
  const last = verses.at(-1);
  const hasTitle = last === undefined || lastVerseNumber(last) >= LETTER_VERSES_WITH_TITLE;
  return { chapter: 6, verse: hasTitle || verse === 1 ? verse : verse + 1 };
}

/** The verses of the Song of the Three that leave the order of Daniel 3 in the Vulgate, with their verses in Daniel. */
const SONG_EXCEPTIONS: ReadonlyMap<number, number> = new Map([
  [32, 55] as const,
  [33, 54] as const,
  [36, 59] as const,
  [37, 58] as const,
  [47, 71] as const,
  [48, 72] as const,
  [49, 69] as const,
  [50, 70] as const,
]);
/** Daniel 3:52 contains verses 29 and 30 of the song. */
const SONG_SPLIT_VERSE = 29;
const SONG_FIRST_IN_DANIEL = 24;

function songOfTheThree(chapter: number, verse: number): HomeNumber {
  if (chapter === 3 && verse >= SONG_FIRST_IN_DANIEL) return { chapter, verse };
  const inOrder = verse + (verse <= SONG_SPLIT_VERSE ? SONG_FIRST_IN_DANIEL - 1 : SONG_FIRST_IN_DANIEL - 2);
  return { chapter: 3, verse: SONG_EXCEPTIONS.get(verse) ?? inOrder };
}

/** The related books in the order in which they are tried. */
const RELATED: ReadonlyMap<number, RelatedBook> = new Map([
  [idOf('PS2'), { home: idOf('PSA'), versification: null, toHome: asChapter(151) }],
  [idOf('LJE'), { home: idOf('BAR'), versification: 'KJVA', toHome: letterOfJeremiah }],
  [idOf('S3Y'), { home: idOf('DAN'), versification: 'Catholic', toHome: songOfTheThree }],
  [idOf('SUS'), { home: idOf('DAN'), versification: 'Catholic', toHome: asChapter(13) }],
  [idOf('BEL'), { home: idOf('DAN'), versification: 'Catholic', toHome: asChapter(14) }],
  [idOf('DAG'), { home: idOf('DAN'), versification: null, toHome: asItIs }],
  [idOf('ESG'), { home: idOf('EST'), versification: null, toHome: asItIs }],
]);

/** Returns the home of a book, or null if it is its own home. */
export const findRelatedBook = (bookId: number): RelatedBook | null => RELATED.get(bookId) ?? null;

const families = new Map<number, readonly number[]>();

/** Returns the books that may contain the text of a book: itself, its home, then the other books of that home. [D17] */
export function relatedBookIds(bookId: number): readonly number[] {
  let family = families.get(bookId);
  if (!family) {
    const home = RELATED.get(bookId)?.home ?? bookId;
    const related = [...RELATED].filter(([, book]) => book.home === home).map(([id]) => id);
    family = [...new Set([bookId, home, ...related])];
    families.set(bookId, family);
  }
  return family;
}

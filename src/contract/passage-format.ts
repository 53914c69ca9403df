import { formatVerseNumbers } from './verse-numbers.ts';

/** Numbers of a passage, as in a push. With `verse` and `end_chapter` alone it continues to the end of that chapter. */
export interface PassageRange {
  readonly book_id: number;
  readonly chapter?: number;
  readonly verse?: number;
  readonly end_chapter?: number;
  readonly end_verse?: number;
}

/** Language in which references are formatted. English is used for an undetermined one. */
export type FormatLanguage = 'en' | 'pt' | 'de' | 'und';

const END_WORDS: Readonly<Record<FormatLanguage, string>> = { en: 'end', und: 'end', pt: 'fim', de: 'Ende' };

/** Returns true if a passage continues to the end of a chapter, whichever verse that is: "5:3ff". */
export const isOpenEnded = ({ verse, end_chapter, end_verse }: PassageRange): boolean =>
  verse !== undefined && end_chapter !== undefined && end_verse === undefined;

/**
 * Formats passages with the names of their books: "John 3:16, 18; 4:1; Romans 5:8", "Johannes 3,16.18; 4,1",
 * "John 3:16ff", "Johannes 3,16-4,2".
 */
export function formatPassageRanges(
  passages: readonly PassageRange[],
  language: FormatLanguage,
  bookName: (bookId: number) => string,
): string {
  return formatRanges(passages, language, (index) => bookName(passages[index]!.book_id));
}

/**
 * Cites passages as people read them: as `formatPassageRanges`, but one psalm in the singular, "Psalm 23:1", "Salmo
 * 23:1". [D71]
 */
export function citePassageRanges(
  passages: readonly PassageRange[],
  language: FormatLanguage,
  bookName: (bookId: number) => string,
): string {
  return formatRanges(passages, language, (index) => {
    const { book_id } = passages[index]!;
    const name = bookName(book_id);
    if (book_id !== PSALMS_ID || !isOneChapter(passages, index)) return name;
    return ONE_PSALM[language] ?? (name === 'Psalms' ? 'Psalm' : name);
  });
}

const PSALMS_ID = 19;
/** The name of one psalm. In other languages it is that of the book, which can be the English one. */
const ONE_PSALM: Readonly<Partial<Record<FormatLanguage, string>>> = { en: 'Psalm', de: 'Psalm', pt: 'Salmo' };

/** Returns whether the passages of one book that begin at an index are in one chapter. */
function isOneChapter(passages: readonly PassageRange[], from: number): boolean {
  const { book_id, chapter } = passages[from]!;
  if (chapter === undefined) return false;
  for (let index = from; passages[index]?.book_id === book_id; index++) {
    const { chapter: start, end_chapter = start } = passages[index]!;
    if (start !== chapter || end_chapter !== chapter) return false;
  }
  return true;
}

function formatRanges(
  passages: readonly PassageRange[],
  language: FormatLanguage,
  nameAt: (index: number) => string,
): string {
  return passages
    .map((passage, index) => {
      const before = passages[index - 1];
      if (passage.chapter === undefined) return (before ? '; ' : '') + nameAt(index);
      const numbers = formatNumbers(passage, language);
      if (before?.book_id !== passage.book_id) return `${before ? '; ' : ''}${nameAt(index)} ${numbers}`;
      if (!isInChapterOf(passage, before)) return `; ${numbers}`;
      const verses = numbers.slice(numbers.indexOf(`${passage.verse}`, `${passage.chapter}`.length + 1));
      return `${language === 'de' ? '.' : ', '}${verses}`;
    })
    .join('');
}

function formatNumbers(passage: PassageRange, language: FormatLanguage): string {
  const { chapter, verse, end_chapter, end_verse } = passage;
  const mark = language === 'de' ? ',' : ':';
  const start = formatVerseNumbers({ chapter, verse }, language);
  const endsElsewhere = end_chapter !== undefined && end_chapter !== chapter;
  if (endsElsewhere) {
    if (end_verse !== undefined) return `${start}-${end_chapter}${mark}${end_verse}`;
    return verse === undefined ? `${start}-${end_chapter}` : `${start}-${end_chapter}${mark}${END_WORDS[language]}`;
  }
  if (isOpenEnded(passage)) return `${start}${language === 'pt' ? 'ss' : 'ff'}`;
  return formatVerseNumbers({ chapter, verse, end_verse }, language);
}

/** Returns true if the passage is in the chapter of the previous one, so that its verses suffice. */
const isInChapterOf = (passage: PassageRange, before: PassageRange): boolean =>
  passage.verse !== undefined &&
  before.verse !== undefined &&
  (before.end_chapter ?? before.chapter) === passage.chapter &&
  (passage.end_chapter === undefined || isOpenEnded(passage));

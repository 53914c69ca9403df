import { formatVerseNumbers } from '../../../contract/verse-numbers.ts';
import { bookName, type CanonLanguage } from '../canon.ts';
import type { Passage } from '../passage-numbers.ts';
import { isOpenEnded } from './reference-lists.ts';

type FormatLanguage = CanonLanguage | 'und';

/**
 * Formats a passage: "John 3:16-18", "John 3:16ff", "João 3:16", "Johannes 3,16-4,2". Uses English for an undetermined
 * language.
 */
export function formatReference(passage: Passage, language: FormatLanguage = 'en'): string {
  const name = bookName(passage.book_id, language);
  return passage.chapter === undefined ? name : `${name} ${formatNumbers(passage, language)}`;
}

function formatNumbers(passage: Passage, language: FormatLanguage): string {
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

const END_WORDS: Readonly<Record<FormatLanguage, string>> = { en: 'end', und: 'end', pt: 'fim', de: 'Ende' };

/** Formats a list of passages: "John 3:16, 18; 4:1; Romans 5:8", "Johannes 3,16.18; 4,1". */
export function formatPassages(passages: readonly Passage[], language: FormatLanguage = 'en'): string {
  return passages
    .map((passage, index) => {
      const before = passages[index - 1];
      if (before?.book_id !== passage.book_id || passage.chapter === undefined) {
        return (before ? '; ' : '') + formatReference(passage, language);
      }
      const numbers = formatNumbers(passage, language);
      if (!isInChapterOf(passage, before)) return `; ${numbers}`;
      const verses = numbers.slice(numbers.indexOf(`${passage.verse}`, `${passage.chapter}`.length + 1));
      return `${language === 'de' ? '.' : ', '}${verses}`;
    })
    .join('');
}

/** Returns true if the passage is in the chapter of the previous one, so that its verses suffice. */
const isInChapterOf = (passage: Passage, before: Passage): boolean =>
  passage.verse !== undefined &&
  before.verse !== undefined &&
  (before.end_chapter ?? before.chapter) === passage.chapter &&
  (passage.end_chapter === undefined || isOpenEnded(passage));

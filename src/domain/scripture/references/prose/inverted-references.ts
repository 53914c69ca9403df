import { canonicalizeBookName } from '../reference-book-names.ts';
import { CHAPTER_WORD, GAP, NUMBER, RANGE_MARK, VERSE_WORD, WORD_BOUNDARY } from './prose-patterns.ts';

/** The start and end of a reference whose book does not come first. */
export interface InvertedReference {
  readonly start: number;
  readonly end: number;
}

const OF = '(?:(?:of|from|in|im|aus|von|vom|des|der|dem|do|da|de|dos|em|no|na|the|o|a)\\s+)';
const ORDINAL = '(?:\\.|st|nd|rd|th|te[rsmn]?|[oaºª])';
const VERSE_OF = `${VERSE_WORD}\\s{1,4}${NUMBER}(?:${RANGE_MARK}${NUMBER})?\\s{1,4}${OF}{1,3}`;
/** Excludes counts, such as "3 chapters of John" and "drei Kapitel". */
const CHAPTER_OF = `(?:${CHAPTER_WORD}\\s{1,4}\\d{1,3}\\.?|\\d{1,3}${ORDINAL}\\s{1,4}${CHAPTER_WORD})\\s{1,4}${OF}{1,3}`;
const PSALM = `\\d{1,3}${ORDINAL}\\s{1,4}(?:psalm|salmo)(?!\\p{L})`;
const INVERTED = new RegExp(
  `${WORD_BOUNDARY}(?:(?:${VERSE_OF})?(?:(?<chapter>${CHAPTER_OF})|(?<psalm>${PSALM}))|(?<verse>${VERSE_OF}))`,
  'giu',
);
const NAME_WORDS = /(?:[1-5][\s.]{1,3})?\p{L}[\p{L}'’]*\.?(?:\s{1,4}\p{L}[\p{L}'’]*){0,8}/uy;
const VERSE_AFTER = new RegExp(`${GAP},?${GAP}${VERSE_WORD}${GAP}${NUMBER}(?:${RANGE_MARK}${NUMBER})?`, 'iuy');
const CHAPTER_AFTER = new RegExp(`,?\\s{1,4}(?:${CHAPTER_WORD}${GAP})?\\d{1,3}(?!\\d|[:.,]\\d)`, 'iuy');

/** Finds "the 8. chapter of Romans, verse 28", "the 23rd psalm" and "verse 16 of John 3". */
export function* findInvertedReferences(text: string): Generator<InvertedReference> {
  for (const { 0: all, index, groups } of text.matchAll(INVERTED)) {
    const before = index + all.length;
    const named = groups!.psalm === undefined ? findNameEnd(text, before) : before;
    if (named === null) continue;
    const next = matchAt(groups!.verse === undefined ? VERSE_AFTER : CHAPTER_AFTER, text, named);
    if (next !== null || groups!.verse === undefined) yield { start: index, end: next ?? named };
  }
}

/** Returns the end of the longest name of a book that begins here, or null. */
function findNameEnd(text: string, start: number): number | null {
  const end = matchAt(NAME_WORDS, text, start);
  if (end === null) return null;
  for (let name = text.slice(start, end); name !== ''; name = name.replace(/(?:^|\s+)\S+$/u, '')) {
    if (/\p{L}{3}/u.test(name) && canonicalizeBookName(name) !== null) return start + name.length;
  }
  return null;
}

function matchAt(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

import type { VerseNumber } from '../edition-collector.ts';

/**
 * "5", a part "5a", a bridge "1-2", "5b-6" or "1,2", as a verse of a chapter; null for anything else. Marks of direction, which
 * right-to-left texts put around the hyphen, do not count.
 */
export function parseVerseNumber(text: string, chapter: number): VerseNumber | null {
  const bare = text.replace(/[\s\u200e\u200f]/g, '').toLowerCase();
  const [, verse, part, last, lastPart] =
    /^(\d{1,4})(\p{L}?)(?:[-\u2010-\u2014,](\d{1,4})(\p{L}?))?$/u.exec(bare) ?? [];
  if (verse === undefined) return null;
  const bridge = last === undefined || Number(last) === Number(verse) ? {} : { last: Number(last), lastPart };
  return { chapter, verse: Number(verse), part, ...bridge };
}

/** A chapter's number; null for what is none. */
export function parseChapterNumber(text: string): number | null {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : null;
}

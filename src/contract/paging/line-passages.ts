import type { PassageRange } from '../passage-format.ts';
import type { ItemLine } from './lines.ts';

/** The fields of an item that its passage is formed from. */
interface NumberedItem {
  readonly bookId: number;
  readonly chapter: number;
  readonly verse: number;
  readonly translation: string;
}

/** Returns the passages of lines in the numbers of the first translation. Consecutive verses are one passage. */
export function linePassages<Item extends NumberedItem>(lines: readonly ItemLine<Item>[]): PassageRange[] {
  const first = lines[0]?.translations[0]?.[0]?.translation;
  const items = lines.flatMap(
    ({ translations }) => translations.find(([item]) => item!.translation === first) ?? translations[0]!,
  );
  return combineVerses(items);
}

/** Combines consecutive verses into passages. */
export function combineVerses(items: readonly Omit<NumberedItem, 'translation'>[]): PassageRange[] {
  const passages: PassageRange[] = [];
  for (const [index, { bookId, chapter, verse }] of items.entries()) {
    const before = items[index - 1];
    const passage = passages.at(-1);
    const follows =
      before !== undefined &&
      before.bookId === bookId &&
      (chapter === before.chapter ? verse === before.verse + 1 : chapter === before.chapter + 1 && verse <= 1);
    if (passage && follows) Object.assign(passage, { end_chapter: chapter, end_verse: verse });
    else passages.push({ book_id: bookId, chapter, verse, end_chapter: chapter, end_verse: verse });
  }
  return passages;
}

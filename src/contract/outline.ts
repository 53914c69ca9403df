import { foldText } from './fold-text.ts';
import type { PassageRange } from './passage-format.ts';

/** Deck whose title an outline can name. */
export interface OutlineDeck {
  readonly id: string;
  readonly title: string;
}

/** Reference in a text, as the server extracts it. */
interface ExtractedReference {
  readonly start: number;
  readonly end: number;
  readonly reference: string;
  readonly passages: readonly PassageRange[];
  readonly exists: boolean;
}

/** Part of an outline that can become an entry of a plan. */
export type OutlineItem =
  | {
      readonly kind: 'passage';
      readonly title: string;
      readonly passages: readonly PassageRange[];
      /** Whether the editions have the passage. */
      readonly exists: boolean;
      /** The other words of its line. */
      readonly note: string;
    }
  | { readonly kind: 'deck'; readonly title: string; readonly deckId: string; readonly note: string }
  | { readonly kind: 'heading'; readonly title: string };

/** An outline. Each of its words is in an item, or in a line that is left out. */
export interface Outline {
  readonly items: readonly OutlineItem[];
  /** Lines of prose. References in them are items. */
  readonly leftOut: readonly string[];
}

/** Longest line whose words become a heading or a note, in characters. Longer ones are prose. */
const LINE_MAX_CHARACTERS = 80;
/** Bullets and numbers at the beginning of a line. */
const LINE_MARK = /^[\s\-–—•*·]*(?:\d{1,3}[.)]\s+|[a-z][.)]\s+)?/i;
/** Numbers of a list at the beginning of lines. */
const LIST_NUMBERS = /^[^\S\n]*(\d{1,3})[.)][^\S\n]+/gm;
const LIST_MIN_NUMBERS = 3;
/** Label before the title of a song: "Song:", "Lied 3:", "Hymn –". */
const LABEL = /^([^:–—]{1,30})[:–—]\s*/;
/** Remark behind the title of a song: "(Miriam)". */
const REMARK = /\s*(\([^()]{1,60}\))$/;
const WORDS = /[\p{L}\p{N}]/u;
/** More than "and" or "e" between two references. */
const LONG_WORD = /\p{L}{4}/u;

/**
 * Finds references, titles of decks, and other short lines as headings, in the order of the text. Other words of a
 * short line become a note. [D66]
 */
export async function findOutline(
  extract: (text: string) => Promise<readonly ExtractedReference[]>,
  decks: Iterable<OutlineDeck>,
  pasted: string,
): Promise<Outline> {
  const text = withoutNumbers(pasted);
  const references = (await extract(text)).filter(({ passages }) =>
    passages.every(({ chapter }) => chapter !== undefined),
  );
  const decksByTitle = new Map([...decks].map((deck) => [toComparable(deck.title), deck]));
  const leftOut: string[] = [];
  let end = -1;
  const items = text.split('\n').flatMap((line): readonly OutlineItem[] => {
    const start = end + 1;
    end = start + line.length;
    const words = line.replace(LINE_MARK, '').trim();
    const found = references.filter((each) => each.start >= start && each.start <= end);
    const isProse = words.length > LINE_MAX_CHARACTERS;
    if (found.length === 0) {
      const deck = WORDS.test(words) && toDeckItem(words, decksByTitle);
      if (deck) return [deck];
      if (isProse) leftOut.push(words);
      return isProse || !WORDS.test(words) ? [] : [{ kind: 'heading', title: words.replace(/:$/, '') || words }];
    }
    const note = findNote(
      line,
      words,
      found.map((each) => ({ start: each.start - start, end: each.end - start })),
    );
    if (isProse && note !== '') leftOut.push(words);
    return found.map(({ reference: title, passages, exists }, index) => ({
      kind: 'passage',
      title,
      passages,
      exists,
      note: isProse || index > 0 ? '' : note,
    }));
  });
  return { items, leftOut };
}

/**
 * Returns what a line says besides its references: a label before them and a remark behind them, as "Opening (Miriam)"
 * in "Opening: Psalm 100 (Miriam)"; or the whole line, if the references are within a sentence.
 */
function findNote(line: string, words: string, found: readonly { start: number; end: number }[]): string {
  const before = line.slice(0, found[0]!.start).replace(LINE_MARK, '').trim();
  const after = line.slice(found.at(-1)!.end).trim();
  const between = found.slice(1).map(({ start }, index) => line.slice(found[index]!.end, start));
  const others = [before, after].filter((text) => WORDS.test(text));
  const isWithin = between.some((text) => LONG_WORD.test(text));
  if (others.length === 0 && !isWithin) return '';
  if (isWithin || !/(?:^|[:–—-])$/.test(before) || !/^(?:$|[(:–—,;.-])/.test(after)) return words;
  return others.map((text) => text.replace(/\s*[:–—-]$|^[:–—,;.-]\s*/g, '')).join(' ');
}

/**
 * Removes the numbers of a numbered list: in "3. John 3:16" the number would else belong to the book. A list has at
 * least three numbers, from 1 on, so that "1. Johannes 4" alone stays as it is.
 */
function withoutNumbers(text: string): string {
  const numbers = Array.from(text.matchAll(LIST_NUMBERS), ([, number]) => Number(number));
  const isList = numbers.length >= LIST_MIN_NUMBERS && numbers.every((number, index) => number === index + 1);
  return isList ? text.replace(LIST_NUMBERS, '') : text;
}

/** Returns the item of the deck whose title a line is, also with a label before it and a remark behind it. */
function toDeckItem(words: string, decks: ReadonlyMap<string, OutlineDeck>): OutlineItem | null {
  for (const marks of [[], [LABEL], [REMARK], [LABEL, REMARK]]) {
    const title = marks.reduce((text, mark) => text.replace(mark, ''), words);
    const deck = findDeck(title, decks);
    if (!deck) continue;
    const note = marks.flatMap((mark) => mark.exec(words)?.[1]?.trim() ?? []).join(' ');
    return { kind: 'deck', title: deck.title, deckId: deck.id, note };
  }
  return null;
}

/** Finds the deck with a title, or the only one whose title begins with these words, if they are several. */
function findDeck(title: string, decks: ReadonlyMap<string, OutlineDeck>): OutlineDeck | undefined {
  const typed = toComparable(title);
  const exact = decks.get(typed);
  if (exact || !typed.includes(' ')) return exact;
  const [first, ...others] = [...decks].filter(([comparable]) => comparable.startsWith(`${typed} `));
  return others.length === 0 ? first?.[1] : undefined;
}

/** Returns a title without case, accents and punctuation. */
const toComparable = (title: string): string => (foldText(title).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

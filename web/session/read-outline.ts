import type { PassageRange } from '../../src/contract/passage-format.ts';
import { foldText } from '../shared/fold-text.ts';
import type { DeckTitle } from './fetch-decks.ts';
import type { Session } from './session.ts';

/** Part of an outline that can become an entry of a plan. */
export type OutlineItem =
  | {
      readonly kind: 'passage';
      readonly title: string;
      readonly passages: readonly PassageRange[];
      /** Whether the editions have the passage. */
      readonly exists: boolean;
    }
  | { readonly kind: 'deck'; readonly title: string; readonly deckId: string }
  | { readonly kind: 'heading'; readonly title: string };

/** Longest line without a reference that is offered as a heading, in characters. Longer ones are prose. */
const HEADING_MAX_CHARACTERS = 80;
/** Bullets and numbers at the beginning of a line. */
const LINE_MARK = /^[\s\-–—•*·]*(?:\d{1,3}[.)]\s+|[a-z][.)]\s+)?/i;
/** Numbers of a list at the beginning of lines. */
const LIST_NUMBERS = /^[^\S\n]*(\d{1,3})[.)][^\S\n]+/gm;
const LIST_MIN_NUMBERS = 3;
/** Label before the title of a song: "Song:", "Lied 3:", "Hymn –". */
const LABEL = /^[^:–—]{1,30}[:–—]\s*/;

/**
 * Finds references, titles of decks, and other short lines as headings, in the order of the text. Rejects with
 * LecternProblem, or with TypeError on a network error. [D66]
 */
export async function readOutline(
  { client }: Session,
  decks: Iterable<DeckTitle>,
  pasted: string,
): Promise<readonly OutlineItem[]> {
  const text = withoutNumbers(pasted);
  const { data } = await client.POST('/v1/references/extract', { body: { text } });
  const references = data.data.filter(({ passages }) => passages.every(({ chapter }) => chapter !== undefined));
  const decksByTitle = new Map(Iterator.from(decks).map((deck) => [toComparable(deck.title), deck]));
  let start = 0;
  return text.split('\n').flatMap((line): readonly OutlineItem[] => {
    const end = start + line.length;
    const found = references.filter((each) => each.start >= start && each.start <= end);
    start = end + 1;
    if (found.length === 0) return toLineItem(line, decksByTitle);
    return found.map(({ reference, passages, exists }) => ({ kind: 'passage', title: reference, passages, exists }));
  });
}

/**
 * Removes the numbers of a numbered list: in "3. John 3:16" the number would else belong to the book. A list has at
 * least three numbers, from 1 on, so that "1. Johannes 4" alone stays as it is.
 */
function withoutNumbers(text: string): string {
  const numbers = text
    .matchAll(LIST_NUMBERS)
    .map(([, number]) => Number(number))
    .toArray();
  const isList = numbers.length >= LIST_MIN_NUMBERS && numbers.every((number, index) => number === index + 1);
  return isList ? text.replace(LIST_NUMBERS, '') : text;
}

function toLineItem(line: string, decks: ReadonlyMap<string, DeckTitle>): OutlineItem[] {
  const title = line.replace(LINE_MARK, '').trim();
  if (title === '') return [];
  const deck = findDeck(title, decks) ?? findDeck(title.replace(LABEL, ''), decks);
  if (deck) return [{ kind: 'deck', title: deck.title, deckId: deck.id }];
  if (title.length > HEADING_MAX_CHARACTERS) return [];
  return [{ kind: 'heading', title: title.replace(/:$/, '') || title }];
}

/** Finds the deck with a title, or the only one whose title begins with these words, if they are several. */
function findDeck(title: string, decks: ReadonlyMap<string, DeckTitle>): DeckTitle | undefined {
  const typed = toComparable(title);
  const exact = decks.get(typed);
  if (exact || !typed.includes(' ')) return exact;
  const [first, ...others] = [...decks].filter(([comparable]) => comparable.startsWith(`${typed} `));
  return others.length === 0 ? first?.[1] : undefined;
}

/** Returns a title without case, accents and punctuation. */
const toComparable = (title: string): string => (foldText(title).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

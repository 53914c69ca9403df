import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import { PLAN_TITLE_MAX_CHARACTERS } from '../../../src/contract/limits.ts';
import type { Session } from '../../session/session.ts';
import { foldText } from '../../shared/fold-text.ts';
import type { DeckTitle } from './fetch-decks.ts';
import { createEntry, type DraftEntry } from './plan-draft.ts';
import type { PlanEditor } from './plan-editor.ts';

type Extracted = Success<paths['/v1/references/extract']['post']>['data'][number];

/** Entry found in an outline. */
export interface OutlineItem {
  readonly entry: DraftEntry;
  /** Whether the editions have the passage. */
  readonly exists: boolean;
  readonly isChosen: boolean;
}

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
 * Finds the entries of an outline in the order of its lines: references, titles of decks, and other short lines as
 * headings, which are offered and not chosen. Rejects with LecternProblem, or with TypeError on a network error. [D66]
 */
export async function readOutline(
  session: Session,
  editor: PlanEditor,
  pasted: string,
): Promise<readonly OutlineItem[]> {
  const text = withoutNumbers(pasted);
  const { data } = await session.client.POST('/v1/references/extract', { body: { text } });
  const references = data.data.filter(({ passages }) => passages.every(({ chapter }) => chapter !== undefined));
  const decks = new Map([...(editor.decks?.values() ?? [])].map((deck) => [toComparable(deck.title), deck]));
  const items: OutlineItem[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const found = references.filter((each) => each.start >= start && each.start <= end);
    if (found.length > 0) items.push(...found.map((each) => toPassageItem(each, editor)));
    else items.push(...toLineItem(line, decks));
    start = end + 1;
  }
  return items;
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

const toPassageItem = ({ passages, exists }: Extracted, { format }: PlanEditor): OutlineItem => ({
  entry: createEntry({ kind: 'passage', title: format(passages), passage: passages }),
  exists,
  isChosen: exists,
});

function toLineItem(line: string, decks: ReadonlyMap<string, DeckTitle>): OutlineItem[] {
  const title = line.replace(LINE_MARK, '').trim();
  if (title === '') return [];
  const deck = findDeck(title, decks) ?? findDeck(title.replace(LABEL, ''), decks);
  if (deck) {
    const entry = createEntry({
      kind: 'deck',
      title: deck.title.slice(0, PLAN_TITLE_MAX_CHARACTERS),
      deck_id: deck.id,
    });
    return [{ entry, exists: true, isChosen: true }];
  }
  if (title.length > HEADING_MAX_CHARACTERS) return [];
  const heading = createEntry({ kind: 'heading', title: title.replace(/:$/, '') || title });
  return [{ entry: heading, exists: true, isChosen: false }];
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

import type { ButtonNow, ButtonState } from '../../../src/contract/buttons.ts';
import type { LiveNow } from '../../typescript/src/index.ts';

/** State of a room as far as the module knows it. Texts are empty and numbers 0 where it knows none. */
export interface RoomState {
  readonly showing: boolean;
  readonly hidden: boolean;
  readonly stopped: boolean;
  readonly reference: string;
  readonly text: string;
  readonly next: string;
  /** Number of the page or slide, from 1. */
  readonly index: number;
  readonly count: number;
  /** Entry of the plan that was shown last. `index` is its number without headings, from 1. */
  readonly entry: { readonly index: number; readonly title: string; readonly onAir: boolean } | null;
}

export interface KnownEntry {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
}

const NOTHING_KNOWN = { stopped: false, next: '', index: 0, count: 0, entry: null };
export const UNKNOWN_ROOM: RoomState = { ...NOTHING_KNOWN, showing: false, hidden: false, reference: '', text: '' };

/** Texts of two requests are compared this far: each may cut them at its own limit. */
const COMPARED_CHARACTERS = 200;

/** Entries that can be shown, in the order of their numbers. */
export const numberedEntries = <Entry extends KnownEntry>(entries: readonly Entry[]): Entry[] =>
  entries.filter(({ kind }) => kind !== 'heading');

/** Returns the state of a room that is followed with a token. `entries` are those of its plan. */
export function fromNow(now: LiveNow, entries: readonly KnownEntry[]): RoomState {
  const { slide, focus, next, queue, plan } = now;
  const numbered = numberedEntries(entries);
  const position = numbered.findIndex(({ id }) => id === plan?.entry_id);
  return {
    showing: now.showing,
    hidden: now.paused,
    stopped: now.status === 'stopped',
    reference: slide ? (slide.title ?? '') : (focus?.reference ?? ''),
    text: slide ? (slide.text ?? '') : (focus?.texts[0]?.text ?? ''),
    next: slide ? (slide.next_title ?? '') : next ? `${next.reference} ${next.text}` : '',
    index: (slide ? slide.index : (queue.page ?? -1)) + 1,
    count: slide ? slide.count : queue.pages,
    entry:
      position < 0
        ? null
        : { index: position + 1, title: numbered[position]!.title, onAir: now.showing && plan?.state === 'on_air' },
  };
}

/** Returns the state after a command of a button link. */
export function fromCommand({ type, entry, ...state }: ButtonState): RoomState {
  const hidden = !state.showing && type !== 'empty';
  return { ...state, hidden, stopped: false, entry: entry && { ...entry, onAir: state.showing } };
}

/**
 * Returns the state after a read of a button link, which says less than a command: the details of the last command
 * remain for as long as the audience sees the same content.
 */
export function afterRead(
  known: RoomState,
  { showing, reference, text }: Omit<ButtonNow, 'type' | 'attribution'>,
): RoomState {
  if (!showing) return known.showing ? { ...UNKNOWN_ROOM, hidden: true } : { ...known, hidden: true };
  const isSame = known.reference === reference && toCompared(known.text) === toCompared(text);
  const shown = { showing, hidden: false, stopped: false, reference, text };
  if (!isSame) return { ...UNKNOWN_ROOM, ...shown };
  return { ...known, ...shown, entry: known.entry && { ...known.entry, onAir: true } };
}

const toCompared = (text: string): string => text.slice(0, COMPARED_CHARACTERS);

export type Variables = {
  reference: string;
  text: string;
  next: string;
  entry: string;
  entry_number: number;
  index: number;
  count: number;
  viewers: number | undefined;
};

export const VARIABLE_NAMES: Readonly<Record<keyof Variables, string>> = {
  reference: 'Reference or title',
  text: 'Text in the first translation',
  next: 'What comes next',
  entry: 'Title of the entry of the plan',
  entry_number: 'Number of the entry of the plan',
  index: 'Number of the page or slide',
  count: 'Number of pages or slides',
  viewers: 'Number of viewers (with a service token)',
};

export function toVariables(state: RoomState): Omit<Variables, 'viewers'> {
  const { reference, text, next, index, count, entry } = state;
  return { reference, text, next, entry: entry?.title ?? '', entry_number: entry?.index ?? 0, index, count };
}

/** Returns whether content is on air that has another reference than the given one. Nothing on air is no other. */
export const showsOther = ({ showing, reference }: RoomState, expected: string): boolean =>
  showing && normalizeReference(reference) !== normalizeReference(expected);

const normalizeReference = (reference: string): string =>
  reference.toLowerCase().replaceAll(/[–—]/g, '-').replaceAll(/\s+/g, '');

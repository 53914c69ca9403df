import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { createRef, type RefObject } from 'preact';
import type { Chapter } from '../../../src/contract/schemas/lookup.ts';
import { formatVerseNumbers } from '../../../src/contract/verse-numbers.ts';
import { fetchChapter } from '../../session/fetch-chapter.ts';
import type { Library } from '../../session/library.ts';
import type { PassageInput } from '../live/live-actions.ts';
import type { LiveControl } from '../live/live-control.ts';
import type { BarState } from './bar-state.ts';
import type { Candidate, Selection } from './desk-machine.ts';

/** Range of verse numbers in the shown chapter; `anchor` is where the selection started. */
type VerseRange = Pick<Extract<Selection, { list: 'verses' }>, 'anchor' | 'end'>;

/** Chapter around the found passage, and the selection in it. It never changes what is on air. */
export interface FindState {
  readonly list: RefObject<HTMLElement | null>;
  readonly chapter: ReadonlySignal<Chapter | null>;
  readonly selected: ReadonlySignal<VerseRange | null>;
  /** Verses of the found passage, which are highlighted. */
  readonly hit: ReadonlySignal<VerseRange | null>;
  /** Opens the chapter of a candidate, selects its verses, and focuses the list. Returns whether it is open. */
  select(candidate: Candidate): Promise<boolean>;
  open(bookId: number, chapter: number): Promise<void>;
  /** Returns whether an edition of the Live has the book; true while the library is not loaded. */
  hasBook(bookId: number): boolean;
  /** Closes the chapter until a passage is typed or opened. */
  closeChapter(): void;
  /** Selects one verse, or with `extend` extends the selection to it. */
  choose(verse: number, extend: boolean): void;
  /** Returns verses of the chapter as the API accepts them, or null without a chapter. */
  passageOf(range: VerseRange): { readonly reference: string; readonly passages: readonly PassageInput[] } | null;
  close(): void;
}

/** Delay before a candidate's chapter is read, so that typing does not read every chapter on the way. */
const SETTLED_MS = 120;
/** End of a range that extends to the end of a chapter. */
const END = Number.MAX_SAFE_INTEGER;

export function openFind({ session, liveId, now }: LiveControl, bar: BarState, library: Library): FindState {
  const list = createRef<HTMLElement>();
  const chapter = signal<Chapter | null>(null);
  const selected = computed(() => (bar.selection.value?.list === 'verses' ? bar.selection.value : null));
  const deselect = () => selected.peek() && bar.select(null);
  const hit = signal<VerseRange | null>(null);
  /** Last chapter that was requested, and when it is read. */
  let requested: { readonly key: string; readonly done: Promise<void> } | null = null;
  let timer: ReturnType<typeof setTimeout>;
  /** Whether the chapter stays as it is, open or closed, until a passage is typed. */
  let isPinned = false;

  /** Reads a chapter. Changes nothing on failure, or if another chapter is requested in the meantime. */
  const read = async (key: string, bookId: number, number: number): Promise<void> => {
    try {
      const fetched = await fetchChapter(session, liveId, bookId, number);
      if (requested?.key !== key) return;
      chapter.value = fetched;
      deselect();
      hit.value = null;
    } catch {
      if (requested?.key === key) requested = null;
    }
  };
  const open = (bookId: number, number: number): Promise<void> => {
    const key = `${bookId} ${number} ${now.value?.translations.join() ?? ''}`;
    if (requested?.key !== key) requested = { key, done: read(key, bookId, number) };
    return requested.done;
  };

  /** Opens the chapter of a candidate and highlights its verses. Returns false on failure, or if it is overtaken. */
  const openAround = async ({ passages }: Candidate): Promise<boolean> => {
    const [first] = passages;
    if (!first) return false;
    const { book_id: bookId, chapter: number = 1, verse, end_chapter: endChapter, end_verse: endVerse } = first;
    await open(bookId, number);
    if (chapter.value?.book_id !== bookId || chapter.value.chapter !== number) return false;
    const end = endChapter !== undefined && endChapter !== number ? END : (endVerse ?? verse);
    hit.value = verse === undefined || end === undefined ? null : { anchor: verse, end };
    return true;
  };

  const stopEffect = effect(() => {
    const candidate = bar.candidates.value[bar.chosen.value ?? 0];
    clearTimeout(timer);
    if (!candidate || candidate.kind === 'deck') return;
    // The candidates of an empty bar are only the recently shown entries.
    if (bar.text.peek() !== '') isPinned = false;
    if (isPinned) return;
    timer = setTimeout(() => openAround(candidate), SETTLED_MS);
  });

  return {
    list,
    chapter,
    selected,
    hit,
    open(bookId, number) {
      isPinned = true;
      return open(bookId, number);
    },
    hasBook(bookId) {
      const slugs = now.value?.translations ?? [];
      const shown = library.editions.value.filter(({ slug }) => slugs.length === 0 || slugs.includes(slug));
      return shown.length === 0 || shown.some(({ book_ids }) => book_ids.includes(bookId));
    },
    closeChapter() {
      clearTimeout(timer);
      requested = null;
      isPinned = true;
      chapter.value = null;
      deselect();
      hit.value = null;
    },
    async select(candidate) {
      clearTimeout(timer);
      isPinned = true;
      if (!(await openAround(candidate))) return false;
      const first = chapter.value?.lines[0]?.verse;
      const range = hit.value ?? (first === undefined ? null : { anchor: first, end: first });
      if (range) bar.select({ list: 'verses', ...range });
      list.current?.focus();
      return true;
    },
    choose(verse, extend) {
      bar.select({ list: 'verses', anchor: extend ? (selected.peek()?.anchor ?? verse) : verse, end: verse });
    },
    passageOf(range) {
      const { value: shown } = chapter;
      if (!shown) return null;
      const last = shown.lines.at(-1)?.verse ?? 1;
      const [from, to] = [range.anchor, Math.min(range.end, last)].sort((a, b) => a - b) as [number, number];
      const numbers = { chapter: shown.chapter, verse: from, ...(from !== to && { end_verse: to }) };
      // The book has its name in the first edition.
      const edition = library.editions.peek().find(({ slug }) => slug === now.peek()?.translations[0]);
      return {
        reference: `${shown.book} ${formatVerseNumbers(numbers, edition?.language ?? 'und')}`,
        passages: [{ book_id: shown.book_id, ...numbers }],
      };
    },
    close() {
      clearTimeout(timer);
      stopEffect();
    },
  };
}

import { effect, type ReadonlySignal, signal } from '@preact/signals';
import { createRef, type RefObject } from 'preact';
import type { Chapter } from '../../../src/contract/schemas/lookup.ts';
import { formatVerseNumbers } from '../../../src/contract/verse-numbers.ts';
import { fetchChapter } from '../../session/fetch-chapter.ts';
import type { Library } from '../../session/library.ts';
import type { PassageInput } from '../live/live-actions.ts';
import type { LiveControl } from '../live/live-control.ts';
import type { BarState, Candidate } from './bar-state.ts';

/** Range of verse numbers in the shown chapter; `anchor` is where the selection started. */
interface VerseRange {
  readonly anchor: number;
  readonly end: number;
}

/** Chapter around the found passage, and the selection in it. It never changes what is on air. */
export interface FindState {
  readonly list: RefObject<HTMLElement | null>;
  readonly chapter: ReadonlySignal<Chapter | null>;
  readonly selected: ReadonlySignal<VerseRange | null>;
  /** Verses of the found passage, which are highlighted. */
  readonly hit: ReadonlySignal<VerseRange | null>;
  /** Opens the chapter of a candidate, selects its verses, and focuses the list. */
  select(candidate: Candidate): Promise<void>;
  open(bookId: number, chapter: number): Promise<void>;
  /** Returns whether an edition of the Live has the book; true while the library is not loaded. */
  hasBook(bookId: number): boolean;
  /** Closes the chapter until a passage is typed or opened. */
  closeChapter(): void;
  /** Selects one verse, or with `extend` extends the selection to it. */
  choose(verse: number, extend: boolean): void;
  /** Returns the selected verses as the API accepts them, or null without a selection. */
  passage(): { readonly reference: string; readonly passages: readonly PassageInput[] } | null;
  close(): void;
}

/** Delay before a candidate's chapter is read, so that typing does not read every chapter on the way. */
const SETTLED_MS = 120;
/** End of a range that extends to the end of a chapter. */
const END = Number.MAX_SAFE_INTEGER;

export function openFind({ session, liveId, now }: LiveControl, bar: BarState, library: Library): FindState {
  const list = createRef<HTMLElement>();
  const chapter = signal<Chapter | null>(null);
  const selected = signal<VerseRange | null>(null);
  const hit = signal<VerseRange | null>(null);
  /** Last chapter that was requested, and when it is read. */
  let requested: { readonly key: string; readonly done: Promise<void> } | null = null;
  let timer: ReturnType<typeof setTimeout>;
  let isClosed = false;

  /** Reads a chapter. Changes nothing on failure, or if another chapter is requested in the meantime. */
  const read = async (key: string, bookId: number, number: number): Promise<void> => {
    try {
      const fetched = await fetchChapter(session, liveId, bookId, number);
      if (requested?.key !== key) return;
      chapter.value = fetched;
      selected.value = null;
      hit.value = null;
    } catch {
      if (requested?.key === key) requested = null;
    }
  };
  const open = (bookId: number, number: number): Promise<void> => {
    isClosed = false;
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
    if (isClosed && bar.text.peek() === '') return;
    timer = setTimeout(() => openAround(candidate), SETTLED_MS);
  });

  return {
    list,
    chapter,
    selected,
    hit,
    open,
    hasBook(bookId) {
      const slugs = now.value?.translations ?? [];
      const shown = library.editions.value.filter(({ slug }) => slugs.length === 0 || slugs.includes(slug));
      return shown.length === 0 || shown.some(({ book_ids }) => book_ids.includes(bookId));
    },
    closeChapter() {
      clearTimeout(timer);
      requested = null;
      isClosed = true;
      chapter.value = null;
      selected.value = null;
      hit.value = null;
    },
    async select(candidate) {
      clearTimeout(timer);
      if (!(await openAround(candidate))) return;
      const first = chapter.value?.lines[0]?.verse;
      selected.value = hit.value ?? (first === undefined ? null : { anchor: first, end: first });
      list.current?.focus();
    },
    choose(verse, extend) {
      selected.value = { anchor: extend ? (selected.value?.anchor ?? verse) : verse, end: verse };
    },
    passage() {
      const { value: shown } = chapter;
      const { value: range } = selected;
      if (!shown || !range) return null;
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

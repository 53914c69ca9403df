import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { createRef, type RefObject } from 'preact';
import type { Chapter } from '../../../src/contract/schemas/lookup.ts';
import { formatVerseNumbers } from '../../../src/contract/verse-numbers.ts';
import { fetchChapter } from '../../session/fetch-chapter.ts';
import type { Library } from '../../session/library.ts';
import type { PassageInput } from '../live/live-actions.ts';
import type { LiveControl } from '../live/live-control.ts';
import type { BarState } from './bar-state.ts';
import {
  type ChapterHold,
  type ChapterPlace,
  choosePlace,
  toPlace,
  type VerseRange,
  versesIn,
} from './chapter-place.ts';
import type { Citations } from './citations.ts';
import type { Candidate } from './desk-machine.ts';

/** Chapter around the found passage, and the selection in it. It never changes what is on air. */
export interface FindState {
  readonly list: RefObject<HTMLElement | null>;
  readonly chapter: ReadonlySignal<Chapter | null>;
  readonly selected: ReadonlySignal<VerseRange | null>;
  /** Verses of the found passage, which are highlighted. */
  readonly hit: ReadonlySignal<VerseRange | null>;
  /** Verses of the chapter that are on air, or hidden. */
  readonly onAir: ReadonlySignal<readonly VerseRange[]>;
  /** Book and number of the chapter. */
  readonly title: ReadonlySignal<string>;
  /** Whether the chapter stays while something else goes on air. */
  readonly isPinned: ReadonlySignal<boolean>;
  /** Pins the chapter, or lets it follow what is on air. */
  togglePin(): void;
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

export function openFind(
  { session, liveId, now }: LiveControl,
  bar: BarState,
  library: Library,
  { cite }: Citations,
): FindState {
  const list = createRef<HTMLElement>();
  const chapter = signal<Chapter | null>(null);
  const selected = computed(() => (bar.selection.value?.list === 'verses' ? bar.selection.value : null));
  const deselect = () => selected.peek() && bar.select(null);
  const hit = signal<VerseRange | null>(null);
  /** Last chapter that was requested, and when it is read. */
  let requested: { readonly key: string; readonly done: Promise<void> } | null = null;
  let timer: ReturnType<typeof setTimeout>;
  const hold = signal<ChapterHold>('follows');
  /** Chapter to which the person turned last. */
  let turnedTo: ChapterPlace | null = null;
  const passagesOnAir = computed(() => now.value?.focus?.passages ?? []);

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

  /** Opens a chapter and highlights the found verses. Returns false on failure, or if it is overtaken. */
  const openAround = async ({ bookId, chapter: number, hit: found }: ChapterPlace): Promise<boolean> => {
    await open(bookId, number);
    if (chapter.value?.book_id !== bookId || chapter.value.chapter !== number) return false;
    hit.value = found;
    return true;
  };

  const stopEffects = [
    effect(() => {
      // What is typed is looked for, even if the person has turned to another chapter before.
      if (bar.text.value !== '' && hold.peek() !== 'pinned') hold.value = 'follows';
    }),
    effect(() => {
      const onAir = passagesOnAir.value[0] && toPlace(passagesOnAir.value[0]);
      const isBack = onAir && onAir.bookId === turnedTo?.bookId && onAir.chapter === turnedTo.chapter;
      if (hold.value === 'held' && isBack) hold.value = 'follows';
    }),
    effect(() => {
      const candidate = bar.candidates.value[bar.chosen.value ?? 0];
      const place = choosePlace({
        hold: hold.value,
        isTyping: bar.text.value.trim() !== '',
        hasSelection: selected.value !== null,
        candidate: candidate?.passages[0],
        onAir: passagesOnAir.value[0],
      });
      clearTimeout(timer);
      if (place) timer = setTimeout(() => openAround(place), SETTLED_MS);
    }),
  ];

  return {
    list,
    chapter,
    selected,
    hit,
    onAir: computed(() => (chapter.value ? versesIn(passagesOnAir.value, chapter.value) : [])),
    title: computed(() => {
      const { value: shown } = chapter;
      return shown ? (cite.value?.([shown]) ?? `${shown.book} ${shown.chapter}`) : '';
    }),
    isPinned: computed(() => hold.value === 'held' || hold.value === 'pinned'),
    togglePin() {
      hold.value = hold.value === 'follows' ? 'pinned' : 'follows';
    },
    open(bookId, number) {
      turnedTo = { bookId, chapter: number, hit: null };
      if (hold.value !== 'pinned') hold.value = 'held';
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
      hold.value = 'closed';
      chapter.value = null;
      deselect();
      hit.value = null;
    },
    async select({ passages: [passage] }) {
      if (!passage) return false;
      // The chapter stays while it is loaded. Then the selection keeps it.
      const before = hold.peek();
      turnedTo = toPlace(passage);
      hold.value = 'held';
      const isOpen = await openAround(turnedTo);
      hold.value = before === 'pinned' ? 'pinned' : 'follows';
      if (!isOpen) return false;
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
      const passages = [{ book_id: shown.book_id, ...numbers }];
      return { reference: cite.value?.(passages) ?? `${shown.book} ${formatVerseNumbers(numbers, 'und')}`, passages };
    },
    close() {
      clearTimeout(timer);
      for (const stop of stopEffects) stop();
    },
  };
}

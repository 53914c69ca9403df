import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createRef, type RefObject } from 'preact';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import { type Edition, matchEditions } from '../../session/editions.ts';
import type { Library } from '../../session/library.ts';
import { type BarInput, parseBar } from '../../session/parse-bar.ts';
import type { Session } from '../../session/session.ts';

type Lookup = Success<paths['/v1/lives/{live_id}/lookup']['get']>;
export type Candidate = Lookup['data'][number];

/** State of the lamp. `wait`: the lookup of the typed text is pending. `failed`: the lookup failed. */
type Reading = Lookup['reading'] | 'wait' | 'failed';

/** State of the bar: the typed text, and how it is read. The console never changes the text. */
export interface BarState {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: Signal<string>;
  readonly parsed: ReadonlySignal<BarInput>;
  readonly reading: ReadonlySignal<Reading>;
  /** Candidates, best first. Those of the previous text remain during a lookup. */
  readonly candidates: ReadonlySignal<readonly Candidate[]>;
  /** The single edition that `@` names; null without `@`, or if it names none or several. */
  readonly edition: ReadonlySignal<Edition | null>;
  /** All editions that `@` can name; null without `@`. */
  readonly editions: ReadonlySignal<readonly Edition[] | null>;
  /** Candidate chosen with the arrow keys or a click; null if none is, in which case the first is highlighted. */
  readonly chosen: Signal<number | null>;
  /** Whether Enter found several candidates, so that a digit chooses one. */
  readonly needsChoice: Signal<boolean>;
  /** Candidate whose action is in flight after Enter. */
  entering: Candidate | null;
  /** Time at which the text was erased, as `performance.now()`. */
  readonly erasedAt: number;
  type(text: string): void;
  focus(): void;
  /** Clears the bar like erasing by hand. Returns false if it is empty. */
  clear(): boolean;
  /** Removes text whose action is done. Text typed after it stays. */
  finish(done: string): void;
  /** Looks up the current text. Returns null if the text changes in the meantime, or on failure. */
  read(): Promise<Lookup | null>;
  close(): void;
}

export function openBar({ client }: Session, liveId: string, library: Library): BarState {
  const input = createRef<HTMLInputElement>();
  const text = signal('');
  const parsed = computed(() => parseBar(text.value));
  const lastResponse = signal<{ readonly q: string; readonly lookup: Lookup } | null>(null);
  const failed = signal(false);
  const chosen = signal<number | null>(null);
  const needsChoice = signal(false);
  const editions = computed(() => {
    const { edition } = parsed.value;
    return edition === null ? null : matchEditions(edition, library.editions.value);
  });
  let erasedAt = Number.NEGATIVE_INFINITY;
  let currentLookup: { q: string; result: Promise<Lookup | null>; stop: AbortController } | null = null;

  /** Looks up a text and aborts the previous lookup. */
  const lookUp = (q: string): Promise<Lookup | null> => {
    if (currentLookup?.q === q) return currentLookup.result;
    currentLookup?.stop.abort();
    failed.value = false;
    const stop = new AbortController();
    const request = async (): Promise<Lookup | null> => {
      try {
        const params = { path: { live_id: liveId }, query: { q } };
        const { data } = await client.GET('/v1/lives/{live_id}/lookup', { params, signal: stop.signal });
        if (parsed.value.query !== q) return null;
        lastResponse.value = { q, lookup: data };
        return data;
      } catch {
        if (currentLookup?.stop === stop) {
          // Lets the next key press or Enter retry the lookup.
          currentLookup = null;
          failed.value = true;
        }
        return null;
      }
    };
    currentLookup = { q, result: request(), stop };
    return currentLookup.result;
  };

  const bar: BarState = {
    input,
    text,
    parsed,
    candidates: computed(() => {
      const { kind, query } = parsed.value;
      // Recently shown entries are no candidates for typed text, nor the reverse.
      const isRelevant = lastResponse.value && !failed.value && (lastResponse.value.q === '') === (query === '');
      if (kind === 'commands' || !lastResponse.value || !isRelevant) return [];
      const { data } = lastResponse.value.lookup;
      return kind === 'words' ? data.filter((one) => one.kind === 'words') : data;
    }),
    reading: computed(() => {
      if (failed.value) return 'failed';
      if (lastResponse.value?.q !== parsed.value.query) return 'wait';
      return parsed.value.kind === 'words' ? 'none' : lastResponse.value.lookup.reading;
    }),
    editions,
    edition: computed(() => (editions.value?.length === 1 ? editions.value[0]! : null)),
    chosen,
    needsChoice,
    entering: null,
    get erasedAt() {
      return erasedAt;
    },
    type(next) {
      if (next === '' && text.value !== '') erasedAt = performance.now();
      text.value = next;
      chosen.value = null;
      needsChoice.value = false;
      if (parsed.value.kind !== 'commands') void lookUp(parsed.value.query);
    },
    focus() {
      const { current: field } = input;
      if (!field) return;
      field.focus();
      // A closing dialog restores the focus without the caret, so that keys would reach the field without writing.
      field.setSelectionRange(field.selectionStart, field.selectionEnd);
    },
    clear() {
      if (text.value === '') return false;
      bar.type('');
      return true;
    },
    finish(done) {
      if (!text.value.startsWith(done)) return;
      bar.type(text.value.slice(done.length));
      erasedAt = Number.NEGATIVE_INFINITY;
    },
    read: () => lookUp(parsed.value.query),
    close: () => currentLookup?.stop.abort(),
  };
  void lookUp('');
  return bar;
}

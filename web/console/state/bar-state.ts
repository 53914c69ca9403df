import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createRef, type RefObject } from 'preact';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import { type Edition, matchEditions } from '../live/editions.ts';
import type { Library } from '../live/library.ts';
import type { Session } from '../session/session.ts';
import { type BarInput, parseBar } from './parse-bar.ts';

type Lookup = Success<paths['/v1/lives/{live_id}/lookup']['get']>;
export type Candidate = Lookup['data'][number];

/** The lamp: `wait` until the server has read exactly what is typed; `failed` where it could not be asked. */
type Reading = Lookup['reading'] | 'wait' | 'failed';

/** The bar: what is typed, and how it is read. The console never changes what is typed. */
export interface BarState {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: Signal<string>;
  readonly parsed: ReadonlySignal<BarInput>;
  readonly reading: ReadonlySignal<Reading>;
  /** Best first. While a later text is being read, those of the text before stay. */
  readonly candidates: ReadonlySignal<readonly Candidate[]>;
  /** The one edition that `@` names; null without `@`, or where it names none or several. */
  readonly edition: ReadonlySignal<Edition | null>;
  /** All that `@` may name; null without `@`. */
  readonly editions: ReadonlySignal<readonly Edition[] | null>;
  /** The candidate that the arrow keys or a click chose; null: nobody chose, and the first stands out. */
  readonly chosen: Signal<number | null>;
  /** Whether Enter found several, so that a digit chooses. */
  readonly asks: Signal<boolean>;
  /** What Enter has sent, until it is answered. */
  entering: Candidate | null;
  /** When the bar became empty by erasing: `performance.now()`. */
  readonly erasedAt: number;
  type(text: string): void;
  focus(): void;
  /** Empties the bar, as erasing does. False where it was empty. */
  clear(): boolean;
  /** Takes out what was typed and is done now. What was typed behind it meanwhile stays. */
  finish(done: string): void;
  /** How exactly the present text reads. Null where it was changed meanwhile, or could not be read. */
  read(): Promise<Lookup | null>;
  close(): void;
}

export function openBar({ client }: Session, liveId: string, library: Library): BarState {
  const input = createRef<HTMLInputElement>();
  const text = signal('');
  const parsed = computed(() => parseBar(text.value));
  const answered = signal<{ readonly q: string; readonly lookup: Lookup } | null>(null);
  const failed = signal(false);
  const chosen = signal<number | null>(null);
  const asks = signal(false);
  const editions = computed(() => {
    const { edition } = parsed.value;
    return edition === null ? null : matchEditions(edition, library.editions.value);
  });
  let erasedAt = Number.NEGATIVE_INFINITY;
  let asked: { q: string; answer: Promise<Lookup | null>; stop: AbortController } | null = null;

  /** Asks how a text reads. What was asked before is given up. */
  const ask = (q: string): Promise<Lookup | null> => {
    if (asked?.q === q) return asked.answer;
    asked?.stop.abort();
    failed.value = false;
    const stop = new AbortController();
    const request = async (): Promise<Lookup | null> => {
      try {
        const params = { path: { live_id: liveId }, query: { q } };
        const { data } = await client.GET('/v1/lives/{live_id}/lookup', { params, signal: stop.signal });
        if (parsed.value.query !== q) return null;
        answered.value = { q, lookup: data };
        return data;
      } catch {
        if (asked?.stop === stop) {
          // The next key, or Enter, asks again.
          asked = null;
          failed.value = true;
        }
        return null;
      }
    };
    asked = { q, answer: request(), stop };
    return asked.answer;
  };

  const bar: BarState = {
    input,
    text,
    parsed,
    candidates: computed(() => {
      const { kind, query } = parsed.value;
      // What was shown before is no candidate for what is typed.
      const fits = answered.value && !failed.value && (answered.value.q === '') === (query === '');
      if (kind === 'commands' || !answered.value || !fits) return [];
      const { data } = answered.value.lookup;
      return kind === 'words' ? data.filter((one) => one.kind === 'words') : data;
    }),
    reading: computed(() => {
      if (failed.value) return 'failed';
      if (answered.value?.q !== parsed.value.query) return 'wait';
      return parsed.value.kind === 'words' ? 'none' : answered.value.lookup.reading;
    }),
    editions,
    edition: computed(() => (editions.value?.length === 1 ? editions.value[0]! : null)),
    chosen,
    asks,
    entering: null,
    get erasedAt() {
      return erasedAt;
    },
    type(next) {
      if (next === '' && text.value !== '') erasedAt = performance.now();
      text.value = next;
      chosen.value = null;
      asks.value = false;
      if (parsed.value.kind !== 'commands') void ask(parsed.value.query);
    },
    focus() {
      const { current: field } = input;
      if (!field) return;
      field.focus();
      // A dialog that closes gives the focus back without the caret: keys then reach the field and write nothing.
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
    read: () => ask(parsed.value.query),
    close: () => asked?.stop.abort(),
  };
  void ask('');
  return bar;
}

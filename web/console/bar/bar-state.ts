import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createRef, type RefObject } from 'preact';
import type { paths, Success } from '../../../clients/typescript/src/index.ts';
import type { Session } from '../session/session.ts';

type Lookup = Success<paths['/v1/lives/{live_id}/lookup']['get']>;

/** The bar: what is typed, and how the server reads it. What is typed is never changed by the console. */
export interface BarState {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly text: Signal<string>;
  /** Of the text that was read last, which may be an earlier one; null before the first. */
  readonly lookup: ReadonlySignal<Lookup | null>;
  /** Which candidate Enter takes, from 0. */
  readonly chosen: Signal<number>;
  /** When the bar became empty by erasing: `performance.now()`. */
  readonly erasedAt: number;
  type(text: string): void;
  focus(): void;
  /** Empties the bar. False where it was empty. */
  clear(): boolean;
  /** How exactly the present text reads. Null where it was changed meanwhile, or could not be read. */
  read(): Promise<Lookup | null>;
  close(): void;
}

export function openBar({ client }: Session, liveId: string): BarState {
  const input = createRef<HTMLInputElement>();
  const text = signal('');
  const lookup = signal<Lookup | null>(null);
  const chosen = signal(0);
  let erasedAt = Number.NEGATIVE_INFINITY;
  let asked: { q: string; answer: Promise<Lookup | null>; stop: AbortController } | null = null;

  /** Asks how a text reads. What was asked before is given up. */
  const ask = (q: string): Promise<Lookup | null> => {
    if (asked?.q === q) return asked.answer;
    asked?.stop.abort();
    const stop = new AbortController();
    const params = { path: { live_id: liveId }, query: { q } };
    const answer = client
      .GET('/v1/lives/{live_id}/lookup', { params, signal: stop.signal })
      .then(({ data }) => {
        if (text.value !== q) return null;
        lookup.value = data;
        return data;
      })
      .catch(() => {
        // The next key, or Enter, asks again.
        if (asked?.stop === stop) asked = null;
        return null;
      });
    asked = { q, answer, stop };
    return answer;
  };

  const bar: BarState = {
    input,
    text,
    lookup,
    chosen,
    get erasedAt() {
      return erasedAt;
    },
    type(next) {
      if (next === '' && text.value !== '') erasedAt = performance.now();
      text.value = next;
      chosen.value = 0;
      void ask(next);
    },
    focus: () => input.current?.focus(),
    clear() {
      if (text.value === '') return false;
      bar.type('');
      return true;
    },
    read: () => ask(text.value),
    close: () => asked?.stop.abort(),
  };
  void ask('');
  return bar;
}

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Library } from '../../session/library.ts';
import { type FormatPassages, openPassageFormat } from '../../session/passages.ts';
import type { LiveControl } from '../live/live-control.ts';

/** Cites passages as the server does. */
export interface Citations {
  /** Cites in the language of the Live's first translation. Null until the names of books are loaded. [D71] */
  readonly cite: ReadonlySignal<FormatPassages | null>;
  close(): void;
}

export function openCitations({ session, now }: LiveControl, library: Library): Citations {
  const cite = signal<FormatPassages | null>(null);
  const language = computed(() => {
    const { value: editions } = library.editions;
    const [first] = now.value?.translations ?? [];
    return (editions.find(({ slug }) => slug === first) ?? editions[0])?.language ?? null;
  });
  const close = effect(() => {
    const { value: wanted } = language;
    if (!wanted) return;
    openPassageFormat(session, wanted)
      .then((format) => {
        if (language.peek() === wanted) cite.value = format;
      })
      // Until the next change, passages have the book's name in the edition.
      .catch(() => {});
  });
  return { cite, close };
}

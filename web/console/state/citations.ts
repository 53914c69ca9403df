import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Library } from '../../session/library.ts';
import { type CitePassages, openEditionFormat } from '../../session/passages.ts';
import type { LiveControl } from '../live/live-control.ts';

/** Cites passages as the server does. */
export interface Citations {
  /** Cites in the language of the Live's first translation. Null until the names of books are loaded. [D71] */
  readonly cite: ReadonlySignal<CitePassages | null>;
  close(): void;
}

export function openCitations({ session, now }: LiveControl, library: Library): Citations {
  const cite = signal<CitePassages | null>(null);
  const slug = computed(() => {
    const { value: editions } = library.editions;
    const [first] = now.value?.translations ?? [];
    return (editions.find((edition) => edition.slug === first) ?? editions[0])?.slug ?? null;
  });
  const close = effect(() => {
    const { value: wanted } = slug;
    if (!wanted) return;
    openEditionFormat(session, wanted)
      .then((format) => {
        if (slug.peek() === wanted) cite.value = format;
      })
      // Until the next change, passages have the book's name in the edition.
      .catch(() => {});
  });
  return { cite, close };
}

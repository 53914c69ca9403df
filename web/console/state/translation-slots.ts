import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Edition } from '../live/editions.ts';
import type { Library } from '../live/library.ts';
import type { LiveControl } from '../live/live-control.ts';
import { readStoredStrings, storeStrings } from '../session/stored-strings.ts';

/** How many translations have a key. */
const SLOTS = 4;

/** A translation that a key turns on and off. */
interface TranslationSlot {
  readonly edition: Pick<Edition, 'slug' | 'name'>;
  readonly on: boolean;
}

export interface TranslationSlots {
  readonly slots: ReadonlySignal<readonly TranslationSlot[]>;
  /** The translations after one was turned on or off: what is on keeps its order, and what comes new is last. Null for the only one. */
  toggle(index: number): string[] | null;
  close(): void;
}

/** The translations of the Live, then others of the library, up to four. One that is turned off keeps its key. */
export function openTranslationSlots({ now, liveId }: LiveControl, library: Library): TranslationSlots {
  const key = `console.translations.${liveId}`;
  const kept = signal(readStoredStrings(key));

  const endFollowing = effect(() => {
    const { value: state } = now;
    const { value: editions } = library.editions;
    if (!state || editions.length === 0) return;
    const known = new Set(editions.map(({ slug }) => slug));
    const missing = state.translations.filter((slug) => !kept.peek().includes(slug));
    const staying = kept.peek().filter((slug) => known.has(slug));
    // What is on always has a key: it takes that of one that is off.
    const free = SLOTS - missing.length;
    const held = [
      ...staying.filter((slug) => state.translations.includes(slug)),
      ...staying.filter((slug) => !state.translations.includes(slug)),
    ].slice(0, free);
    const ordered = staying.filter((slug) => held.includes(slug));
    const others = editions
      .map(({ slug }) => slug)
      .filter((slug) => !ordered.includes(slug) && !missing.includes(slug));
    const next = [...ordered, ...missing, ...others].slice(0, SLOTS);
    if (next.join() === kept.peek().join()) return;
    kept.value = next;
    storeStrings(key, next);
  });

  const slots = computed(() =>
    kept.value.map((slug) => ({
      edition: library.editions.value.find((edition) => edition.slug === slug) ?? { slug, name: slug },
      on: now.value?.translations.includes(slug) ?? false,
    })),
  );

  return {
    slots,
    toggle(index) {
      const slot = slots.value[index];
      const translations = now.value?.translations ?? [];
      if (!slot) return null;
      const { slug } = slot.edition;
      if (!slot.on) return [...translations, slug].slice(0, SLOTS);
      return translations.length > 1 ? translations.filter((one) => one !== slug) : null;
    },
    close: endFollowing,
  };
}

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Edition } from '../../session/editions.ts';
import type { Library } from '../../session/library.ts';
import { readStoredStrings, storeStrings } from '../../session/stored-strings.ts';
import type { LiveControl } from '../live/live-control.ts';

/** Number of translations with a key. */
const SLOTS = 4;

/** Translation that a key turns on and off. */
interface TranslationSlot {
  readonly edition: Pick<Edition, 'slug' | 'name'>;
  readonly on: boolean;
}

export interface TranslationSlots {
  readonly slots: ReadonlySignal<readonly TranslationSlot[]>;
  /** Whether the translations of the library could not be loaded yet. */
  readonly isRetrying: ReadonlySignal<boolean>;
  /**
   * Turns a translation on or off. Returns a function that applies this to the translations at that time: active ones
   * keep their order, a new one is last, and the only one stays. Returns null for the only active one.
   */
  toggle(index: number): (() => string[]) | null;
  close(): void;
}

/**
 * Assigns keys to up to four translations: those of the Live first, then others of the library. A translation that is
 * turned off keeps its key.
 */
export function openTranslationSlots({ now, liveId }: LiveControl, library: Library): TranslationSlots {
  const key = `console.translations.${liveId}`;
  const slotSlugs = signal(readStoredStrings(key));

  const stopEffect = effect(() => {
    const { value: state } = now;
    const { value: editions } = library.editions;
    if (!state || editions.length === 0) return;
    const available = new Set(editions.map(({ slug }) => slug));
    const missing = state.translations.filter((slug) => !slotSlugs.peek().includes(slug));
    const remaining = slotSlugs.peek().filter((slug) => available.has(slug));
    // An active translation always has a key, if necessary that of an inactive one.
    const free = SLOTS - missing.length;
    const keepers = [
      ...remaining.filter((slug) => state.translations.includes(slug)),
      ...remaining.filter((slug) => !state.translations.includes(slug)),
    ].slice(0, free);
    const ordered = remaining.filter((slug) => keepers.includes(slug));
    const others = editions
      .map(({ slug }) => slug)
      .filter((slug) => !ordered.includes(slug) && !missing.includes(slug));
    const next = [...ordered, ...missing, ...others].slice(0, SLOTS);
    if (next.join() === slotSlugs.peek().join()) return;
    slotSlugs.value = next;
    storeStrings(key, next);
  });

  const slots = computed(() =>
    slotSlugs.value.map((slug) => ({
      edition: library.editions.value.find((edition) => edition.slug === slug) ?? { slug, name: slug },
      on: now.value?.translations.includes(slug) ?? false,
    })),
  );

  return {
    slots,
    isRetrying: library.isRetrying,
    toggle(index) {
      const slot = slots.value[index];
      if (!slot) return null;
      const { slug } = slot.edition;
      const read = () => now.value?.translations ?? [];
      if (read().join() === slug) return null;
      // Translations may change before this is sent: another key, or the same one again, is still on its way.
      return () => {
        const others = read().filter((one) => one !== slug);
        if (others.length === read().length) return [...others, slug].slice(0, SLOTS);
        return others.length > 0 ? others : [slug];
      };
    },
    close: stopEffect,
  };
}

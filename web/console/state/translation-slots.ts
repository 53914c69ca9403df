import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Edition } from '../../session/editions.ts';
import type { Library } from '../../session/library.ts';
import type { LiveControl } from '../live/live-control.ts';
import { orderTranslations, slugsByName, toggleTranslation } from './translation-order.ts';

/** Number of translations with a key. */
const SLOTS = 4;

/** Translation that can be turned on and off. */
interface TranslationSlot {
  readonly edition: Pick<Edition, 'slug' | 'name'>;
  readonly on: boolean;
}

export interface TranslationSlots {
  /** Translations with a key, in the order that the Live keeps for everybody. */
  readonly slots: ReadonlySignal<readonly TranslationSlot[]>;
  /** Translations in the order of the keys. Those after the first four have no key. */
  readonly order: ReadonlySignal<readonly string[]>;
  /** The library by name. */
  readonly all: ReadonlySignal<readonly TranslationSlot[]>;
  /** Whether the order is the default one, so that it has to be set before a translation is turned on or off. */
  readonly isDefault: () => boolean;
  /** Whether the translations of the library could not be loaded yet. */
  readonly isRetrying: ReadonlySignal<boolean>;
  /**
   * Turns a translation on or off. Returns a function that applies this to the translations at that time: active ones
   * keep their order, a new one is last, and the only one stays. Returns null for the only active one.
   */
  toggle(slug: string): (() => string[]) | null;
  close(): void;
}

/** Follows the order in which the Live keeps its translations. [D54] */
export function openTranslationSlots({ session, liveId, now }: LiveControl, library: Library): TranslationSlots {
  const keys = signal<readonly string[] | null>(null);
  const shown = computed(() => now.value?.translations ?? []);
  let sequence = -2;

  const read = async () => {
    try {
      const { data } = await session.client.GET('/v1/lives/{live_id}/paging', {
        params: { path: { live_id: liveId } },
      });
      keys.value = data.keys;
    } catch {
      // Reads again with the next change.
      sequence = -2;
    }
  };
  const close = effect(() => {
    const { value: state } = now;
    if (!state || state.sequence === sequence) return;
    // A change that was not seen may have set the order.
    const mayDiffer = state.sequence !== sequence + 1 || state.changed?.operation === 'updatePaging';
    sequence = state.sequence;
    if (mayDiffer) void read();
  });

  const order = computed(() =>
    orderTranslations({ keys: keys.value, shown: shown.value, library: library.editions.value }),
  );
  const toSlot = (slug: string): TranslationSlot => ({
    edition: library.editions.value.find((edition) => edition.slug === slug) ?? { slug, name: slug },
    on: shown.value.includes(slug),
  });
  return {
    slots: computed(() => (library.editions.value.length === 0 ? [] : order.value.slice(0, SLOTS).map(toSlot))),
    order,
    all: computed(() => slugsByName(library.editions.value).map(toSlot)),
    isDefault: () => keys.peek() === null,
    isRetrying: library.isRetrying,
    toggle(slug) {
      if (!toggleTranslation(shown.peek(), slug)) return null;
      // Other translations may change before this is sent.
      return () => toggleTranslation(shown.peek(), slug) ?? [...shown.peek()];
    },
    close,
  };
}

import { useConsole } from '../state/console-context.ts';
import { TranslationToggles } from './translation-toggles.tsx';

const TOGGLES_ID = 'translation-toggles';

/** Renders the translation toggles, and the chip that opens them while the bar has no room for them. */
export function TranslationsMenu() {
  const { translations, strings } = useConsole();
  const on = translations.slots.value.filter((slot) => slot.on).map(({ edition }) => edition.slug.toUpperCase());
  return (
    <>
      {on.length > 0 && (
        <button
          type="button"
          class="translations-chip"
          popoverTarget={TOGGLES_ID}
          aria-label={`${strings.translations.title}: ${on.join(', ')}`}
        >
          {on.length > 2 ? `${on[0]} + ${on.length - 1}` : on.join(' + ')}
        </button>
      )}
      <TranslationToggles popoverId={TOGGLES_ID} />
    </>
  );
}

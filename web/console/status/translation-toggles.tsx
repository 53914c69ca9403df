import { CONSOLE_COMMANDS, type CommandHandler } from '../commands/commands.ts';
import { keyNamesFor } from '../commands/key-names.ts';
import { TranslationMenu } from '../commands/translation-menu.tsx';
import { useConsole } from '../state/console-context.ts';

const TOGGLES = ['translation1', 'translation2', 'translation3', 'translation4'] as const;

/** Renders the translation toggles, each with its key. `popoverId`: the styles decide whether it is a popover. */
export function TranslationToggles({ popoverId }: { readonly popoverId?: string }) {
  const context = useConsole();
  const { translations, strings, live } = context;
  const slots = translations.slots.value;
  const { value: isRetrying } = translations.isRetrying;
  if (slots.length === 0 && !isRetrying) return null;
  return (
    <fieldset
      id={popoverId}
      class="translations"
      aria-label={strings.translations.title}
      popover={popoverId === undefined ? undefined : 'auto'}
    >
      {slots.map(({ edition, on }, index) => {
        const command = TOGGLES[index]!;
        return (
          <button
            key={edition.slug}
            type="button"
            class="translation"
            aria-pressed={on}
            disabled={!live.mayOperate()}
            title={edition.name}
            onClick={() => (CONSOLE_COMMANDS[command] as CommandHandler)(context)}
          >
            <span class="translation-name">{edition.slug.toUpperCase()}</span>
            <kbd>{keyNamesFor(command, strings.keys.caps)[0]}</kbd>
          </button>
        );
      })}
      <TranslationMenu />
      {isRetrying && (
        <span class="translations-wait" role="status" title={strings.translations.retrying}>
          {strings.translations.retrying}
        </span>
      )}
    </fieldset>
  );
}

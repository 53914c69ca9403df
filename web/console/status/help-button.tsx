import { CONSOLE_COMMANDS } from '../commands/commands.ts';
import { keyNamesFor } from '../commands/key-names.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders the button that opens the list of all keys, which also links to the guides. */
export function HelpButton() {
  const context = useConsole();
  const { names, caps } = context.strings.keys;
  return (
    <button
      type="button"
      class="quiet help"
      aria-haspopup="dialog"
      title={`${names.help} (${keyNamesFor('help', caps)[0]})`}
      onClick={() => CONSOLE_COMMANDS.help(context)}
    >
      {context.strings.status.help}
    </button>
  );
}

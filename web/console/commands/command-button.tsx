import { useConsole } from '../state/console-context.ts';
import { CONSOLE_COMMANDS, type CommandHandler, type CommandName } from './commands.ts';
import { keyNamesFor } from './key-names.ts';

interface Props {
  readonly command: CommandName;
  readonly label: string;
  /** Pressed state, for toggle buttons. */
  readonly pressed?: boolean | undefined;
  readonly danger?: boolean;
  /** Tooltip with the effect that the command has now. */
  readonly title?: string | undefined;
}

/** Renders a button that runs a command and shows its key. */
export function CommandButton({ command, label, pressed, danger, title }: Props) {
  const context = useConsole();
  const [key] = keyNamesFor(command, context.strings.keys.caps);
  return (
    <button
      type="button"
      class="act"
      data-danger={danger}
      aria-pressed={pressed}
      title={title}
      onClick={() => (CONSOLE_COMMANDS[command] as CommandHandler)(context)}
    >
      <span>{label}</span>
      {key && <kbd>{key}</kbd>}
    </button>
  );
}

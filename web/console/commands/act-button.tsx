import { useConsole } from '../state/console-context.ts';
import { COMMANDS, type CommandName, type Run } from './commands.ts';
import { keysOf } from './key-names.ts';

interface Props {
  readonly command: CommandName;
  readonly label: string;
  /** Of a button that stays pressed. */
  readonly pressed?: boolean | undefined;
  readonly danger?: boolean;
}

/** A button that does what a key does, and shows that key. */
export function ActButton({ command, label, pressed, danger }: Props) {
  const context = useConsole();
  const [key] = keysOf(command, context.words.keys.caps);
  return (
    <button
      type="button"
      class="act"
      data-danger={danger}
      aria-pressed={pressed}
      onClick={() => (COMMANDS[command] as Run)(context)}
    >
      <span>{label}</span>
      {key && <kbd>{key}</kbd>}
    </button>
  );
}

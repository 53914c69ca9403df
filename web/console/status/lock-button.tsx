import { CONSOLE_COMMANDS } from '../commands/commands.ts';
import { keyNamesFor } from '../commands/key-names.ts';
import { useConsole } from '../state/console-context.ts';

/** The service lock: while it is on, every change of the screen asks once more. */
export function LockButton() {
  const context = useConsole();
  const { live, words } = context;
  if (!live.mayOperate()) return <span class="watching">{words.status.watching}</span>;
  return (
    <button
      type="button"
      class="lock"
      aria-pressed={live.locked.value}
      title={`${words.keys.names.lock} (${keyNamesFor('lock', words.keys.caps)[0]})`}
      onClick={() => CONSOLE_COMMANDS.lock(context)}
    >
      {live.locked.value ? words.status.locked : words.status.lock}
    </button>
  );
}

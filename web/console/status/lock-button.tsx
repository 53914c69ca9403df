import { CONSOLE_COMMANDS } from '../commands/commands.ts';
import { keyNamesFor } from '../commands/key-names.ts';
import { useConsole } from '../state/console-context.ts';

/** Renders the toggle of the service lock. While it is on, every change of the screen needs confirmation. */
export function LockButton() {
  const context = useConsole();
  const { live, strings } = context;
  if (!live.mayOperate()) return <span class="watching">{strings.status.watching}</span>;
  return (
    <button
      type="button"
      class="lock"
      aria-pressed={live.locked.value}
      title={`${strings.keys.names.lock} (${keyNamesFor('lock', strings.keys.caps)[0]})`}
      onClick={() => CONSOLE_COMMANDS.lock(context)}
    >
      {live.locked.value ? strings.status.locked : strings.status.lock}
    </button>
  );
}

import { isLiveHidden } from '../../session/audience-state.ts';
import { CONSOLE_COMMANDS } from '../commands/commands.ts';
import { useConsole } from '../state/console-context.ts';

const VIBRATION_MS = 10;

/** Renders the large buttons and the grip that opens the sheet. */
export function PhoneKeys({ onOpen }: { onOpen(): void }) {
  const context = useConsole();
  const { live, strings } = context;
  const hidden = isLiveHidden(live.now.value);
  const run = async (command: 'hide' | 'back' | 'next') => {
    if ((await CONSOLE_COMMANDS[command](context)) === true) vibrate();
  };
  return (
    <div class="remote-foot">
      <button type="button" class="sheet-grip" onClick={onOpen}>
        {strings.phone.open}
      </button>
      {live.mayOperate() && (
        <div class="remote-bottom">
          <button type="button" aria-pressed={hidden} onClick={() => run('hide')}>
            {hidden ? strings.acts.reveal : strings.acts.hide}
          </button>
          <button type="button" onClick={() => run('back')}>
            {strings.acts.back}
          </button>
          <button type="button" class="primary" onClick={() => run('next')}>
            {strings.phone.forward}
          </button>
        </div>
      )}
    </div>
  );
}

/** Vibrates briefly to confirm an action. */
function vibrate(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(VIBRATION_MS);
}

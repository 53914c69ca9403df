import { CONSOLE_COMMANDS } from '../commands/commands.ts';
import { isLiveHidden } from '../live/is-live-hidden.ts';
import { useConsole } from '../state/console-context.ts';

const DONE_MS = 10;

/** The keys for the thumb, and the grip that pulls everything else up. */
export function PhoneKeys({ onOpen }: { onOpen(): void }) {
  const context = useConsole();
  const { live, words } = context;
  const hidden = isLiveHidden(live.now.value);
  const run = async (command: 'hide' | 'back' | 'next') => {
    if ((await CONSOLE_COMMANDS[command](context)) === true) vibrate();
  };
  return (
    <div class="remote-foot">
      <button type="button" class="sheet-grip" aria-label={words.phone.open} onClick={onOpen} />
      {live.mayOperate() && (
        <div class="remote-bottom">
          <button type="button" aria-pressed={hidden} onClick={() => run('hide')}>
            {hidden ? words.acts.reveal : words.acts.hide}
          </button>
          <button type="button" onClick={() => run('back')}>
            {words.acts.back}
          </button>
          <button type="button" class="primary" onClick={() => run('next')}>
            {words.onAir.next}
          </button>
        </div>
      )}
    </div>
  );
}

/** A short knock tells the hand that it was done. */
function vibrate(): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate?.(DONE_MS);
}

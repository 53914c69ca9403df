import { useSignal } from '@preact/signals';
import { later } from '../../ui/later.tsx';
import { useConsole } from '../state/console-context.ts';

/** Loaded when the menu is first opened, which needs the server for its list in any case. */
const LiveMenuContent = later(async () => (await import('./live-menu-content.tsx')).LiveMenuContent);

/** Renders the menu with the owner's other Lives, the other owners, and the account. */
export function LiveMenu() {
  const { live, strings } = useConsole();
  const isOpen = useSignal(false);
  return (
    <div class="live-chooser">
      <button type="button" popoverTarget="live-menu" aria-haspopup="true">
        {live.now.value?.name ?? '…'} <span aria-hidden="true">▾</span>
      </button>
      <div
        id="live-menu"
        class="menu"
        popover="auto"
        onToggle={({ newState }) => {
          isOpen.value = newState === 'open';
        }}
      >
        {isOpen.value && <LiveMenuContent onFailure={() => live.showMessage(strings.status.noLives)} />}
      </div>
    </div>
  );
}

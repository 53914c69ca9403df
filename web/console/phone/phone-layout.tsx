import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepAwake } from '../../shared/keep-awake.ts';
import { useConsole } from '../state/console-context.ts';
import { StripView } from '../strip/strip-view.tsx';
import { PhoneKeys } from './phone-keys.tsx';
import { PhoneRows } from './phone-rows.tsx';
import { PhoneSheet } from './phone-sheet.tsx';
import { PhoneTop } from './phone-top.tsx';

/**
 * Renders the one-handed console: the texts and three large buttons. Everything else is in the sheet, which is open at
 * first if the address asks for the plan.
 */
export function PhoneLayout() {
  const { live, middleList, strings } = useConsole();
  const open = useSignal(middleList.value === 'plan');
  useEffect(() => {
    if (window.isSecureContext) return keepAwake();
    live.showMessage(strings.phone.mayDim);
  }, []);
  return (
    <main class="remote">
      <h1 class="unseen">{live.now.value?.name ?? strings.panes.console}</h1>
      <PhoneTop />
      <PhoneRows />
      <StripView />
      <PhoneKeys
        onOpen={() => {
          open.value = true;
        }}
      />
      {open.value && (
        <PhoneSheet
          onClose={() => {
            open.value = false;
          }}
        />
      )}
    </main>
  );
}

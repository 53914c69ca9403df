import { effect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { CONSOLE_OBS_PARAMETER, type ConsolePage } from '../../src/contract/console-page.ts';
import type { ConsoleStrings } from '../../src/locales/en/console/index.ts';
import type { Session } from '../session/session.ts';
import { later } from '../ui/later.tsx';
import { SessionExpiredDialog } from '../ui/session-expired-dialog.tsx';
import { UiStringsProvider } from '../ui/ui-strings.ts';
import { listenToKeys } from './commands/keyboard.ts';
import { LiveGoneDialog } from './entry/live-gone-dialog.tsx';
import { KeysHelpDialog } from './help/keys-help-dialog.tsx';
import { DesktopLayout } from './layout/desktop-layout.tsx';
import { Dialogs } from './layout/dialogs.tsx';
import { screenSize } from './layout/screen-size.ts';
import type { LiveControl } from './live/live-control.ts';
import { closeConsole, openConsole } from './open-console.ts';
import { ConsoleProvider } from './state/console-context.ts';

const PhoneLayout = later(async () => (await import('./phone/phone-layout.tsx')).PhoneLayout);

/** Loads the layout of this window, so that the console appears at once. */
export const loadLayout = async (): Promise<void> => {
  if (screenSize.peek() === 'phone') await PhoneLayout.load();
};

/** Connects with OBS on the same computer, if the address of the page names its port. */
function startObs(live: LiveControl): () => void {
  if (!new URLSearchParams(location.search).has(CONSOLE_OBS_PARAMETER)) return () => undefined;
  const link = import('./obs/obs-link.ts').then(({ obsLinkOf }) => obsLinkOf(live));
  // Without its code, the dialog of OBS says that the server does not respond.
  link.catch(() => undefined);
  return () => void link.then(({ close }) => close()).catch(() => undefined);
}

interface Props {
  readonly page: ConsolePage;
  readonly strings: ConsoleStrings;
  readonly session: Session;
  readonly liveId: string;
}

/** Renders the console of one Live. */
export function Console({ page, strings, session, liveId }: Props) {
  const context = useMemo(() => openConsole(page, strings, session, liveId), [page, strings, session, liveId]);
  useEffect(() => {
    const stopKeys = listenToKeys(context);
    // Text whose lookup failed is looked up again when the server responds.
    const stopRetrying = effect(() => {
      if (context.live.connection.value.state === 'current' && context.bar.reading.peek() === 'failed')
        context.bar.retry();
    });
    context.bar.focus();
    const stopObs = startObs(context.live);
    return () => {
      stopObs();
      stopRetrying();
      stopKeys();
      closeConsole(context);
    };
  }, [context]);

  return (
    <UiStringsProvider value={strings.dialogs}>
      <ConsoleProvider value={context}>
        {screenSize.value === 'phone' ? <PhoneLayout /> : <DesktopLayout />}
        <Dialogs />
        <KeysHelpDialog />
        <SessionExpiredDialog session={session} onResume={context.bar.focus} />
        <LiveGoneDialog />
      </ConsoleProvider>
    </UiStringsProvider>
  );
}

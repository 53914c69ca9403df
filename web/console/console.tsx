import { useEffect, useMemo } from 'preact/hooks';
import type { ConsolePage } from '../../src/contract/console-page.ts';
import type { ConsoleStrings } from '../../src/locales/en/console/index.ts';
import { listenToKeys } from './commands/keyboard.ts';
import { LiveGone } from './entry/live-gone.tsx';
import { SessionOver } from './entry/session-over.tsx';
import { KeysHelp } from './help/keys-help.tsx';
import { Desk } from './layout/desk.tsx';
import { Dialogs } from './layout/dialogs.tsx';
import { screenSize } from './layout/screen-size.ts';
import { Phone } from './phone/phone.tsx';
import type { Session } from './session/session.ts';
import { ConsoleProvider } from './state/console-context.ts';
import { closeConsole, openConsole } from './state/open-console.ts';
import { withdrawQuestions } from './state/withdraw-questions.ts';

interface Props {
  readonly page: ConsolePage;
  readonly words: ConsoleStrings;
  readonly session: Session;
  readonly liveId: string;
}

/** The console of one Live: a key of the Live's id makes another one for another Live. */
export function Console({ page, words, session, liveId }: Props) {
  const context = useMemo(() => openConsole(page, words, session, liveId), [page, words, session, liveId]);
  useEffect(() => {
    const endKeys = listenToKeys(context);
    const endWithdrawing = withdrawQuestions(context);
    context.bar.focus();
    return () => {
      endKeys();
      endWithdrawing();
      closeConsole(context);
    };
  }, [context]);

  return (
    <ConsoleProvider value={context}>
      {screenSize.value === 'phone' ? <Phone /> : <Desk />}
      <Dialogs />
      <KeysHelp />
      <SessionOver />
      <LiveGone />
    </ConsoleProvider>
  );
}

import { useEffect, useMemo } from 'preact/hooks';
import type { ConsolePage } from '../../src/contract/console-page.ts';
import type { ConsoleStrings } from '../../src/locales/en/console/index.ts';
import { Bar } from './bar/bar.tsx';
import { openBar } from './bar/bar-state.ts';
import { listenToKeys } from './commands/keyboard.ts';
import { type ConsoleContext, ConsoleProvider } from './console-context.ts';
import { Find } from './find/find.tsx';
import { createActs } from './live/acts.ts';
import { openLiveControl } from './live/live-control.ts';
import { openLiveLists } from './live/live-lists.ts';
import { OnAir } from './on-air/on-air.tsx';
import { Queue } from './queue/queue.tsx';
import type { Session } from './session/session.ts';
import { Status } from './status/status.tsx';
import { StripLine } from './strip/strip.tsx';

interface Props {
  readonly page: ConsolePage;
  readonly words: ConsoleStrings;
  readonly session: Session;
  readonly liveId: string;
}

/** The console of one Live: a key of the Live's id makes another one for another Live. */
export function Console({ page, words, session, liveId }: Props) {
  const context = useMemo<ConsoleContext>(
    () => ({
      page,
      words,
      session,
      live: openLiveControl(session, liveId),
      acts: createActs(words.acts),
      lists: openLiveLists(session, liveId),
      bar: openBar(session, liveId),
    }),
    [page, words, session, liveId],
  );
  useEffect(() => {
    const endKeys = listenToKeys(context);
    context.bar.focus();
    return () => {
      endKeys();
      context.live.close();
      context.lists.close();
      context.bar.close();
    };
  }, [context]);

  return (
    <ConsoleProvider value={context}>
      <div class="console">
        <Status />
        <Bar />
        <StripLine />
        <main class="panes">
          <Find />
          <Queue />
          <OnAir />
        </main>
      </div>
    </ConsoleProvider>
  );
}

import { describeShown } from '../../session/audience-state.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useConsole } from '../state/console-context.ts';
import { HelpButton } from './help-button.tsx';
import { liveFlag } from './live-flag.ts';
import { LiveMenu } from './live-menu.tsx';
import { LockButton } from './lock-button.tsx';
import { OfflineBand } from './offline-band.tsx';
import { otherOperators } from './other-operators.ts';
import { OutputsCount } from './outputs-count.tsx';
import { StatusClock } from './status-clock.tsx';
import { TranslationsMenu } from './translations-menu.tsx';
import { useFolding } from './use-folding.ts';

/** Parts that a narrow bar folds, in this order. The reference on air is never cut. [console.md] */
const FOLDS = ['translations', 'people', 'viewers', 'clock', 'reference'];

/** Renders the top bar: which Live this is, whether it is on air, what it shows, and who is connected. */
export function StatusBar() {
  const context = useConsole();
  const { strings, live, lists } = context;
  const { value: now } = live.now;
  const flag = liveFlag(live);
  usePageTitle(now?.name);
  const bar = useFolding(FOLDS);
  const others = otherOperators(context).join(', ');
  return (
    <header class="status" ref={bar}>
      <h1 class="unseen">{now?.name ?? strings.panes.console}</h1>
      <LiveMenu />
      <span class="live-flag" data-state={flag} role="status">
        {strings.status[flag]}
      </span>
      <OfflineBand />
      <span class="on-air-reference">{describeShown(now)}</span>
      <TranslationsMenu />
      <div class="status-end">
        {lists.viewers.value !== null && <span class="viewers">{strings.status.viewers(lists.viewers.value)}</span>}
        <OutputsCount />
        {others !== '' && (
          <span class="operators" title={strings.status.alsoHere(others)}>
            {others}
          </span>
        )}
        <LockButton />
        <HelpButton />
        <StatusClock />
      </div>
    </header>
  );
}

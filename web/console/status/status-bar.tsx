import { describeShown } from '../../session/audience-state.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useConsole } from '../state/console-context.ts';
import { liveFlag } from './live-flag.ts';
import { LiveMenu } from './live-menu.tsx';
import { LockButton } from './lock-button.tsx';
import { OfflineBand } from './offline-band.tsx';
import { OutputsCount } from './outputs-count.tsx';
import { StatusClock } from './status-clock.tsx';
import { TranslationToggles } from './translation-toggles.tsx';

/** Renders the top bar: which Live this is, whether it is on air, what it shows, and who is connected. */
export function StatusBar() {
  const { strings, live, lists, page } = useConsole();
  const { value: now } = live.now;
  const flag = liveFlag(live);
  usePageTitle(now?.name);
  const otherOperators =
    lists.operators.value?.map(({ name }) => name).filter((name) => name !== page.person.name) ?? [];
  return (
    <header class="status">
      <h1 class="unseen">{now?.name ?? strings.panes.console}</h1>
      <LiveMenu />
      <span class="live-flag" data-state={flag} role="status">
        {strings.status[flag]}
      </span>
      <span class="on-air-reference">{describeShown(now)}</span>
      <OfflineBand />
      <TranslationToggles />
      <div class="status-end">
        {lists.viewers.value !== null && <span class="viewers">{strings.status.viewers(lists.viewers.value)}</span>}
        <OutputsCount />
        {otherOperators.length > 0 && (
          <span class="operators" title={strings.status.alsoHere}>
            {otherOperators.join(', ')}
          </span>
        )}
        <LockButton />
        <StatusClock />
      </div>
    </header>
  );
}

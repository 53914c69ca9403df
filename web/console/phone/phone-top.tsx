import { describeShown } from '../../session/audience-state.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useConsole } from '../state/console-context.ts';
import { liveFlag } from '../status/live-flag.ts';
import { OfflineBand } from '../status/offline-band.tsx';

/** Renders whether the Live is on air, and what it shows. */
export function PhoneTop() {
  const { live, strings } = useConsole();
  const { value: now } = live.now;
  const flag = liveFlag(live);
  usePageTitle(now?.name);
  return (
    <header class="remote-top">
      <span class="live-flag" data-state={flag} role="status">
        {strings.status[flag]}
      </span>
      <OfflineBand />
      <span class="on-air-reference" dir="auto">
        {describeShown(now)}
      </span>
      {now?.focus && now.focus.parts > 1 && (
        <span class="part">{strings.onAir.part(now.focus.part + 1, now.focus.parts)}</span>
      )}
    </header>
  );
}

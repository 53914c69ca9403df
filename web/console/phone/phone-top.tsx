import { useConsole } from '../state/console-context.ts';
import { liveFlag } from '../status/live-flag.ts';
import { OfflineBand } from '../status/offline-band.tsx';

/** Whether it is live, and what is on air. */
export function PhoneTop() {
  const { live, words } = useConsole();
  const { value: now } = live.now;
  const flag = liveFlag(live);
  return (
    <header class="remote-top">
      <span class="live-flag" data-state={flag} role="status">
        {words.status[flag]}
      </span>
      <OfflineBand />
      <span class="on-air-reference" dir="auto">
        {now?.focus?.reference ?? now?.slide?.title ?? now?.slide?.deck}
      </span>
      {now?.focus && now.focus.parts > 1 && (
        <span class="part">{words.onAir.part(now.focus.part + 1, now.focus.parts)}</span>
      )}
    </header>
  );
}

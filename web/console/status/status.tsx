import { useConsole } from '../state/console-context.ts';
import { liveFlag } from './live-flag.ts';

/** Across the top: which Live this is, whether it is live, and who sees it. */
export function Status() {
  const { words, live, lists } = useConsole();
  const { value: now } = live.now;
  const flag = liveFlag(live);
  return (
    <header class="status">
      <span class="live-chooser">{now?.name}</span>
      <span class="live-flag" data-state={flag}>
        {words.status[flag]}
      </span>
      <span class="on-air-reference">{now?.focus?.reference ?? now?.slide?.deck}</span>
      {lists.viewers.value !== null && <span class="viewers">{words.status.viewers(lists.viewers.value)}</span>}
    </header>
  );
}

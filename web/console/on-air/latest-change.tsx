import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { describeShown, isLiveHidden } from '../../session/audience-state.ts';
import { formatTimeOfDay } from '../../ui/format-time-of-day.ts';
import { useConsole } from '../state/console-context.ts';
import { nameAuthor } from '../strip/name-author.ts';

/** The time for which a change stands out. */
const FRESH_MS = 5_000;

/** Renders who changed the Live last, and what is on air since. A new change stands out for a moment. */
export function LatestChange() {
  const { strings, live, page } = useConsole();
  const { value: now } = live.now;
  const isFresh = useSignal(false);
  const known = useRef<string | null>(null);
  const at = now?.changed?.at ?? null;
  useEffect(() => {
    const isFirst = known.current === null;
    known.current = at;
    if (isFirst || at === null) return;
    isFresh.value = true;
    const timer = setTimeout(() => {
      isFresh.value = false;
    }, FRESH_MS);
    return () => clearTimeout(timer);
  }, [at]);
  const reference = describeShown(now);
  // Without a change to take back, nothing was shown yet.
  if (!now?.changed || at === null || (reference === null && !now.undo)) return null;
  const shown = isLiveHidden(now) ? strings.status.hidden : (reference ?? strings.strip.nothing);
  const time = formatTimeOfDay(new Date(at), page.language);
  return (
    <p class="last-change" data-fresh={isFresh.value || undefined}>
      <bdi>{nameAuthor(now.changed, strings.strip)}</bdi> · <bdi>{shown}</bdi> ·{' '}
      <time dateTime={at}>{isFresh.value ? strings.onAir.justNow : time}</time>
    </p>
  );
}

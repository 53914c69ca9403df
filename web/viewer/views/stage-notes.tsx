import { useEffect, useState } from 'preact/hooks';
import type { ViewerStrings } from '../../../src/contract/viewer.ts';
import { formatDuration } from './format-duration.ts';
import type { ViewProps } from './view-props.ts';

interface NotesProps extends Pick<ViewProps, 'stage' | 'hidden'> {
  strings: ViewerStrings;
}

/** Renders what only the speaker sees: whether the audience sees nothing, a message, and the remaining time. */
export function StageNotes({ stage, hidden, strings }: NotesProps) {
  const { message, countdown_to: until } = stage ?? {};
  if (!hidden && !message && !until) return null;
  return (
    <header class="notes">
      {hidden && <strong class="hidden-mark">{strings.hidden}</strong>}
      <p class="message" role="status">
        <bdi>{message}</bdi>
      </p>
      {until && <Countdown until={until} />}
    </header>
  );
}

/** Renders a countdown to a time, which continues past it with a plus sign. */
function Countdown({ until }: { until: string }) {
  const left = Math.round((Date.parse(until) - useNow(1_000)) / 1_000);
  return (
    <time class={left < 0 ? 'countdown over' : 'countdown'} dateTime={until}>
      {formatDuration(left)}
    </time>
  );
}

export function StageClock({ language }: { language: string }) {
  const now = new Date(useNow(60_000));
  return (
    <time class="clock" dateTime={now.toISOString()}>
      {now.toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' })}
    </time>
  );
}

/** Returns the current time in ms, updated at each full interval. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), everyMs - (now % everyMs) + 20);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

import { useEffect, useState } from 'preact/hooks';
import type { ViewerStrings } from '../../../src/contract/viewer.ts';
import { formatDuration } from './format-duration.ts';
import type { ViewProps } from './view-props.ts';

interface NotesProps extends Pick<ViewProps, 'stage' | 'hidden'> {
  strings: ViewerStrings;
}

/** What is for the speaker alone: that the audience sees nothing, a message, and the time that is left. */
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

/** Counts down to a time, and on from there with a plus before it. */
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

/** The time, again with each full minute or second. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), everyMs - (now % everyMs) + 20);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

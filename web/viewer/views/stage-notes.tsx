import type { ViewerStrings } from '../../../src/contract/viewer.ts';
import { formatDuration } from '../../shared/format-duration.ts';
import { useNow } from '../../shared/use-now.ts';
import type { ViewProps } from './view-props.ts';

interface NotesProps extends Pick<ViewProps, 'stage' | 'hidden' | 'entryNote'> {
  /** By how many minutes the plan's entry lasts longer than planned. */
  over: number;
  strings: ViewerStrings;
}

/**
 * Renders what only the speaker sees: whether the audience sees nothing, a message, the remaining time, and the note of
 * the plan's entry, and by how much it lasts too long.
 */
export function StageNotes({ stage, hidden, entryNote, over, strings }: NotesProps) {
  const { message, countdown_to: until, flash } = stage ?? {};
  if (!hidden && !message && !until && !entryNote && !over) return null;
  return (
    <header class="notes">
      {hidden && <strong class="hidden-mark">{strings.hidden}</strong>}
      <p class="message" role="status">
        {message && (
          // A new message is a new element, which flashes again.
          <bdi key={message} class={flash ? 'flash' : undefined}>
            {message}
          </bdi>
        )}
      </p>
      {over > 0 && <span class="over">{strings.over.replace('#', String(over))}</span>}
      {until && <Countdown until={until} />}
      {entryNote && (
        <p class="entry-note">
          <bdi>{entryNote}</bdi>
        </p>
      )}
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

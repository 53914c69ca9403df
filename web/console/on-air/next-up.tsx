import { useConsole } from '../state/console-context.ts';

/**
 * Renders what the next step shows. Past the last page of the queue this is the next passage of the book, and the label
 * says so.
 */
export function NextUp() {
  const { strings, live } = useConsole();
  const { value: now } = live.now;
  const nextSlide = now?.slide?.next_title;
  if (nextSlide) {
    return (
      <p class="next-up">
        <span class="label">{strings.onAir.next}</span>{' '}
        <span class="text" dir="auto">
          {nextSlide}
        </span>
      </p>
    );
  }
  const next = now?.next;
  if (!next) return null;
  return (
    <p class="next-up" data-beyond={!next.queued || undefined}>
      <span class="label">{next.queued ? strings.onAir.next : strings.onAir.beyond}</span>{' '}
      <span class="reference">{next.reference}</span>{' '}
      <span class="text" dir="auto">
        {next.text}
      </span>
    </p>
  );
}

import { useConsole } from '../state/console-context.ts';

/** What the next step brings. Past the last page it is the next of the book, and that is said before the key is pressed. */
export function NextUp() {
  const { words, live } = useConsole();
  const { value: now } = live.now;
  const nextSlide = now?.slide?.next_title;
  if (nextSlide) {
    return (
      <p class="next-up">
        <span class="label">{words.onAir.next}</span> {nextSlide}
      </p>
    );
  }
  const next = now?.next;
  if (!next) return null;
  return (
    <p class="next-up" data-beyond={!next.queued || undefined}>
      <span class="label">{next.queued ? words.onAir.next : words.onAir.beyond}</span>{' '}
      <span class="reference">{next.reference}</span>{' '}
      <span class="text" dir="auto">
        {next.text}
      </span>
    </p>
  );
}

import { langOf } from '../../session/lang-of.ts';
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
  const lang = langOf(now.focus?.texts[0]);
  return (
    <p class="next-up" data-beyond={!next.queued || undefined}>
      <span class="label">{next.queued ? strings.onAir.next : strings.onAir.beyond}</span>{' '}
      <bdi class="reference" lang={lang}>
        {next.reference}
      </bdi>{' '}
      <span class="text" dir="auto" lang={lang}>
        {next.text}
      </span>
    </p>
  );
}

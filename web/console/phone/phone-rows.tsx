import type { LiveNow } from '../../../clients/typescript/src/index.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import { isLiveHidden } from '../live/is-live-hidden.ts';
import { useConsole } from '../state/console-context.ts';
import { useSwipe } from './use-swipe.ts';

/** What was before, what is on air and what comes next. A swipe to the left goes on, as in a book. */
export function PhoneRows() {
  const { live, acts, words } = useConsole();
  const { value: now } = live.now;
  const rows = useSwipe((by) => live.mayOperate() && live.act(acts.step(by)));
  const row = toRows(now, words);
  return (
    <div ref={rows} class="remote-rows">
      <section class="remote-previous" aria-label={words.phone.previous}>
        {row.previous && <Text {...row.previous} />}
      </section>
      <section class="remote-current" aria-label={words.panes.onAir} data-hidden={isLiveHidden(now) || undefined}>
        {row.current ? <Text {...row.current} /> : <p class="empty">{words.onAir.nothing}</p>}
      </section>
      <section class="remote-next" aria-label={words.onAir.next}>
        {row.next ? <Text {...row.next} /> : <p class="empty">{words.phone.last}</p>}
      </section>
    </div>
  );
}

interface RowText {
  readonly reference: string;
  readonly text: string;
  readonly language?: string | undefined;
}

function Text({ reference, text, language }: RowText) {
  return (
    <>
      <span class="row-reference">{reference}</span>
      <p class="scripture" dir="auto" lang={language}>
        {text}
      </p>
    </>
  );
}

function toRows(now: LiveNow | null, words: ConsoleStrings) {
  const { focus, slide, previous, next } = now ?? {};
  if (slide) {
    return {
      previous: null,
      current: {
        reference: words.onAir.slide(slide.index + 1, slide.count),
        text: slide.text ?? slide.title ?? slide.deck,
      },
      next: slide.next_title ? { reference: words.onAir.next, text: slide.next_title } : null,
    };
  }
  return {
    previous: previous ? { reference: previous.reference, text: previous.text } : null,
    current: focus && {
      reference: focus.reference,
      text: focus.texts[0]?.text ?? '',
      language: focus.texts[0]?.language,
    },
    next: next
      ? { reference: next.queued ? next.reference : `${words.onAir.beyond}: ${next.reference}`, text: next.text }
      : null,
  };
}

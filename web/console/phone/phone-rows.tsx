import type { LiveNow } from '../../../clients/typescript/src/index.ts';
import type { ConsoleStrings } from '../../../src/locales/en/console/index.ts';
import { isLiveHidden } from '../../session/audience-state.ts';
import { langOf } from '../../session/lang-of.ts';
import { CountdownRow } from '../on-air/countdown-row.tsx';
import { NothingOnAir } from '../on-air/nothing-on-air.tsx';
import { PlanNote } from '../on-air/plan-note.tsx';
import { useConsole } from '../state/console-context.ts';
import { useSwipe } from './use-swipe.ts';

/** Renders the previous, current and next text. A swipe to the left goes forward, as in a book. */
export function PhoneRows() {
  const { live, actions, strings } = useConsole();
  const { value: now } = live.now;
  const rows = useSwipe((by) => live.mayOperate() && live.run(actions.step(by)));
  const texts = toRows(now, strings);
  return (
    <div ref={rows} class="remote-rows">
      <section class="remote-previous" aria-label={strings.phone.previous}>
        {texts.previous && <Text {...texts.previous} />}
      </section>
      <section class="remote-current" aria-label={strings.panes.onAir} data-hidden={isLiveHidden(now) || undefined}>
        {texts.current ? <Text {...texts.current} /> : <NothingOnAir hint={strings.phone.nothing} />}
        <CountdownRow />
        <PlanNote />
      </section>
      <section class="remote-next" aria-label={strings.onAir.next}>
        {texts.next && <Text {...texts.next} />}
        {texts.current && !texts.next && <p class="empty">{strings.phone.last}</p>}
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
      <span class="row-reference" dir="auto" lang={language}>
        {reference}
      </span>
      <p class="scripture" dir="auto" lang={language}>
        {text}
      </p>
    </>
  );
}

function toRows(now: LiveNow | null, strings: ConsoleStrings) {
  const { focus, slide, previous, next } = now ?? {};
  if (slide) {
    return {
      previous: null,
      current: {
        reference: strings.onAir.slide(slide.index + 1, slide.count),
        text: slide.text ?? slide.title ?? slide.deck,
      },
      next: slide.next_title ? { reference: strings.onAir.next, text: slide.next_title } : null,
    };
  }
  const language = langOf(focus?.texts[0]);
  return {
    previous: previous ? { reference: previous.reference, text: previous.text, language } : null,
    current: focus && {
      reference: focus.reference,
      text: focus.texts[0]?.text ?? '',
      language,
    },
    next: next
      ? {
          reference: next.queued ? next.reference : `${strings.onAir.beyond}: ${next.reference}`,
          text: next.text,
          language,
        }
      : null,
  };
}

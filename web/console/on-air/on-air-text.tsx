import { langOf } from '../../session/lang-of.ts';
import { useConsole } from '../state/console-context.ts';
import { NothingOnAir } from './nothing-on-air.tsx';

/** Renders the reference and part on air, and the text for screen readers. */
export function OnAirText() {
  const { strings, live } = useConsole();
  const { value: now } = live.now;
  if (!now) return null;
  const { focus, slide } = now;
  if (!focus && !slide) return <NothingOnAir hint={strings.onAir.nothing} />;
  const title = focus ? focus.reference : (slide!.title ?? slide!.deck);
  const text = focus ? focus.texts[0]?.text : slide!.text;
  const lang = focus ? langOf(focus.texts[0]) : undefined;
  return (
    <div class="place">
      <h3>
        <bdi lang={lang}>{title}</bdi>
        {focus && focus.parts > 1 && <span class="part">{strings.onAir.part(focus.part + 1, focus.parts)}</span>}
        {slide && <span class="part">{strings.onAir.slide(slide.index + 1, slide.count)}</span>}
      </h3>
      <p class="unseen" aria-live="polite" dir="auto" lang={lang}>
        {text}
      </p>
    </div>
  );
}

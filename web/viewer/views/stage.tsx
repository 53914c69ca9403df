import { useEffect, useRef, useState } from 'preact/hooks';
import type { ViewerEdition, ViewerItem } from '../../../src/contract/viewer.ts';
import { VIEWER_SCALE_STEP } from '../../../src/contract/viewer.ts';
import { fitElement } from '../fit-element.ts';
import { findFocus, toReference } from '../passage.ts';
import type { ViewProps } from '../viewer.tsx';
import { screenHeight, useFit } from './use-fit.ts';
import { dirOf, langOf } from './verses.tsx';

/** Preferred sizes as parts of the height. */
const CURRENT_PART = 1 / 10;
const NEXT_PART = 1 / 24;
/** Text that must be smaller than this part of its preferred size may take two columns. */
const TWO_COLUMNS_BELOW = 0.6;
/** Characters a line at most: whoever reads aloud sits close. */
const LINE_MAX = 60;

/** `?view=stage`: for whoever speaks: the current verse, the next one, and the time. It never moves. */
export function Stage({ state, showing, look, strings, language }: ViewProps) {
  const focus = findFocus(state.items, state.focus);
  const current = showing ? state.items[focus] : undefined;
  const next = showing ? state.items[focus + 1] : undefined;
  const scale = VIEWER_SCALE_STEP ** look.scale;
  return (
    <div class="prompter">
      <Clock language={language} />
      <section class="now">
        {current && (
          <Prompt item={current} edition={state.editions[current.edition]} part={CURRENT_PART} scale={scale} />
        )}
      </section>
      <section class="next" aria-label={strings.next}>
        {next && (
          <Prompt
            item={next}
            edition={state.editions[next.edition]}
            part={NEXT_PART}
            scale={scale}
            label={strings.next}
          />
        )}
      </section>
    </div>
  );
}

interface PromptProps {
  item: ViewerItem;
  edition: ViewerEdition | undefined;
  part: number;
  scale: number;
  label?: string;
}

function Prompt({ item, edition, part, scale, label }: PromptProps) {
  const area = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLParagraphElement>(null);
  useFit(() => {
    const frame = { width: area.current!.clientWidth, height: area.current!.clientHeight };
    const preferred = screenHeight() * part;
    fitElement(body.current!, frame, {
      preferred,
      twoColumnsBelow: preferred * TWO_COLUMNS_BELOW,
      scale,
      lineMax: LINE_MAX,
    });
  }, [item, scale, part]);
  return (
    <>
      <p class="credit">
        {label && <span class="label">{label}</span>}
        <span class="reference" lang={langOf(edition?.language)}>
          {toReference([item], edition?.language)}
        </span>
        <span class="translation">{edition?.name ?? item.edition}</span>
      </p>
      <div class="area" ref={area}>
        <p class="body scripture" ref={body} lang={langOf(edition?.language)} dir={dirOf(item.text)}>
          {item.text}
        </p>
      </div>
    </>
  );
}

function Clock({ language }: { language: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const untilNextMinute = 60_000 - (now.getTime() % 60_000);
    const timer = setTimeout(() => setNow(new Date()), untilNextMinute + 20);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <time class="clock" dateTime={now.toISOString()}>
      {now.toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' })}
    </time>
  );
}

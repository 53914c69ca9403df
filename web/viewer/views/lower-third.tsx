import { useRef } from 'preact/hooks';
import type { ViewerEdition, ViewerItem } from '../../../src/contract/viewer.ts';
import { VIEWER_SCALE_STEP } from '../../../src/contract/viewer.ts';
import { fitElement } from '../fit-element.ts';
import { toReading, toReference } from '../passage.ts';
import type { ViewProps } from '../viewer.tsx';
import { Crossfade } from './crossfade.tsx';
import { screenHeight, useFit } from './use-fit.ts';
import { dirOf, langOf } from './verses.tsx';

/** Parts of the height: what a text with room to spare gets, and below which it may take two columns. */
const PREFERRED_PART = 1 / 18;
const ONE_COLUMN_PART = 1 / 28;
/** Characters a line at most. */
const LINE_MAX = 64;

/** `?view=lower-third`: the focused verse on a quiet plate over whatever picture lies below. */
export function LowerThird({ state, showing, look }: ViewProps) {
  const item = showing ? toReading(state.items, state.focus, 0)[0] : undefined;
  return (
    <Crossfade id={item?.id ?? 'ground'} moves={look.transition !== 'none'}>
      {item && <Plate item={item} edition={state.editions[item.edition]} scale={VIEWER_SCALE_STEP ** look.scale} />}
    </Crossfade>
  );
}

interface PlateProps {
  item: ViewerItem;
  edition: ViewerEdition | undefined;
  scale: number;
}

function Plate({ item, edition, scale }: PlateProps) {
  const area = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLParagraphElement>(null);
  const credit = useRef<HTMLDivElement>(null);

  useFit(() => {
    const frame = {
      width: area.current!.clientWidth,
      height: area.current!.clientHeight - credit.current!.offsetHeight,
    };
    const height = screenHeight();
    const options = { preferred: height * PREFERRED_PART, twoColumnsBelow: height * ONE_COLUMN_PART };
    fitElement(body.current!, frame, { ...options, scale, lineMax: LINE_MAX });
  }, [item, scale]);

  return (
    <article class="captioned">
      <div class="room" ref={area} />
      <div class="plate" dir={dirOf(item.text)}>
        <p class="body scripture" ref={body} lang={langOf(edition?.language)}>
          {item.text}
        </p>
        <div class="credit" ref={credit}>
          <span class="reference" lang={langOf(edition?.language)}>
            {toReference([item], edition?.language)}
          </span>
          <span class="translation">{edition?.name ?? item.edition}</span>
          <span class="attribution">{edition?.attribution}</span>
        </div>
      </div>
    </article>
  );
}

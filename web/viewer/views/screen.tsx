import { useRef, useState } from 'preact/hooks';
import type { ViewerEdition, ViewerItem } from '../../../src/contract/viewer.ts';
import { VIEWER_SCALE_STEP } from '../../../src/contract/viewer.ts';
import { fitElement } from '../fit-element.ts';
import { toReading, toReference } from '../passage.ts';
import type { ViewProps } from '../viewer.tsx';
import { Crossfade } from './crossfade.tsx';
import { screenHeight, useFit } from './use-fit.ts';
import { dirOf, langOf, Verses } from './verses.tsx';

/** Verses after the focused one that are tried at most. */
const FOLLOWERS_MAX = 6;
/** Sizes as parts of the height: what a text with room to spare gets, and the least that verses may cost each other. */
const PREFERRED_PART = 1 / 6;
const SHARED_PART = 1 / 11;
const ONE_COLUMN_PART = 1 / 16;

/** `?view=screen`: the focused verse as large as fits, and what follows it where all stays large. */
export function Screen({ state, showing, look }: ViewProps) {
  const items = showing ? toReading(state.items, state.focus, FOLLOWERS_MAX) : [];
  const edition = items[0] && state.editions[items[0].edition];
  return (
    <Crossfade id={items.map((item) => item.id).join(' ') || 'ground'} moves={look.transition !== 'none'}>
      {items.length > 0 && <Projected items={items} edition={edition} scale={VIEWER_SCALE_STEP ** look.scale} />}
    </Crossfade>
  );
}

interface ProjectedProps {
  items: ViewerItem[];
  edition: ViewerEdition | undefined;
  scale: number;
}

function Projected({ items, edition, scale }: ProjectedProps) {
  const area = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLParagraphElement>(null);
  const credit = useRef<HTMLParagraphElement>(null);
  const attribution = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(1);

  useFit(() => {
    const text = body.current!;
    const height = screenHeight();
    const frame = {
      width: area.current!.clientWidth,
      height: area.current!.clientHeight - credit.current!.offsetHeight,
    };
    const options = { preferred: height * PREFERRED_PART, twoColumnsBelow: height * ONE_COLUMN_PART, scale };
    const verses = [...text.querySelectorAll<HTMLElement>('.verse')];
    // As many verses as stay large together, then the size of exactly those.
    let count = verses.length;
    for (; count >= 1; count--) {
      for (const [index, verse] of verses.entries()) verse.hidden = index >= count;
      text.classList.toggle('alone', count === 1);
      const size = fitElement(text, frame, count > 1 ? { ...options, twoColumnsBelow: 0 } : options);
      if (count === 1 || size >= height * SHARED_PART * Math.max(1, scale)) break;
    }
    setShown(count);
    alignTo(text, attribution.current!);
  }, [items, scale]);

  const read = items.slice(0, shown);
  return (
    <article class="projected">
      <div class="area" ref={area}>
        <div class="block" dir={dirOf(items[0]!.text)}>
          <p class="body scripture" ref={body} lang={langOf(edition?.language)}>
            <Verses items={items} shown={shown} />
          </p>
          <p class="credit" ref={credit}>
            <span class="reference" lang={langOf(edition?.language)}>
              {toReference(read, edition?.language)}
            </span>
            <span class="translation">{edition?.name ?? items[0]!.edition}</span>
          </p>
        </div>
      </div>
      <footer class="attribution" ref={attribution}>
        {edition?.attribution}
      </footer>
    </article>
  );
}

/** Puts the attribution on the left edge of the text above it, unless it would need more lines there. */
function alignTo(text: HTMLElement, attribution: HTMLElement): void {
  attribution.style.marginInlineStart = '';
  const height = attribution.offsetHeight;
  attribution.style.marginInlineStart = `${(attribution.offsetWidth - text.offsetWidth) / 2}px`;
  if (attribution.offsetHeight > height) attribution.style.marginInlineStart = '';
}

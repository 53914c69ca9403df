import { useRef } from 'preact/hooks';
import { alignTo } from '../fit/align.ts';
import { fitPage, legibleOnScreen, type OnProblem, problemOf } from '../fit/fit-page.ts';
import { frameBeside, screenHeight, useFit } from '../fit/use-fit.ts';
import type { Look } from '../look/look.ts';
import { firstOf, PageBody, PageCredit } from './page-body.tsx';
import { type PageText, toRights } from './page-texts.ts';
import { dirOf } from './verses.tsx';

/** Sizes as parts of the height. */
const PREFERRED_PART = 1 / 6;
const ONE_COLUMN_PART = 1 / 16;
const WHOLE_LINES_PART = 1 / 18;
const LONGER_LINES_PART = 1 / 22;
/** Of the smallest size that can be read: an upright screen has little width to give away. */
const LONGER_LINES_AT = 1.3;
/** Characters a line at most: longer lines only where the text would not reach its size otherwise. */
const LINES_MAX = [34, 46, 60];

interface PageProps {
  texts: readonly PageText[];
  look: Look;
  onProblem?: OnProblem;
}

/** The page on a whole screen, with references, translations and their rights. */
export function Projected({ texts, look: { design, textScale: scale }, onProblem }: PageProps) {
  const area = useRef<HTMLDivElement>(null);
  const block = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const attribution = useRef<HTMLElement>(null);

  useFit(() => {
    const height = screenHeight();
    const size = fitPage(body.current!, frameBeside(area.current!, block.current!, body.current!), {
      preferred: height * PREFERRED_PART,
      scale,
      longerLinesBelow: Math.max(height * LONGER_LINES_PART, legibleOnScreen() * LONGER_LINES_AT),
      twoColumnsBelow: height * ONE_COLUMN_PART,
      otherwiseBelow: legibleOnScreen() * Math.min(1, scale),
      wholeLinesFrom: height * WHOLE_LINES_PART * Math.max(1, scale),
      linesMax: LINES_MAX,
      beside: innerWidth > innerHeight,
    });
    alignTo(body.current!, attribution.current!);
    onProblem?.(problemOf(size, legibleOnScreen(), scale));
  }, [JSON.stringify(texts), scale, design]);

  const dir = dirOf(firstOf(texts[0]!));
  return (
    <article class="projected">
      <div class="area" ref={area}>
        <div class="block" ref={block} dir={dir}>
          <PageBody texts={texts} holder={body} />
          <p class="credit">
            <PageCredit texts={texts} />
          </p>
        </div>
      </div>
      <footer class="attribution" ref={attribution} dir={dir}>
        <bdi>{toRights(texts)}</bdi>
      </footer>
    </article>
  );
}

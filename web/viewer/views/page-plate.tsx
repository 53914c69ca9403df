import { useRef } from 'preact/hooks';
import type { ViewerBranding } from '../../../src/contract/viewer.ts';
import { fitPage, minLegibleOnPicture, toFitProblem } from '../fit/fit-page.ts';
import { remainingBox, screenHeight, useFit } from '../fit/use-fit.ts';
import { leadingText, PageBody, PageCredit } from '../scripture/page-body.tsx';
import { joinRights, type TranslationText } from '../scripture/translation-texts.ts';
import { textDirection } from '../scripture/verses.tsx';
import { BrandingLogo } from './branding-logo.tsx';
import type { ViewProps } from './view-props.ts';

/** Parts of the height: what a text with room to spare gets, and below which it may take two columns or longer lines. */
const PREFERRED_PART = 1 / 18;
const SMALLER_PART = 1 / 28;
/** Characters a line at most: longer lines only where the text would be too small otherwise. */
const LINES_MAX = [64, 84, 110];

interface PageProps extends Pick<ViewProps, 'look' | 'onProblem'> {
  texts: readonly TranslationText[];
  house: ViewerBranding;
}

/** The page on a plate. */
export function PagePlate({ texts, look: { design, textScale: scale }, house, onProblem }: PageProps) {
  const area = useRef<HTMLDivElement>(null);
  const plate = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useFit(() => {
    const height = screenHeight();
    const size = fitPage(body.current!, remainingBox(area.current!, plate.current!, body.current!), {
      preferred: height * PREFERRED_PART,
      scale,
      longerLinesBelow: height * SMALLER_PART,
      twoColumnsBelow: height * SMALLER_PART,
      otherwiseBelow: minLegibleOnPicture() * Math.min(1, scale),
      linesMax: LINES_MAX,
      wholeLinesFrom: Number.POSITIVE_INFINITY,
      beside: innerWidth > innerHeight,
    });
    onProblem?.(toFitProblem(size, minLegibleOnPicture(), scale));
  }, [JSON.stringify(texts), scale, design]);
  return (
    <article class="captioned">
      <div class="room" ref={area} />
      <div class="plate" ref={plate} dir={textDirection(leadingText(texts[0]!))}>
        <PageBody plain texts={texts} holder={body} />
        <div class="credit">
          <PageCredit texts={texts} />
          <span class="attribution">
            <bdi>{joinRights(texts)}</bdi>
          </span>
          <BrandingLogo house={house} />
        </div>
      </div>
    </article>
  );
}

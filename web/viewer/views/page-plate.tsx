import { useRef } from 'preact/hooks';
import type { ViewerBranding } from '../../../src/contract/viewer.ts';
import { fitPage, minLegibleOnPicture, toFitProblem } from '../fit/fit-page.ts';
import { remainingBox, screenHeight, useFit } from '../fit/use-fit.ts';
import { leadingText, PageBody, PageCredit } from '../scripture/page-body.tsx';
import { joinRights, type TranslationText } from '../scripture/translation-texts.ts';
import { textDirection } from '../scripture/verses.tsx';
import { BrandingLogo } from './branding-logo.tsx';
import type { ViewProps } from './view-props.ts';

/** Sizes as fractions of the height: preferred; below which two columns or longer lines are allowed. */
const PREFERRED_PART = 1 / 18;
const SMALLER_PART = 1 / 28;
/** Maximum numbers of characters per line: longer lines are used only if the text would otherwise be too small. */
const LINES_MAX = [64, 84, 110];

interface PageProps extends Pick<ViewProps, 'appearance' | 'verseNumbers' | 'onProblem'> {
  texts: readonly TranslationText[];
  branding: ViewerBranding;
}

/** Renders the page on a plate. */
export function PagePlate({
  texts,
  appearance: { design, textScale: scale },
  branding,
  verseNumbers,
  onProblem,
}: PageProps) {
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
      rearrangeBelow: minLegibleOnPicture() * Math.min(1, scale),
      linesMax: LINES_MAX,
      wholeLinesFrom: Number.POSITIVE_INFINITY,
      beside: innerWidth > innerHeight,
    });
    onProblem?.(toFitProblem(size, minLegibleOnPicture(), scale));
  }, [JSON.stringify(texts), verseNumbers, scale, design]);
  return (
    <article class="captioned">
      <div class="room" ref={area} />
      <div class="plate" ref={plate} dir={textDirection(leadingText(texts[0]!))}>
        <PageBody plain texts={texts} verseNumbers={verseNumbers} holder={body} />
        <div class="credit">
          <PageCredit texts={texts} />
          <span class="attribution">
            <bdi>{joinRights(texts)}</bdi>
          </span>
          <BrandingLogo branding={branding} />
        </div>
      </div>
    </article>
  );
}

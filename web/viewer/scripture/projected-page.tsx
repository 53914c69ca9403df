import { useRef } from 'preact/hooks';
import type { VerseNumbers } from '../../../src/contract/output-settings.ts';
import type { Appearance } from '../appearance/appearance.ts';
import { alignAttribution } from '../fit/align-attribution.ts';
import { fitPage, minLegibleOnScreen, type OnFitProblem, toFitProblem } from '../fit/fit-page.ts';
import { remainingBox, screenHeight, useFit } from '../fit/use-fit.ts';
import { leadingText, PageBody, PageCredit } from './page-body.tsx';
import { joinRights, type TranslationText } from './translation-texts.ts';
import { textDirection } from './verses.tsx';

/** Sizes as fractions of the height. */
const PREFERRED_PART = 1 / 6;
const ONE_COLUMN_PART = 1 / 16;
const WHOLE_LINES_PART = 1 / 18;
const LONGER_LINES_PART = 1 / 22;
/** Multiple of the minimum legible size below which lines grow longer: a portrait screen is narrow. */
const LONGER_LINES_AT = 1.3;
/** Maximum numbers of characters per line: longer lines are used only if the text would otherwise be too small. */
const LINES_MAX = [34, 46, 60];

interface PageProps {
  texts: readonly TranslationText[];
  appearance: Appearance;
  verseNumbers?: VerseNumbers | undefined;
  onProblem?: OnFitProblem;
}

/** Renders the page on a whole screen, with references, translations and their rights. */
export function ProjectedPage({ texts, appearance: { design, textScale: scale }, verseNumbers, onProblem }: PageProps) {
  const area = useRef<HTMLDivElement>(null);
  const block = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const attribution = useRef<HTMLElement>(null);

  useFit(() => {
    const height = screenHeight();
    const size = fitPage(body.current!, remainingBox(area.current!, block.current!, body.current!), {
      preferred: height * PREFERRED_PART,
      scale,
      longerLinesBelow: Math.max(height * LONGER_LINES_PART, minLegibleOnScreen() * LONGER_LINES_AT),
      twoColumnsBelow: height * ONE_COLUMN_PART,
      rearrangeBelow: minLegibleOnScreen() * Math.min(1, scale),
      wholeLinesFrom: height * WHOLE_LINES_PART * Math.max(1, scale),
      linesMax: LINES_MAX,
      fillsWidth: true,
      beside: innerWidth > innerHeight,
    });
    alignAttribution(body.current!, attribution.current!);
    onProblem?.(toFitProblem(size, minLegibleOnScreen(), scale));
  }, [JSON.stringify(texts), verseNumbers, scale, design]);

  const dir = textDirection(leadingText(texts[0]!));
  return (
    <article class="projected">
      <div class="area" ref={area} dir={dir}>
        <div class="block" ref={block}>
          <PageBody named texts={texts} verseNumbers={verseNumbers} holder={body} />
          <p class="credit">
            <PageCredit named texts={texts} />
          </p>
        </div>
      </div>
      <footer class="attribution" ref={attribution} dir={dir}>
        <bdi>{joinRights(texts)}</bdi>
      </footer>
    </article>
  );
}

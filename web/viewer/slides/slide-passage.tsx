import { useRef, useState } from 'preact/hooks';
import type { ViewerEdition, ViewerItem } from '../../../src/contract/viewer.ts';
import type { Appearance } from '../appearance/appearance.ts';
import { alignAttribution } from '../fit/align-attribution.ts';
import { type BoxSize, largestCountThatFits } from '../fit/fit.ts';
import { type FitOptions, fitElement, isRendered, showFirstVerses } from '../fit/fit-element.ts';
import { minLegibleOnScreen, type OnFitProblem, toSlideFitProblem } from '../fit/fit-page.ts';
import { READABLE_PART, remainingBox, screenHeight, useFit } from '../fit/use-fit.ts';
import { toReference, toShortCredit } from '../scripture/reader-passages.ts';
import { textDirection, toLangAttribute, Verses } from '../scripture/verses.tsx';

/** Sizes as fractions of the height: preferred; below which two columns are allowed; below which lines grow longer. */
const PREFERRED_PART = 1 / 6;
const ONE_COLUMN_PART = 1 / 16;
const LONGER_LINES_PART = 1 / 22;
/** Maximum numbers of characters per line: longer lines are used only if the text would otherwise be too small. */
const LINES_MAX = [34, 46, 60];

interface PassageProps {
  items: ViewerItem[];
  editions: Record<string, ViewerEdition>;
  appearance: Appearance;
  /** Reference of the whole passage. */
  reference: string;
  heading?: string | null;
  /** Attribution of the deck. */
  attribution?: string;
  onProblem: OnFitProblem;
}

/**
 * Renders the passage of a slide on a whole screen: as many verses as are readable, with reference, edition and
 * attribution.
 */
export function SlidePassage({
  items,
  editions,
  appearance: { design, textScale: scale },
  reference,
  heading,
  attribution: ofDeck,
  onProblem,
}: PassageProps) {
  const area = useRef<HTMLDivElement>(null);
  const block = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLParagraphElement>(null);
  const attribution = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(items.length);

  useFit(() => {
    const text = body.current!;
    const total = text.querySelectorAll('.verse').length;
    // Without the text, the reference names all verses.
    const count = isRendered(text) ? largestCountThatFits(total, fitsWith) : total;
    setShown(count);
    onProblem?.(toSlideFitProblem(text, count === total, minLegibleOnScreen(), scale));
    alignAttribution(text, attribution.current!);

    function fitsWith(most: number): boolean {
      showFirstVerses(text, most);
      text.classList.toggle('alone', total === 1);
      const height = screenHeight();
      const frame = remainingBox(area.current!, block.current!, text);
      const options = {
        preferred: height * PREFERRED_PART,
        scale,
        ...(most <= 1 && { endsAt: height * READABLE_PART }),
      };
      const wanted = height * LONGER_LINES_PART;
      if (fitWholeLines(frame, options, wanted * Math.max(1, scale))) return true;
      return fitPassage(frame, wanted, { ...options, otherColumnsBelow: height * ONE_COLUMN_PART });
    }

    /** Fits lines of poetry unwrapped, if they are at least `wanted`. */
    function fitWholeLines(frame: BoxSize, options: Omit<FitOptions, 'otherColumnsBelow'>, wanted: number): boolean {
      text.classList.add('whole-lines');
      // Tries short lines first, for the sake of prose beside the poetry.
      const whole =
        text.querySelector('.verse:not([hidden]) .line') !== null &&
        [...LINES_MAX, Number.MAX_VALUE].some(
          (lineMax) =>
            fitElement(text, frame, { ...options, truncateAt: 0, otherColumnsBelow: 0, lineMax, atLeast: wanted }) >=
            wanted,
        );
      text.classList.toggle('whole-lines', whole);
      return whole;
    }

    /** Fits with longer lines if the text would be smaller than `wanted`. Truncates only in the longest lines. */
    function fitPassage(frame: BoxSize, wanted: number, options: FitOptions): boolean {
      const readable = Math.min(options.preferred * scale - 1, screenHeight() * READABLE_PART * Math.min(1, scale));
      let size = 0;
      LINES_MAX.some((lineMax, index) => {
        const last = index === LINES_MAX.length - 1;
        const endsAt = last ? options.truncateAt : 0;
        const atLeast = last ? (endsAt ? 0 : readable) : wanted;
        size = fitElement(text, frame, { ...options, truncateAt: endsAt, lineMax, atLeast });
        return size >= wanted;
      });
      return size >= readable;
    }
  }, [items, scale, design, reference, heading, ofDeck]);

  const used = [...new Set(items.map((item) => item.edition))];
  const known = used.flatMap((key) => editions[key] ?? []);
  const credits = known.map(toShortCredit);
  const dir = textDirection(items[0]!.text);
  const lang = toLangAttribute(known[0]?.language);
  return (
    <article class="projected">
      <div class="area" ref={area}>
        <div class="block" ref={block} dir={dir}>
          {heading && <h2 class="heading">{heading}</h2>}
          <p class="body scripture" ref={body} lang={lang}>
            <Verses items={items} shown={shown} />
          </p>
          <p class="credit">
            <span class="reference" lang={lang}>
              <bdi>{shown === items.length ? reference : toReference(items.slice(0, shown), known[0]?.language)}</bdi>
            </span>
            <span class="translation">
              <bdi>
                {known.length > 0
                  ? credits
                      .map(({ name }) => name)
                      .filter(Boolean)
                      .join(', ')
                  : used[0]}
              </bdi>
            </span>
          </p>
        </div>
      </div>
      <footer class="attribution" ref={attribution} dir={dir}>
        {ofDeck && (
          <p>
            <bdi>{ofDeck}</bdi>
          </p>
        )}
        <bdi>{credits.map(({ rights }) => rights).join(' ')}</bdi>
      </footer>
    </article>
  );
}

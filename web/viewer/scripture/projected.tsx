import { useRef, useState } from 'preact/hooks';
import type { ViewerEdition, ViewerItem } from '../../../src/contract/viewer.ts';
import { type Frame, mostThatFit } from '../fit/fit.ts';
import { type FitOptions, fitElement, showFirst } from '../fit/fit-element.ts';
import { frameBeside, READABLE_PART, screenHeight, useFit } from '../fit/use-fit.ts';
import type { Look } from '../look/look.ts';
import { toCredit, toReference } from './passage.ts';
import { dirOf, langOf, Verses } from './verses.tsx';

/** Sizes as parts of the height: what a text with room to spare gets, and the least that verses may cost each other. */
const PREFERRED_PART = 1 / 6;
const SHARED_PART = 1 / 11;
const ONE_COLUMN_PART = 1 / 16;
/** Of a whole passage: the part below which lines grow longer. */
const LONGER_LINES_PART = 1 / 22;
/** Characters a line at most: longer lines only where the text would not reach its size otherwise. */
const LINES_MAX = [34, 46, 60];

interface ProjectedProps {
  items: ViewerItem[];
  editions: Record<string, ViewerEdition>;
  look: Look;
  /** Of a whole passage, which is shown with all its verses that can be read; absent: as many as stay large. */
  reference?: string;
  heading?: string | null;
}

/** Verses on a whole screen, with their reference, edition and attribution. */
export function Projected({ items, editions, look: { design, textScale: scale }, reference, heading }: ProjectedProps) {
  const area = useRef<HTMLDivElement>(null);
  const block = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLParagraphElement>(null);
  const attribution = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(reference ? items.length : 1);

  useFit(() => {
    const text = body.current!;
    const total = text.querySelectorAll('.verse').length;
    // As many verses as stay large together, or of a passage as can be read, then the size of exactly those.
    let count = total;
    if (reference) count = mostThatFit(count, tryWith);
    else while (!tryWith(count) && count > 1) count--;
    setShown(count);
    alignTo(text, attribution.current!);

    function tryWith(most: number): boolean {
      showFirst(text, most);
      text.classList.toggle('alone', total === 1 || (most === 1 && !reference));
      return fit(most > 1 ? {} : { endsAt: screenHeight() * READABLE_PART }, most > 1);
    }

    function fit(last: Partial<FitOptions>, shared: boolean): boolean {
      const height = screenHeight();
      const frame = frameBeside(area.current!, block.current!, text);
      const options = { preferred: height * PREFERRED_PART, scale, ...last };
      const whole = height * (reference ? LONGER_LINES_PART : SHARED_PART);
      if (fitWholeLines(frame, options, whole * Math.max(1, scale))) return true;
      if (reference || !shared)
        return fitPassage(frame, height * LONGER_LINES_PART, { ...options, twoColumnsBelow: height * ONE_COLUMN_PART });
      const atLeast = height * SHARED_PART * Math.max(1, scale);
      return fitElement(text, frame, { ...options, twoColumnsBelow: 0, atLeast }) >= atLeast;
    }

    /** Each line of poetry in one line, where they are no smaller than `wanted`. */
    function fitWholeLines(frame: Frame, options: Omit<FitOptions, 'twoColumnsBelow'>, wanted: number): boolean {
      text.classList.add('whole-lines');
      // Of prose beside them a line is to be no longer than it has to.
      const whole =
        text.querySelector('.verse:not([hidden]) .line') !== null &&
        [...LINES_MAX, Number.MAX_VALUE].some(
          (lineMax) =>
            fitElement(text, frame, { ...options, endsAt: 0, twoColumnsBelow: 0, lineMax, atLeast: wanted }) >= wanted,
        );
      text.classList.toggle('whole-lines', whole);
      return whole;
    }

    /** In lines that are longer where the text would be smaller than `wanted`; it ends early only in the longest. */
    function fitPassage(frame: Frame, wanted: number, options: FitOptions): boolean {
      const readable = Math.min(options.preferred * scale - 1, screenHeight() * READABLE_PART * Math.min(1, scale));
      let size = 0;
      LINES_MAX.some((lineMax, index) => {
        const last = index === LINES_MAX.length - 1;
        const endsAt = last ? options.endsAt : 0;
        const atLeast = last ? (endsAt ? 0 : readable) : wanted;
        size = fitElement(text, frame, { ...options, endsAt, lineMax, atLeast });
        return size >= wanted;
      });
      return size >= readable;
    }
  }, [items, scale, design, reference, heading]);

  const used = [...new Set(items.map((item) => item.edition))];
  const known = used.flatMap((key) => editions[key] ?? []);
  const credits = known.map(toCredit);
  const dir = dirOf(items[0]!.text);
  const lang = langOf(known[0]?.language);
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
              <bdi>
                {reference && shown === items.length
                  ? reference
                  : toReference(items.slice(0, shown), known[0]?.language)}
              </bdi>
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
        <bdi>{credits.map(({ rights }) => rights).join(' ')}</bdi>
      </footer>
    </article>
  );
}

/** Puts the attribution where the lines of the text above it begin, unless it would need more lines there. */
function alignTo(text: HTMLElement, attribution: HTMLElement): void {
  attribution.style.marginInlineStart = '';
  const height = attribution.offsetHeight;
  const { direction, paddingRight } = getComputedStyle(attribution);
  // At the right stands the organization's mark.
  const taken = direction === 'rtl' ? Number.parseFloat(paddingRight) : 0;
  const start = Math.max(0, (attribution.offsetWidth - text.offsetWidth) / 2 - taken);
  attribution.style.marginInlineStart = `${start}px`;
  if (attribution.offsetHeight > height) attribution.style.marginInlineStart = '';
}

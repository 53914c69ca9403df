import type { Ref } from 'preact';
import { useRef } from 'preact/hooks';
import type { ViewerSlide } from '../../../src/contract/viewer.ts';
import type { Appearance } from '../appearance/appearance.ts';
import { alignAttribution } from '../fit/align-attribution.ts';
import { contentBoxOf, type FitOptions, fitElement, fitLines } from '../fit/fit-element.ts';
import { minLegibleOnScreen, type OnFitProblem, toSlideFitProblem } from '../fit/fit-page.ts';
import { useClearFitProblem } from '../fit/use-clear-fit-problem.ts';
import { READABLE_PART, screenHeight, useFit } from '../fit/use-fit.ts';
import { Paragraphs } from '../scripture/paragraphs.tsx';
import { toPrintedReference } from '../scripture/reader-passages.ts';
import { textDirection } from '../scripture/verses.tsx';
import { SlideImage } from './slide-image.tsx';
import { SlidePassage } from './slide-passage.tsx';
import { TimeLeft } from './time-left.tsx';

/** Preferred sizes as fractions of the height. */
const PREFERRED_PART = { title: 1 / 5.5, text: 1 / 7, countdown: 1 / 2.5 };
/** Fraction of the height below which a text can take two columns. */
const TWO_COLUMNS_PART = 1 / 22;
const LINE_MIN = { title: 8, text: 18, countdown: 4 };
const MIN_SIZE_PART = { title: 1 / 60, text: 1 / 90, countdown: 1 / 60 };
/** Maximum numbers of characters per line: more only for text that would otherwise be too small to read. */
const LINES_MAX = { title: [26, 40, 60], text: [42, 64, 90], countdown: [26] };

interface Props {
  slide: ViewerSlide;
  appearance: Appearance;
  onProblem: OnFitProblem;
}

/** Renders a slide of a presentation [D26] on a whole screen. */
export function SlideFrame({ slide, appearance, onProblem }: Props) {
  const { layout, passage, image, title, text, attribution } = slide;
  const isWithoutText =
    layout === 'image' || layout === 'blank' || !(title || text || passage || layout === 'countdown');
  useClearFitProblem(isWithoutText, onProblem);
  if (layout === 'image') {
    return (
      <article class="projected">
        <div class="area">{image && <SlideImage image={image} title={title} />}</div>
        {attribution && <SlideAttribution text={attribution} />}
      </article>
    );
  }
  if (layout === 'scripture' && passage && passage.verses.length > 0) {
    const { verses, editions, reference } = passage;
    return (
      <SlidePassage
        items={verses}
        editions={editions}
        appearance={appearance}
        reference={toPrintedReference(reference)}
        heading={title}
        attribution={attribution}
        onProblem={onProblem}
      />
    );
  }
  if (layout === 'countdown') {
    return <FittedText slide={slide} appearance={appearance} kind="countdown" onProblem={onProblem} />;
  }
  // A title without text is laid out as a title, whatever the slide's layout is.
  if (layout === 'blank' || !(title || text)) return null;
  const kind = layout === 'title' || !text ? 'title' : 'text';
  return <FittedText slide={slide} appearance={appearance} kind={kind} onProblem={onProblem} />;
}

function SlideAttribution({ text, holder }: { text: string; holder?: Ref<HTMLElement> }) {
  return (
    <footer class="attribution" ref={holder} dir={textDirection(text)}>
      <bdi>{text}</bdi>
    </footer>
  );
}

function FittedText({
  slide,
  appearance: { design, textScale: scale },
  kind,
  onProblem,
}: Props & { kind: keyof typeof LINES_MAX }) {
  const { title, text, texts, attribution, sung, until } = slide;
  const area = useRef<HTMLDivElement>(null);
  const block = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const footer = useRef<HTMLElement>(null);

  useFit(() => {
    const height = screenHeight();
    const frame = contentBoxOf(area.current!, block.current!);
    const lines = LINES_MAX[kind];
    const readable = height * READABLE_PART;
    const fit = (lineMax: number, more: Partial<FitOptions>) =>
      fitElement(body.current!, frame, {
        preferred: height * PREFERRED_PART[kind],
        otherColumnsBelow: kind === 'text' ? height * TWO_COLUMNS_PART : 0,
        scale,
        lineMax,
        lineMin: LINE_MIN[kind],
        minSize: height * MIN_SIZE_PART[kind],
        block: block.current!,
        ...more,
      });
    fitLines(body.current!, { readable, sung: sung && minLegibleOnScreen() * Math.min(1, scale) }, (more) => {
      if (more.lineMax) return fit(more.lineMax, more);
      let size = 0;
      lines.some((lineMax) => {
        size = fit(lineMax, lineMax === lines.at(-1) ? { truncateAt: readable } : { atLeast: readable });
        return size >= readable;
      });
      return size;
    });
    if (footer.current) alignAttribution(block.current!, footer.current);
    onProblem?.(toSlideFitProblem(block.current!, true, minLegibleOnScreen(), scale));
  }, [title, text, texts?.length, attribution, sung, scale, design, kind, until]);

  const counts = kind === 'countdown';
  const [heading, main, below] =
    kind === 'title' ? [null, title || text, title && text] : counts ? [title, null, text] : [title, text];
  return (
    <article class={`projected ${kind}-slide`}>
      <div class="area" ref={area}>
        <div class="block" ref={block} dir={textDirection(main || title || text || '')}>
          {heading && <h2 class="heading">{heading}</h2>}
          <div class="body" ref={body}>
            {counts ? (
              <TimeLeft slide={slide} />
            ) : kind === 'title' ? (
              <h2>{main}</h2>
            ) : (
              <Paragraphs text={main!} texts={texts} />
            )}
          </div>
          {below && (
            <div class="subtitle">
              <Paragraphs text={below} />
            </div>
          )}
        </div>
      </div>
      {attribution && <SlideAttribution text={attribution} holder={footer} />}
    </article>
  );
}

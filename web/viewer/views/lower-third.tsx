import '../styles/screens.css';
import '../styles/pages.css';
import '../styles/frames.css';
import '../styles/lower-third.css';
import { useRef, useState } from 'preact/hooks';
import type {
  ViewerBranding,
  ViewerEdition,
  ViewerItem,
  ViewerSlide,
  ViewerText,
} from '../../../src/contract/viewer.ts';
import { toDisplayPages } from '../../shared/display-pages.ts';
import { largestCountThatFits } from '../fit/fit.ts';
import { fitElement, fitLines, showFirstVerses } from '../fit/fit-element.ts';
import { minLegibleOnPicture, toSlideFitProblem } from '../fit/fit-page.ts';
import { useClearFitProblem } from '../fit/use-clear-fit-problem.ts';
import { remainingBox, screenHeight, useFit } from '../fit/use-fit.ts';
import { Paragraphs } from '../scripture/paragraphs.tsx';
import { toReference, toShortCredit } from '../scripture/reader-passages.ts';
import { toPageId, toTranslationTexts } from '../scripture/translation-texts.ts';
import { textDirection, toLangAttribute, VerseRun } from '../scripture/verses.tsx';
import { BrandingLogo } from './branding-logo.tsx';
import { Crossfade } from './crossfade.tsx';
import { PagePlate } from './page-plate.tsx';
import type { ViewProps } from './view-props.ts';

/** Sizes as fractions of the height: preferred; below which two columns are allowed; minimum. */
const PREFERRED_PART = 1 / 18;
const ONE_COLUMN_PART = 1 / 28;
const PASSAGE_MIN_PART = 1 / 50;
const TEXT_MIN_PART = 1 / 72;
/** Size of truncated text as a fraction of the height. */
const TRUNCATED_PART = 1 / 40;
/** Maximum number of characters per line. */
const LINE_MAX = 64;

/** Text of a plate: one or more verses, or the text of a slide. */
interface Caption {
  id: string;
  verses: ViewerItem[];
  edition: ViewerEdition | undefined;
  text: string;
  texts?: ViewerText[] | undefined;
  /** Label in place of the reference, for text without one. */
  label: string | null;
  /** Attribution of the deck. */
  attribution?: string | undefined;
  sung?: true | undefined;
  /** Countdown whose remaining time replaces the text. */
  countdown?: ViewerSlide | undefined;
}

/** Maximum number of translations, unless the output sets them. [D54] */
const TRANSLATIONS_MAX = 2;

/** Renders `?view=lower-third`: the current page or slide on a plate over any picture. */
export function LowerThirdView(props: ViewProps) {
  const { state, showing, translations } = props;
  const { slide, house: branding, editions } = state;
  const caption = showing && slide ? toSlideCaption(slide) : undefined;
  const page = showing && !slide ? toDisplayPages(state).page : null;
  const texts = page && toTranslationTexts(page, editions, translations, TRANSLATIONS_MAX);
  useClearFitProblem(!(caption ?? texts), props.onProblem);
  return (
    <Crossfade
      id={caption?.id ?? (texts ? toPageId(texts) : 'ground')}
      animates={props.appearance.transition !== 'none'}
      plate={Boolean(caption ?? texts)}
    >
      {() =>
        caption ? (
          <Plate {...props} caption={caption} branding={branding} />
        ) : (
          texts && <PagePlate {...props} texts={texts} branding={branding} />
        )
      }
    </Crossfade>
  );
}

/** Returns the caption of a slide. Image and blank slides have none, so that the picture stays uncovered. */
function toSlideCaption(slide: ViewerSlide): Caption | undefined {
  const { id, layout, passage, title, text, texts, attribution, sung } = slide;
  const verses = passage?.verses ?? [];
  const countdown = layout === 'countdown' ? slide : undefined;
  const said = verses.map((verse) => verse.text).join(' ') || text;
  const [main, label] = layout === 'title' && title ? [title, text] : [said || title, said || countdown ? title : null];
  if (!(main || countdown) || layout === 'image') return undefined;
  const edition = passage?.editions[verses[0]?.edition ?? ''];
  return { id: `slide ${id}`, verses, edition, text: main ?? '', texts, label, attribution, sung, countdown };
}

interface PlateProps extends Pick<ViewProps, 'appearance' | 'slides' | 'onProblem'> {
  caption: Caption;
  branding: ViewerBranding;
}

function Plate({ caption, slides, appearance: { design, textScale: scale }, branding, onProblem }: PlateProps) {
  const area = useRef<HTMLDivElement>(null);
  const plate = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(caption.verses.length);
  const { verses, edition, text, texts, label, attribution, sung, countdown } = caption;

  useFit(() => {
    const height = screenHeight();
    const lowest = height * (verses.length > 1 ? PASSAGE_MIN_PART : TEXT_MIN_PART);
    const count = largestCountThatFits(verses.length, (most) => {
      showFirstVerses(body.current!, most);
      const frame = remainingBox(area.current!, plate.current!, body.current!);
      const sizes = { readable: height * TRUNCATED_PART, sung: sung && minLegibleOnPicture() * Math.min(1, scale) };
      fitLines(body.current!, sizes, (more) =>
        fitElement(body.current!, frame, {
          scale,
          preferred: height * PREFERRED_PART,
          otherColumnsBelow: height * ONE_COLUMN_PART,
          lineMax: LINE_MAX,
          // Text that does not fit at a readable size is truncated: a passage after a verse, other text with an
          // ellipsis.
          minSize: lowest,
          ...(most <= 1 && { truncateAt: height * TRUNCATED_PART }),
          ...more,
        }),
      );
      return body.current!.offsetHeight <= frame.height;
    });
    setShown(count);
    onProblem?.(toSlideFitProblem(body.current!, count === verses.length, minLegibleOnPicture(), scale));
  }, [text, texts?.length, label, attribution, sung, scale, design]);

  const lang = toLangAttribute(edition?.language);
  const credit = edition && toShortCredit(edition);
  return (
    <article class="captioned">
      <div class="room" ref={area} />
      <div class="plate" ref={plate} dir={textDirection(text)}>
        <div class="body scripture" ref={body} lang={verses.length > 0 ? lang : undefined}>
          {verses.length > 1 ? (
            <VerseRun verses={verses} />
          ) : (
            (verses[0]?.text ??
            (countdown && slides ? <slides.TimeLeft slide={countdown} /> : <Paragraphs text={text} texts={texts} />))
          )}
        </div>
        <div class="credit">
          {verses.length > 0 ? (
            <>
              <span class="reference" lang={lang}>
                <bdi>{toReference(verses.slice(0, shown), edition?.language)}</bdi>
              </span>
              <span class="translation">
                <bdi>{credit?.name ?? verses[0]!.edition}</bdi>
              </span>
              <span class="attribution">
                <bdi>{credit?.rights}</bdi>
              </span>
            </>
          ) : (
            label && <span class="reference">{label}</span>
          )}
          {attribution && (
            <span class="attribution" dir={textDirection(attribution)}>
              <bdi>{attribution}</bdi>
            </span>
          )}
          <BrandingLogo branding={branding} />
        </div>
      </div>
    </article>
  );
}

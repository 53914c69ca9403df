import { useRef, useState } from 'preact/hooks';
import type { ViewerChord, ViewerItem, ViewerSlide, ViewerText } from '../../../src/contract/viewer.ts';
import { largestCountThatFits } from '../fit/fit.ts';
import { fitElement, fitLines, isRendered, showFirstVerses } from '../fit/fit-element.ts';
import { READABLE_PART, screenHeight, useFit } from '../fit/use-fit.ts';
import { Paragraphs } from '../scripture/paragraphs.tsx';
import { toPrintedReference, toReference } from '../scripture/reader-passages.ts';
import type { TranslationText } from '../scripture/translation-texts.ts';
import { toLangAttribute, VerseRun } from '../scripture/verses.tsx';
import type { ViewProps } from './view-props.ts';

/** Fraction of the preferred size below which a text can take two columns. */
const TWO_COLUMNS_BELOW = 0.6;
/** Maximum line length in characters: a speaker is close to the screen. */
const LINE_MAX = 60;
/**
 * Minimum font size of the next text in px, on a phone: its beginning is enough, so it is truncated rather than shrunk
 * further.
 */
const NEXT_MIN_PX = 10;

/** Text to be spoken, with what is shown above it. */
export interface PromptText {
  text: string;
  texts?: ViewerText[] | undefined;
  reference: string | null;
  translation: string | undefined;
  lang: string | undefined;
  /** Countdown whose remaining time replaces the text. */
  countdown?: ViewerSlide;
  /** Verses of a passage, and the reference of the first `shown` ones if not all are readable. */
  passage?: { verses: ViewerItem[]; referenceTo: (shown: number) => string };
}

/** Returns the first translation of a page as a prompt, which is enough for the next text. */
export function toPagePrompt([text]: readonly TranslationText[]): PromptText | undefined {
  if (!text) return undefined;
  const { rows, reference, edition } = text;
  const texts = rows.flat().map((verse) => verse.text);
  return { text: texts.join(' '), reference, translation: edition.name, lang: toLangAttribute(edition.language) };
}

export function toSlidePrompt(slide: ViewerSlide): PromptText | undefined {
  const { layout, passage, title, text, texts } = slide;
  if (layout === 'blank') return undefined;
  const none = { translation: undefined, lang: undefined };
  if (layout === 'countdown') return { ...none, text: text ?? '', reference: title, countdown: slide };
  const first = layout === 'scripture' ? passage?.verses[0] : undefined;
  if (passage && first) {
    const { verses, reference, editions } = passage;
    const edition = editions[first.edition];
    const referenceTo = (shown: number) =>
      shown === verses.length ? toPrintedReference(reference) : toReference(verses.slice(0, shown), edition?.language);
    return {
      text: verses.map((verse) => verse.text).join(' '),
      reference,
      translation: edition?.name ?? first.edition,
      lang: toLangAttribute(edition?.language),
      passage: { verses, referenceTo },
    };
  }
  const lines = layout === 'title' ? [title, text] : [text || title];
  const main = lines.filter(Boolean).join('\n');
  const reference = layout !== 'title' && text ? title : null;
  return main ? { ...none, text: main, texts, reference } : undefined;
}

interface PromptProps {
  line: PromptText;
  slides: ViewProps['slides'];
  part: number;
  scale: number;
  label?: string;
  chords?: ViewerChord[] | undefined;
  chorded?: ViewProps['chorded'];
  strings?: ViewProps['strings'];
}

export function Prompt({
  line: { text, texts, reference, translation, lang, countdown, passage },
  slides,
  part,
  scale,
  label,
  chords,
  chorded,
  strings,
}: PromptProps) {
  const area = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const verses = passage?.verses ?? [];
  const [shown, setShown] = useState(verses.length);
  useFit(() => {
    const frame = { width: area.current!.clientWidth, height: area.current!.clientHeight };
    const preferred = screenHeight() * part;
    const readable = Math.max(screenHeight() * READABLE_PART, label ? NEXT_MIN_PX : 0);
    const atLeast = readable * Math.min(1, scale);
    const fits = (most: number): boolean => {
      showFirstVerses(body.current!, most);
      const size = fitLines(body.current!, { readable }, (more) =>
        fitElement(body.current!, frame, {
          preferred,
          otherColumnsBelow: preferred * TWO_COLUMNS_BELOW,
          scale,
          lineMax: LINE_MAX,
          ...(label && { minSize: readable }),
          ...(most <= 1 ? { truncateAt: readable } : { atLeast }),
          ...more,
        }),
      );
      return size >= atLeast;
    };
    // Without the text, the reference names all verses.
    setShown(isRendered(body.current!) ? largestCountThatFits(verses.length, fits) : verses.length);
  }, [text, texts?.length, chords, countdown?.until, scale, part]);
  return (
    <>
      <p class="credit">
        {label && <span class="label">{label}</span>}
        <span class="reference" lang={lang}>
          <bdi>{passage ? passage.referenceTo(shown) : reference}</bdi>
        </span>
        <span class="translation">
          <bdi>{translation}</bdi>
        </span>
      </p>
      <div class="area" ref={area}>
        <div class="body scripture" ref={body} lang={lang}>
          {passage ? (
            <VerseRun verses={verses} />
          ) : countdown && slides ? (
            <slides.TimeLeft slide={countdown} />
          ) : chords && chorded ? (
            <>
              <chorded.ChordedText text={text} chords={chords} strings={strings!} />
              {!label && texts && <Paragraphs text="" texts={texts.with(0, { ...texts[0]!, text: '' })} />}
            </>
          ) : (
            <Paragraphs text={text} texts={label ? undefined : texts} />
          )}
        </div>
      </div>
    </>
  );
}

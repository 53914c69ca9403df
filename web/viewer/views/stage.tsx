import '../styles/screens.css';
import '../styles/stage.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ViewerEdition, ViewerItem, ViewerSlide } from '../../../src/contract/viewer.ts';
import { VIEWER_SCALE_STEP } from '../../../src/contract/viewer.ts';
import { mostThatFit } from '../fit/fit.ts';
import { fitElement, fitLines, showFirst } from '../fit/fit-element.ts';
import { READABLE_PART, screenHeight, useFit } from '../fit/use-fit.ts';
import { Paragraphs } from '../scripture/paragraphs.tsx';
import { findFocus, toPrinted, toReference } from '../scripture/passage.ts';
import { dirOf, langOf, VerseRun } from '../scripture/verses.tsx';
import type { ViewProps } from './view-props.ts';

/** Preferred sizes as parts of the height. */
const CURRENT_PART = 1 / 10;
const NEXT_PART = 1 / 24;
/** Text that must be smaller than this part of its preferred size may take two columns. */
const TWO_COLUMNS_BELOW = 0.6;
/** Characters a line at most: whoever reads aloud sits close. */
const LINE_MAX = 60;
/** Of the next verse its beginning is enough: it ends early rather than being smaller than this, px, on a phone. */
const NEXT_LOWEST = 10;

/** `?view=stage`: for whoever speaks: the current verse, the next one, and the time; or the slide. It never moves. */
export function View({ state, showing, look, strings, language }: ViewProps) {
  const focus = findFocus(state.items, state.focus);
  const slide = state.slide;
  const [current, next] = slide
    ? [ofSlide(slide)]
    : [focus, focus + 1].map((index) => ofVerse(state.items[index], state.editions));
  const scale = VIEWER_SCALE_STEP ** look.scale;
  return (
    <div class={slide ? 'prompter alone' : 'prompter'}>
      <Clock language={language} />
      <section class="now" dir={current && dirOf(current.text)}>
        {showing && current && <Prompt line={current} part={CURRENT_PART} scale={scale} />}
      </section>
      {!slide && (
        <section class="next" dir={next && dirOf(next.text)} aria-label={strings.next}>
          {showing && next && <Prompt line={next} part={NEXT_PART} scale={scale} label={strings.next} />}
        </section>
      )}
    </div>
  );
}

/** What is to be spoken, and what stands above it. */
interface Line {
  text: string;
  reference: string | null;
  translation: string | undefined;
  lang: string | undefined;
  /** Of a passage: what stands above its first verses where not all can be read. */
  passage?: { verses: ViewerItem[]; referenceTo: (shown: number) => string };
}

function ofVerse(item: ViewerItem | undefined, editions: Record<string, ViewerEdition>): Line | undefined {
  if (!item) return undefined;
  const edition = editions[item.edition];
  const lang = langOf(edition?.language);
  const reference = toReference([item], edition?.language);
  return { text: item.text, reference, translation: edition?.name ?? item.edition, lang };
}

function ofSlide({ layout, passage, title, text }: ViewerSlide): Line | undefined {
  if (layout === 'blank') return undefined;
  const first = layout === 'scripture' ? passage?.verses[0] : undefined;
  if (passage && first) {
    const line = ofVerse(first, passage.editions)!;
    const { verses, reference, editions } = passage;
    const language = editions[first.edition]?.language;
    const referenceTo = (shown: number) =>
      shown === verses.length ? toPrinted(reference) : toReference(verses.slice(0, shown), language);
    return { ...line, text: verses.map((verse) => verse.text).join(' '), passage: { verses, referenceTo } };
  }
  const lines = layout === 'title' ? [title, text] : [text || title];
  const main = lines.filter(Boolean).join('\n');
  const reference = layout !== 'title' && text ? title : null;
  return main ? { text: main, reference, translation: undefined, lang: undefined } : undefined;
}

interface PromptProps {
  line: Line;
  part: number;
  scale: number;
  label?: string;
}

function Prompt({ line: { text, reference, translation, lang, passage }, part, scale, label }: PromptProps) {
  const area = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const verses = passage?.verses ?? [];
  const [shown, setShown] = useState(verses.length);
  useFit(() => {
    const frame = { width: area.current!.clientWidth, height: area.current!.clientHeight };
    const preferred = screenHeight() * part;
    const readable = Math.max(screenHeight() * READABLE_PART, label ? NEXT_LOWEST : 0);
    const atLeast = readable * Math.min(1, scale);
    const count = mostThatFit(verses.length, (most) => {
      showFirst(body.current!, most);
      const size = fitLines(body.current!, readable, (more) =>
        fitElement(body.current!, frame, {
          preferred,
          twoColumnsBelow: preferred * TWO_COLUMNS_BELOW,
          scale,
          lineMax: LINE_MAX,
          ...(label && { lowest: readable }),
          ...(most <= 1 ? { endsAt: readable } : { atLeast }),
          ...more,
        }),
      );
      return size >= atLeast;
    });
    setShown(count);
  }, [text, scale, part]);
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
          {passage ? <VerseRun verses={verses} /> : <Paragraphs text={text} />}
        </div>
      </div>
    </>
  );
}

function Clock({ language }: { language: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const untilNextMinute = 60_000 - (now.getTime() % 60_000);
    const timer = setTimeout(() => setNow(new Date()), untilNextMinute + 20);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <time class="clock" dateTime={now.toISOString()}>
      {now.toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' })}
    </time>
  );
}

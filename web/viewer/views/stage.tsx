import '../styles/screens.css';
import '../styles/pages.css';
import '../styles/stage.css';
import { useRef } from 'preact/hooks';
import { minutesOver } from '../../../src/contract/plan-times.ts';
import { VIEWER_SCALE_STEP } from '../../../src/contract/viewer.ts';
import { toDisplayPages } from '../../shared/display-pages.ts';
import { useNow } from '../../shared/use-now.ts';
import { fitPage, minLegibleOnScreen, toFitProblem } from '../fit/fit-page.ts';
import { useClearFitProblem } from '../fit/use-clear-fit-problem.ts';
import { screenHeight, useFit } from '../fit/use-fit.ts';
import { leadingText, PageBody, PageCredit } from '../scripture/page-body.tsx';
import { type TranslationText, toTranslationTexts } from '../scripture/translation-texts.ts';
import { textDirection } from '../scripture/verses.tsx';
import { Prompt, toPagePrompt, toSlidePrompt } from './prompt.tsx';
import { StageClock, StageNotes } from './stage-notes.tsx';
import type { ViewProps } from './view-props.ts';

/** Preferred sizes as fractions of the height. */
const CURRENT_PART = 1 / 10;
const TIMED_PART = 1 / 3;
const NEXT_PART = 1 / 24;
/** Fraction of the preferred size below which two columns or longer lines are allowed and lines of poetry wrap. */
const SMALLER_PART = 0.6;
/** Maximum line length in characters: a speaker is close to the screen. */
const LINES_MAX = [60, 80];

/**
 * Renders `?view=stage`, for the speaker: the current page or slide, what comes next, and the time. It is never
 * animated.
 */
export function StageView(props: ViewProps) {
  const { state, showing, appearance, strings, language, translations, nextSlide, onProblem } = props;
  const { slide, editions } = state;
  const scale = VIEWER_SCALE_STEP ** appearance.scale;
  const { page, next: nextPage } = slide ? { page: null, next: null } : toDisplayPages(state);
  const texts = page && toTranslationTexts(page, editions, translations);
  const now = slide && toSlidePrompt(slide);
  const next = slide
    ? nextSlide && toSlidePrompt(nextSlide)
    : nextPage && toPagePrompt(toTranslationTexts(nextPage, editions, translations));
  useClearFitProblem(!(showing && texts), onProblem);
  const alone = slide && !nextSlide;
  const over = minutesOver(props.plannedEnd, new Date(useNow(60_000)));
  // Content above reduces the available space; the key makes the text fit again.
  const above = JSON.stringify([
    props.hidden,
    props.stage?.message,
    Boolean(props.stage?.countdown_to),
    props.entryNote,
    over > 0,
  ]);
  return (
    <div class={`prompter${alone ? ' alone' : ''}${props.hidden ? ' unseen-by-audience' : ''}`}>
      <StageNotes stage={props.stage} hidden={props.hidden} entryNote={props.entryNote} over={over} strings={strings} />
      <StageClock language={language} />
      <section class="now" dir={textDirection(texts ? leadingText(texts[0]!) : (now?.text ?? ''))}>
        {showing && now && (
          <Prompt
            key={above}
            line={now}
            slides={props.slides}
            part={now.countdown ? TIMED_PART : CURRENT_PART}
            scale={scale}
            chords={props.chords?.text === now.text ? props.chords.list : undefined}
            chorded={props.chorded}
            strings={strings}
          />
        )}
        {showing && page && texts && (
          <PagePrompt
            key={above}
            texts={texts}
            part={page.part}
            parts={page.parts}
            scale={scale}
            onProblem={onProblem}
          />
        )}
      </section>
      {!alone && (
        <section class="next" dir={next ? textDirection(next.text) : undefined} aria-label={strings.next}>
          {showing && next && (
            <Prompt line={next} slides={props.slides} part={NEXT_PART} scale={scale} label={strings.next} />
          )}
        </section>
      )}
    </div>
  );
}

interface PageProps extends Pick<ViewProps, 'onProblem'> {
  texts: readonly TranslationText[];
  part: number;
  parts: number;
  scale: number;
}

function PagePrompt({ texts, part, parts, scale, onProblem }: PageProps) {
  const area = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  useFit(() => {
    const frame = { width: area.current!.clientWidth, height: area.current!.clientHeight };
    const preferred = screenHeight() * CURRENT_PART;
    const size = fitPage(body.current!, frame, {
      preferred,
      scale,
      longerLinesBelow: preferred * SMALLER_PART,
      twoColumnsBelow: preferred * SMALLER_PART,
      rearrangeBelow: minLegibleOnScreen() * Math.min(1, scale),
      wholeLinesFrom: preferred * SMALLER_PART,
      linesMax: LINES_MAX,
      beside: innerWidth > innerHeight,
    });
    onProblem?.(toFitProblem(size, minLegibleOnScreen(), scale));
  }, [JSON.stringify(texts), scale]);
  return (
    <>
      <p class="credit">
        <PageCredit texts={texts} />
        {parts > 1 && <span class="part">{`${part + 1}/${parts}`}</span>}
      </p>
      <div class="area" ref={area}>
        <PageBody texts={texts} holder={body} />
      </div>
    </>
  );
}

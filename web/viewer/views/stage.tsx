import '../styles/screens.css';
import '../styles/pages.css';
import '../styles/stage.css';
import { useRef } from 'preact/hooks';
import { VIEWER_SCALE_STEP } from '../../../src/contract/viewer.ts';
import { toDisplayPages } from '../../shared/display-pages.ts';
import { fitPage, minLegibleOnScreen, toFitProblem } from '../fit/fit-page.ts';
import { useClearFitProblem } from '../fit/use-clear-fit-problem.ts';
import { screenHeight, useFit } from '../fit/use-fit.ts';
import { leadingText, PageBody, PageCredit } from '../scripture/page-body.tsx';
import { type TranslationText, toTranslationTexts } from '../scripture/translation-texts.ts';
import { textDirection } from '../scripture/verses.tsx';
import { Prompt, toPagePrompt, toSlidePrompt } from './prompt.tsx';
import { StageClock, StageNotes } from './stage-notes.tsx';
import type { ViewProps } from './view-props.ts';

/** Preferred sizes as parts of the height. */
const CURRENT_PART = 1 / 10;
const NEXT_PART = 1 / 24;
/** Below this part of the preferred size a text may take two columns or longer lines, and lines of poetry are broken. */
const SMALLER_PART = 0.6;
/** Characters a line at most: whoever reads aloud sits close. */
const LINES_MAX = [60, 80];

/** `?view=stage`: for whoever speaks: the current page, what comes next, and the time; or the slide. It never moves. */
export function StageView(props: ViewProps) {
  const { state, showing, look, strings, language, translations, nextSlide, onProblem } = props;
  const { slide, editions } = state;
  const scale = VIEWER_SCALE_STEP ** look.scale;
  const { page, next: nextPage } = slide ? { page: null, next: null } : toDisplayPages(state);
  const texts = page && toTranslationTexts(page, editions, translations);
  const now = slide && toSlidePrompt(slide);
  const next = slide
    ? nextSlide && toSlidePrompt(nextSlide)
    : nextPage && toPagePrompt(toTranslationTexts(nextPage, editions, translations));
  useClearFitProblem(!(showing && texts), onProblem);
  const alone = slide && !nextSlide;
  // What stands above leaves less room: then all is fitted again.
  const above = JSON.stringify([props.hidden, props.stage?.message, Boolean(props.stage?.countdown_to)]);
  return (
    <div class={`prompter${alone ? ' alone' : ''}${props.hidden ? ' unseen-by-audience' : ''}`}>
      <StageNotes stage={props.stage} hidden={props.hidden} strings={strings} />
      <StageClock language={language} />
      <section class="now" dir={textDirection(texts ? leadingText(texts[0]!) : (now?.text ?? ''))}>
        {showing && now && <Prompt key={above} line={now} part={CURRENT_PART} scale={scale} />}
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
          {showing && next && <Prompt line={next} part={NEXT_PART} scale={scale} label={strings.next} />}
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
      otherwiseBelow: minLegibleOnScreen() * Math.min(1, scale),
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

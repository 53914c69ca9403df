import '../styles/screens.css';
import '../styles/pages.css';
import '../styles/stage.css';
import { useRef } from 'preact/hooks';
import { VIEWER_SCALE_STEP } from '../../../src/contract/viewer.ts';
import { toViewerPages } from '../../shared/lines.ts';
import { fitPage, legibleOnScreen, problemOf } from '../fit/fit-page.ts';
import { screenHeight, useFit } from '../fit/use-fit.ts';
import { useNoProblem } from '../fit/use-no-problem.ts';
import { firstOf, PageBody, PageCredit } from '../scripture/page-body.tsx';
import { type PageText, toPageTexts } from '../scripture/page-texts.ts';
import { dirOf } from '../scripture/verses.tsx';
import { ofPage, ofSlide, Prompt } from './prompt.tsx';
import { Clock, Notes } from './stage-notes.tsx';
import type { ViewProps } from './view-props.ts';

/** Preferred sizes as parts of the height. */
const CURRENT_PART = 1 / 10;
const NEXT_PART = 1 / 24;
/** Below this part of the preferred size a text may take two columns or longer lines, and lines of poetry are broken. */
const SMALLER_PART = 0.6;
/** Characters a line at most: whoever reads aloud sits close. */
const LINES_MAX = [60, 80];

/** `?view=stage`: for whoever speaks: the current page, what comes next, and the time; or the slide. It never moves. */
export function View(props: ViewProps) {
  const { state, showing, look, strings, language, translations, nextSlide, onProblem } = props;
  const { slide, editions } = state;
  const scale = VIEWER_SCALE_STEP ** look.scale;
  const { page, next: nextPage } = slide ? { page: null, next: null } : toViewerPages(state);
  const texts = page && toPageTexts(page, editions, translations);
  const now = slide && ofSlide(slide);
  const next = slide
    ? nextSlide && ofSlide(nextSlide)
    : nextPage && ofPage(toPageTexts(nextPage, editions, translations));
  useNoProblem(!(showing && texts), onProblem);
  const alone = slide && !nextSlide;
  // What stands above leaves less room: then all is fitted again.
  const above = JSON.stringify([props.hidden, props.stage?.message, Boolean(props.stage?.countdown_to)]);
  return (
    <div class={`prompter${alone ? ' alone' : ''}${props.hidden ? ' unseen-by-audience' : ''}`}>
      <Notes stage={props.stage} hidden={props.hidden} strings={strings} />
      <Clock language={language} />
      <section class="now" dir={dirOf(texts ? firstOf(texts[0]!) : (now?.text ?? ''))}>
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
        <section class="next" dir={next ? dirOf(next.text) : undefined} aria-label={strings.next}>
          {showing && next && <Prompt line={next} part={NEXT_PART} scale={scale} label={strings.next} />}
        </section>
      )}
    </div>
  );
}

interface PageProps extends Pick<ViewProps, 'onProblem'> {
  texts: readonly PageText[];
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
      otherwiseBelow: legibleOnScreen() * Math.min(1, scale),
      wholeLinesFrom: preferred * SMALLER_PART,
      linesMax: LINES_MAX,
      beside: innerWidth > innerHeight,
    });
    onProblem?.(problemOf(size, legibleOnScreen(), scale));
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

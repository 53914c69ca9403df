import '../styles/screens.css';
import '../styles/pages.css';
import '../styles/frames.css';
import '../styles/screen.css';
import { toDisplayPages } from '../../shared/display-pages.ts';
import { useClearFitProblem } from '../fit/use-clear-fit-problem.ts';
import { ProjectedPage } from '../scripture/projected-page.tsx';
import { toPageId, toTranslationTexts } from '../scripture/translation-texts.ts';
import { Crossfade } from './crossfade.tsx';
import type { ViewProps } from './view-props.ts';

/** Renders `?view=screen`: the current page as large as fits, or the slide. */
export function ScreenView({ state, showing, appearance, slides, translations, verseNumbers, onProblem }: ViewProps) {
  const slide = showing ? state.slide : null;
  const page = showing && !slide ? toDisplayPages(state).page : null;
  const texts = page && toTranslationTexts(page, state.editions, translations);
  useClearFitProblem(!(slide ?? texts), onProblem);
  return (
    <Crossfade
      id={slide ? `slide ${slide.id}` : texts ? toPageId(texts) : 'ground'}
      animates={appearance.transition !== 'none'}
    >
      {() =>
        slide
          ? slides && <slides.SlideFrame slide={slide} appearance={appearance} onProblem={onProblem} />
          : texts && (
              <ProjectedPage texts={texts} appearance={appearance} verseNumbers={verseNumbers} onProblem={onProblem} />
            )
      }
    </Crossfade>
  );
}

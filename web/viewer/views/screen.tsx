import '../styles/screens.css';
import '../styles/pages.css';
import '../styles/frames.css';
import '../styles/screen.css';
import { toViewerPages } from '../../shared/lines.ts';
import { useNoProblem } from '../fit/use-no-problem.ts';
import { pageIdOf, toPageTexts } from '../scripture/page-texts.ts';
import { Projected } from '../scripture/projected.tsx';
import { Crossfade } from './crossfade.tsx';
import type { ViewProps } from './view-props.ts';

/** `?view=screen`: the current page as large as fits, or the slide. */
export function View({ state, showing, look, slides, translations, onProblem }: ViewProps) {
  const slide = showing ? state.slide : null;
  const page = showing && !slide ? toViewerPages(state).page : null;
  const texts = page && toPageTexts(page, state.editions, translations);
  useNoProblem(!(slide ?? texts), onProblem);
  return (
    <Crossfade id={slide ? `slide ${slide.id}` : texts ? pageIdOf(texts) : 'ground'} moves={look.transition !== 'none'}>
      {() =>
        slide
          ? slides && <slides.SlideFrame slide={slide} look={look} onProblem={onProblem} />
          : texts && <Projected texts={texts} look={look} onProblem={onProblem} />
      }
    </Crossfade>
  );
}

import '../styles/screens.css';
import '../styles/pages.css';
import '../styles/frames.css';
import '../styles/screen.css';
import { useEffect, useState } from 'preact/hooks';
import { toDisplayPages } from '../../shared/display-pages.ts';
import { useClearFitProblem } from '../fit/use-clear-fit-problem.ts';
import { ProjectedPage } from '../scripture/projected-page.tsx';
import { toPageId, toTranslationTexts } from '../scripture/translation-texts.ts';
import { Crossfade } from './crossfade.tsx';
import type { ViewProps } from './view-props.ts';

/** Renders `?view=screen`: the current page as large as fits, or the slide. */
export function ScreenView(props: ViewProps) {
  const { state, showing, appearance, slides, translations, verseNumbers, onProblem } = props;
  const slide = showing ? state.slide : null;
  const page = showing && !slide ? toDisplayPages(state).page : null;
  const texts = page && toTranslationTexts(page, state.editions, translations);
  useClearFitProblem(!(slide ?? texts), onProblem);
  const { theme, preset, design } = appearance;
  const { image = (showing && state.house.image) || null } = props;
  const Backdrop = useBackdrop(image !== null);
  return (
    <>
      {image !== null && Backdrop && (
        <Backdrop image={image} shaded={showing} colors={JSON.stringify([theme, preset, design?.palettes])} />
      )}
      <Crossfade
        id={slide ? `slide ${slide.id}` : texts ? toPageId(texts) : 'ground'}
        animates={appearance.transition !== 'none'}
      >
        {() =>
          slide
            ? slides && <slides.SlideFrame slide={slide} appearance={appearance} onProblem={onProblem} />
            : texts && (
                <ProjectedPage
                  texts={texts}
                  appearance={appearance}
                  verseNumbers={verseNumbers}
                  onProblem={onProblem}
                />
              )
        }
      </Crossfade>
    </>
  );
}

/** Loads the component that renders images. The text does not wait for it. */
function useBackdrop(isNeeded: boolean) {
  const [module, setModule] = useState<typeof import('../backdrop/backdrop.tsx') | null>(null);
  useEffect(() => {
    if (isNeeded) import('../backdrop/backdrop.tsx').then(setModule, () => undefined);
  }, [isNeeded]);
  return module?.Backdrop;
}

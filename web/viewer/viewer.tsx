import type { ViewerState } from '../../src/contract/viewer.ts';
import { VIEWS } from '../../src/contract/viewer-views.ts';
import { offersControls } from './appearance/appearance.ts';
import type { PreferenceChange } from './appearance/viewer-preferences.ts';
import type { OutputExtras } from './output/page-controller.ts';
import type { Parts } from './parts.ts';
import { pickTexts, preferText } from './slides/choose-texts.ts';
import { BrandingLogo } from './views/branding-logo.tsx';
import type { ViewProps } from './views/view-props.ts';

interface Props extends Pick<ViewProps, 'appearance' | 'strings' | 'language'> {
  /** Null before the first state, and after the Live was deleted. */
  state: ViewerState | null;
  outage: boolean;
  /** Message about the end of the stream. */
  endMessage: string | null;
  output: OutputExtras | null;
  parts: Parts;
  choose: (chosen: PreferenceChange) => void;
}

export function Viewer({ state, appearance, outage, endMessage, output, strings, language, parts, choose }: Props) {
  const { surface, bar, outputKind } = VIEWS[appearance.view];
  // A stage has its clock and notes also while it shows nothing of the Live.
  const View = output?.hides && outputKind === 'stage' ? null : parts[appearance.view]?.View;
  const hidden = state?.showing !== true && !output?.view.hidden;
  const showing = state !== null && !hidden && !output?.hides && state.type !== 'empty';
  const pictured = output?.pictured === true;
  const alone = (!showing && !pictured) || state?.slide?.layout === 'blank' || state?.slide?.layout === 'image';
  // Tells a reader that nothing is shown. A screen shows only the background, and so does a page in presentation.
  const waits = state !== null && !showing && !outage && surface === 'page' && !appearance.presentation && !output;
  const toChosen = (slide: ViewerState['slide']) =>
    output?.languages
      ? pickTexts(slide, output.languages)
      : !output && surface === 'page'
        ? preferText(slide, navigator.languages)
        : slide;
  const Controls = offersControls(appearance) && parts.controls?.Controls;
  return (
    <>
      {state && bar && (
        <div class={`bar${alone ? ' alone' : ''}${pictured ? ' pictured' : ''}`}>
          <BrandingLogo branding={state.house} />
          {Controls && <Controls appearance={appearance} strings={strings} choose={choose} />}
        </div>
      )}
      {state && View && (
        <View
          state={{ ...state, slide: toChosen(state.slide) }}
          showing={showing}
          appearance={appearance}
          strings={strings}
          language={language}
          slides={parts.slides}
          chorded={parts.chords}
          {...output?.view}
        />
      )}
      {waits && <p class="waiting">{strings.waiting}</p>}
      {output?.overlay}
      {endMessage && <p class="notice">{endMessage}</p>}
      {outage && !endMessage && surface !== 'picture' && (
        <svg class="outage" viewBox="0 0 24 24" role="img" aria-label={strings.interrupted}>
          <path d="M1.6 11.6a14 14 0 0 1 8.7-4.5M19.2 9a14 14 0 0 1 3.2 2.6M11.9 19.3a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0M19 2.5l-14.5 19" />
        </svg>
      )}
    </>
  );
}

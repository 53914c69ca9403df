import type { ViewerState } from '../../src/contract/viewer.ts';
import { VIEWS } from '../../src/contract/viewer-views.ts';
import { offersControls } from './look/appearance.ts';
import type { PreferenceChange } from './look/viewer-preferences.ts';
import type { OutputExtras } from './output/output.tsx';
import type { Parts } from './parts.ts';
import { BrandingLogo } from './views/branding-logo.tsx';
import type { ViewProps } from './views/view-props.ts';

interface Props extends Pick<ViewProps, 'look' | 'strings' | 'language'> {
  /** Null before the first state, and of a Live that is no more. */
  state: ViewerState | null;
  outage: boolean;
  /** Why nothing follows. */
  gone: string | null;
  output: OutputExtras | null;
  parts: Parts;
  choose: (chosen: PreferenceChange) => void;
}

export function Viewer({ state, look, outage, gone, output, strings, language, parts, choose }: Props) {
  const { surface, bar } = VIEWS[look.view];
  const View = parts[look.view]?.View;
  const hidden = state?.showing !== true && !output?.view.hidden;
  const showing = state !== null && !hidden && state.type !== 'empty';
  const alone = !showing || state.slide?.layout === 'blank' || state.slide?.layout === 'image';
  // Who reads along is told; a screen shows the ground alone, and so does a page in presentation.
  const waits = state !== null && !showing && !outage && surface === 'page' && !look.presentation && !output;
  const Controls = offersControls(look) && parts.controls?.Controls;
  return (
    <>
      {state && bar && (
        <div class={alone ? 'bar alone' : 'bar'}>
          <BrandingLogo house={state.house} />
          {Controls && <Controls look={look} strings={strings} choose={choose} />}
        </div>
      )}
      {state && View && (
        <View
          state={state}
          showing={showing}
          look={look}
          strings={strings}
          language={language}
          slides={parts.slides}
          {...output?.view}
        />
      )}
      {waits && <p class="waiting">{strings.waiting}</p>}
      {output?.marks}
      {gone && <p class="notice">{gone}</p>}
      {outage && !gone && surface !== 'picture' && (
        <svg class="outage" viewBox="0 0 24 24" role="img" aria-label={strings.interrupted}>
          <path d="M1.6 11.6a14 14 0 0 1 8.7-4.5M19.2 9a14 14 0 0 1 3.2 2.6M11.9 19.3a.9.9 0 1 0 1.8 0 .9.9 0 1 0-1.8 0M19 2.5l-14.5 19" />
        </svg>
      )}
    </>
  );
}

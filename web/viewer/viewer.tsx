import type { ReadonlySignal } from '@preact/signals';
import type { ViewerState } from '../../src/contract/viewer.ts';
import type { Look } from './look.ts';
import type { ViewerStrings } from './strings.ts';
import { LowerThird } from './views/lower-third.tsx';
import { Reader } from './views/reader.tsx';
import { Screen } from './views/screen.tsx';
import { Stage } from './views/stage.tsx';

export interface ViewProps {
  state: ViewerState;
  /** False: the audience sees the ground only; the content is kept. */
  showing: boolean;
  look: Look;
  strings: ViewerStrings;
  /** Language tag of the page's own words. */
  language: string;
}

const VIEWS = { reader: Reader, screen: Screen, 'lower-third': LowerThird, stage: Stage };

interface Props extends Pick<ViewProps, 'strings' | 'language'> {
  state: ReadonlySignal<ViewerState | null>;
  look: ReadonlySignal<Look>;
  outage: ReadonlySignal<boolean>;
  gone: ReadonlySignal<boolean>;
}

export function Viewer({ state, look, outage, gone, strings, language }: Props) {
  const View = VIEWS[look.value.view];
  const current = state.value;
  return (
    <>
      {current && (
        <View
          state={current}
          showing={current.showing && current.type !== 'empty'}
          look={look.value}
          strings={strings}
          language={language}
        />
      )}
      {gone.value && <p class="notice">{strings.ended}</p>}
      {outage.value && !gone.value && <span class="outage" role="img" aria-label={strings.interrupted} />}
    </>
  );
}

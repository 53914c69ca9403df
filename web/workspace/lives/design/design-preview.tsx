import { type Signal, useSignal } from '@preact/signals';
import { DEFAULT_VIEWER_SETTINGS } from '../../../../src/contract/default-design.ts';
import type { ViewerDesign, ViewerTheme } from '../../../../src/contract/viewer.ts';
import { toStoredViewerImage } from '../../../../src/contract/viewer-content.ts';
import { toPassageState } from '../../../preview/preview-states.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { ViewPreviews } from '../preview/view-previews.tsx';
import type { LogoImage } from './design-rest.ts';
import type { DesignSample, DesignSamples } from './design-samples.ts';

const THEMES = ['dark', 'light'] as const;

interface Props {
  readonly design: ViewerDesign;
  readonly logo: LogoImage | null;
  readonly samples: DesignSamples;
  readonly theme: Signal<ViewerTheme>;
}

/** Renders a verse in all four views with the edited design. */
export function DesignPreview({ design, logo, samples, theme }: Props) {
  const { page, strings } = useWorkspace();
  const { preview: texts } = strings.design;
  const sample = useSignal<DesignSample>(samples.keys().next().value!);
  const state = toPassageState(samples.get(sample.value)!, {
    settings: { ...DEFAULT_VIEWER_SETTINGS, theme: theme.value },
    name: page.owner.name,
    logo: logo && toStoredViewerImage(logo.id, logo),
    design,
  });
  return (
    <section class="design-preview" aria-label={texts.title}>
      <div class="design-preview-acts">
        <fieldset class="segmented">
          <legend class="unseen">{texts.theme}</legend>
          {THEMES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={theme.value === each}
              onClick={() => {
                theme.value = each;
              }}
            >
              {strings.lives.settings.themes[each]}
            </button>
          ))}
        </fieldset>
        <label>
          <span class="unseen">{texts.sample}</span>
          <select
            value={sample.value}
            onChange={({ currentTarget }) => {
              sample.value = currentTarget.value as DesignSample;
            }}
          >
            {[...samples.keys()].map((each) => (
              <option key={each} value={each}>
                {texts.samples[each]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ViewPreviews state={state} theme={theme.value} />
    </section>
  );
}

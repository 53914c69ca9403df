import { type Signal, useSignal } from '@preact/signals';
import type { ViewerDesign, ViewerTheme } from '../../../../src/contract/viewer.ts';
import { toStoredViewerImage } from '../../../../src/contract/viewer-content.ts';
import type { ViewerView } from '../../../../src/contract/viewer-views.ts';
import { PreviewFrame } from '../../../preview/preview-frame.tsx';
import { toPassageState } from '../../../preview/preview-states.ts';
import { useWorkspace } from '../../workspace-context.ts';
import type { LogoImage } from './design-rest.ts';
import type { DesignSample, DesignSamples } from './design-samples.ts';

const VIEWS = ['screen', 'lower-third', 'reader', 'stage'] as const satisfies readonly ViewerView[];
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
  const shrunk = useSignal<ReadonlySet<ViewerView>>(new Set());
  const state = toPassageState(samples.get(sample.value)!, {
    settings: { theme: theme.value, scale: 0, presentation: false },
    name: page.owner.name,
    logo: logo && toStoredViewerImage(logo.id, logo),
    design,
  });
  const mark = (view: ViewerView, isShrunk: boolean) => {
    if (shrunk.value.has(view) === isShrunk) return;
    const next = new Set(shrunk.value);
    if (isShrunk) next.add(view);
    else next.delete(view);
    shrunk.value = next;
  };
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
      <div class="design-views">
        {VIEWS.map((view) => (
          <figure key={view} class={`design-view design-view-${view}`}>
            <PreviewFrame
              view={view}
              state={state}
              overrides={{ theme: theme.value }}
              title={`${texts.title}: ${texts.views[view]}`}
              onDrawn={(problem) => mark(view, problem === 'shrunk')}
            />
            <figcaption class="meta">
              {texts.views[view]}
              {shrunk.value.has(view) && <span class="shrunk"> {texts.shrunk}</span>}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

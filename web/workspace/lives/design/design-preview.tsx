import { type Signal, useSignal } from '@preact/signals';
import { DEFAULT_VIEWER_SETTINGS } from '../../../../src/contract/default-design.ts';
import type { ViewerTheme } from '../../../../src/contract/viewer.ts';
import { toStoredViewerImage } from '../../../../src/contract/viewer-content.ts';
import { type PreviewLook, toPassageState, toPreviewSlide, toSlideState } from '../../../preview/preview-states.ts';
import { useWorkspace } from '../../workspace-context.ts';
import { ViewPreviews } from '../preview/view-previews.tsx';
import type { DesignContent, LogoImage } from './design-rest.ts';
import type { DesignSample, DesignSamples } from './design-samples.ts';

const THEMES = ['dark', 'light'] as const;
const SLIDE_SAMPLES = ['song', 'announcement'] as const;
type SlideSample = (typeof SLIDE_SAMPLES)[number];

const toSampleSlide = (kind: SlideSample, texts: Readonly<Record<SlideSample, string>>) =>
  toPreviewSlide(
    { id: kind, layout: 'text', title: null, text: texts[kind], reference: null, image: null },
    { sung: kind === 'song' },
  );

interface Props {
  readonly design: DesignContent;
  readonly logo: LogoImage | null;
  readonly samples: DesignSamples;
  readonly theme: Signal<ViewerTheme>;
}

/** Renders a verse, song or announcement in all four views with the edited design. */
export function DesignPreview({ design, logo, samples, theme }: Props) {
  const { page, strings } = useWorkspace();
  const { preview: texts } = strings.design;
  const sample = useSignal<DesignSample | SlideSample>(samples.keys().next().value!);
  const { verse, song, announcement, ...settings } = design;
  const look: PreviewLook = {
    settings: { ...DEFAULT_VIEWER_SETTINGS, theme: theme.value },
    name: page.owner.name,
    logo: logo && toStoredViewerImage(logo.id, logo),
    design: settings,
    looks: { verse, song, announcement },
  };
  const passages = samples.get(sample.value as DesignSample);
  const state = passages
    ? toPassageState(passages, look)
    : toSlideState(toSampleSlide(sample.value as SlideSample, texts.slides), look);
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
              sample.value = currentTarget.value as DesignSample | SlideSample;
            }}
          >
            {[...samples.keys(), ...SLIDE_SAMPLES].map((each) => (
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

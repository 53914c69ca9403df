import { useSignal } from '@preact/signals';
import { type ViewFor, viewsFor } from '../../../../src/contract/view-choices.ts';
import type { ViewerState, ViewerTheme } from '../../../../src/contract/viewer.ts';
import { PreviewFrame } from '../../../preview/preview-frame.tsx';
import { useWorkspace } from '../../workspace-context.ts';

/** Views in the order of their previews. */
export const PREVIEWED_VIEWS = viewsFor('preview');

interface Props {
  /** Null while it loads. */
  readonly state: ViewerState | null;
  /** Theme to draw in all views, instead of that of the state. */
  readonly theme?: ViewerTheme;
}

/** Renders a state in all views. */
export const ViewPreviews = (props: Props) => (
  <div class="view-previews">
    {PREVIEWED_VIEWS.map((view) => (
      <ViewPreview key={view} view={view} {...props} />
    ))}
  </div>
);

function ViewPreview({ view, state, theme }: Props & { readonly view: ViewFor<'preview'> }) {
  const { preview: texts } = useWorkspace().strings.design;
  const isShrunk = useSignal(false);
  return (
    <figure class={`view-preview view-preview-${view}`}>
      <PreviewFrame
        view={view}
        state={state}
        overrides={theme && { theme }}
        title={`${texts.title}: ${texts.views[view]}`}
        onDrawn={(problem) => {
          isShrunk.value = problem === 'shrunk';
        }}
      />
      <figcaption class="meta">
        {texts.views[view]}
        {isShrunk.value && <span class="shrunk"> {texts.shrunk}</span>}
      </figcaption>
    </figure>
  );
}

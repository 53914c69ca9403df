import { useSignal } from '@preact/signals';
import type { ViewerState, ViewerTheme } from '../../../../src/contract/viewer.ts';
import type { ViewerView } from '../../../../src/contract/viewer-views.ts';
import { PreviewFrame } from '../../../preview/preview-frame.tsx';
import { useWorkspace } from '../../workspace-context.ts';

const VIEWS = ['screen', 'lower-third', 'reader', 'stage'] as const satisfies readonly ViewerView[];

interface Props {
  /** Null while it loads. */
  readonly state: ViewerState | null;
  /** Theme to draw in all views, even in those that ignore the theme of the Live. */
  readonly theme?: ViewerTheme;
}

/** Renders a state in all four views. */
export function ViewPreviews({ state, theme }: Props) {
  const { preview: texts } = useWorkspace().strings.design;
  const shrunk = useSignal<ReadonlySet<ViewerView>>(new Set());
  const mark = (view: ViewerView, isShrunk: boolean) => {
    if (shrunk.value.has(view) === isShrunk) return;
    const next = new Set(shrunk.value);
    if (isShrunk) next.add(view);
    else next.delete(view);
    shrunk.value = next;
  };
  return (
    <div class="view-previews">
      {VIEWS.map((view) => (
        <figure key={view} class={`view-preview view-preview-${view}`}>
          <PreviewFrame
            view={view}
            state={state}
            overrides={theme && { theme }}
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
  );
}

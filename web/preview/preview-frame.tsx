import './preview-frame.css';
import { useLayoutEffect, useRef } from 'preact/hooks';
import {
  type PreviewDraw,
  type PreviewOverrides,
  type PreviewProblem,
  type PreviewReport,
  toPreviewUrl,
} from '../../src/contract/preview.ts';
import type { ViewerState } from '../../src/contract/viewer.ts';
import { VIEWS, type ViewerView } from '../../src/contract/viewer-views.ts';
import { useFrameScale } from '../shared/use-frame-scale.ts';

const PHONE_WIDTH = 390;
const SCREEN_WIDTH = 1920;

const NO_OVERRIDES: PreviewOverrides = {};

interface Props {
  view: ViewerView;
  /** State to draw, with the drafts of viewer settings and design (preview-states.ts). Null: nothing yet. */
  state: ViewerState | null;
  overrides?: PreviewOverrides;
  /** Accessible name. */
  title: string;
  /** Called after each drawing, with its problem. */
  onDrawn?: (problem: PreviewProblem | null) => void;
}

/** Renders the real audience page with a draft, scaled down to the available width. */
export function PreviewFrame(props: Props) {
  // Each view has its own document.
  return <Frame key={props.view} {...props} />;
}

function Frame({ view, state, overrides = NO_OVERRIDES, title, onDrawn }: Props) {
  const { surface } = VIEWS[view];
  const container = useFrameScale(surface === 'page' ? PHONE_WIDTH : SCREEN_WIDTH);
  const iframe = useRef<HTMLIFrameElement>(null);
  const theme = overrides.theme ?? state?.settings.theme ?? 'dark';
  const url = useRef(toPreviewUrl({ view, language: document.documentElement.lang, theme }));
  const sync = useRef({ isReady: false, draws: 0, sent: '' });
  const wanted = useRef({ state, overrides, onDrawn });
  wanted.current = { state, overrides, onDrawn };
  // The document and its fonts load once there is something to draw, after what the page itself needs.
  const isStarted = useRef(false);
  isStarted.current ||= state !== null;

  function post(): void {
    const { current: link } = sync;
    if (!link.isReady || !wanted.current.state) return;
    const draft = { state: wanted.current.state, overrides: wanted.current.overrides };
    const content = JSON.stringify(draft);
    if (content === link.sent) return;
    link.sent = content;
    const message: PreviewDraw = { type: 'draw', draw: ++link.draws, ...draft };
    iframe.current?.contentWindow?.postMessage(message, location.origin);
  }

  useLayoutEffect(() => {
    const receive = ({ origin, source, data }: MessageEvent<PreviewReport>) => {
      if (origin !== location.origin || source !== iframe.current?.contentWindow) return;
      const { current: link } = sync;
      if (data.type === 'ready') {
        // The document is new, so it has nothing yet.
        Object.assign(link, { isReady: true, sent: '' });
        post();
      } else if (data.type === 'drawn' && data.draw === link.draws) wanted.current.onDrawn?.(data.problem);
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, []);
  useLayoutEffect(post);

  return (
    <div ref={container} class="scaled-frame preview-frame" data-surface={surface}>
      <iframe ref={iframe} src={isStarted.current ? url.current : undefined} title={title} tabIndex={-1} />
    </div>
  );
}

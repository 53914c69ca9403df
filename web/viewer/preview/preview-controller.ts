import { isPreviewDraw, type PreviewOverrides, type PreviewReport } from '../../../src/contract/preview.ts';
import { parseViewerAddress } from '../../../src/contract/viewer.ts';
import { findLoadingProblem } from '../output/loading-problem.ts';
import { type PageController, type PageControllerOptions, toStageProps } from '../output/page-controller.ts';
import { postToParent } from '../output/post-to-parent.ts';

/**
 * Creates the controller of a preview: the audience page in a frame of an editor page, which draws the states that the
 * page around it posts, and reports each one that it has drawn.
 */
export function createPreviewController({ mount }: PageControllerOptions): PageController {
  const { view } = parseViewerAddress(new URLSearchParams(location.search));
  let overrides: PreviewOverrides = {};
  /** Numbers of the last received and of the last rendered message. */
  let received = 0;
  let rendered: number | null = null;
  let shrunk = false;
  let isReportScheduled = false;
  let lastReport = '';

  /** Reports after the current rendering, so that a problem is reported with the state that has it. */
  function scheduleReport(): void {
    if (isReportScheduled) return;
    isReportScheduled = true;
    setTimeout(() => {
      isReportScheduled = false;
      report();
    });
  }

  function report(): void {
    if (rendered === null) return;
    const problem = findLoadingProblem(mount) ?? (shrunk ? 'shrunk' : null);
    const message: PreviewReport = { type: 'drawn', draw: rendered, problem };
    const text = JSON.stringify(message);
    if (text === lastReport) return;
    lastReport = text;
    postToParent(message);
  }

  document.fonts.addEventListener('loadingdone', scheduleReport);
  // `load` and `error` events of images do not bubble, so they are captured.
  mount.addEventListener('load', scheduleReport, true);
  mount.addEventListener('error', scheduleReport, true);

  return {
    framed: true,
    handlers: {},

    connect(_open, handlers) {
      addEventListener('message', ({ origin, source, data }) => {
        if (origin !== location.origin || source !== parent || !isPreviewDraw(data)) return;
        received = data.draw;
        overrides = data.overrides;
        handlers.state(JSON.stringify(data.state));
      });
      postToParent({ type: 'ready' });
      // Messages need no connection that could be interrupted.
      return { wake() {}, sleep() {}, finish() {} };
    },

    returnToScreen: () => false,
    // The styles of two views cannot share a page, so the view is that of the frame's address.
    toAddress: () => ({ ...overrides, view }),
    adjustAppearance: (appearance) => appearance,
    apply() {},
    toExtras: (state) => ({
      view: {
        onProblem: (found) => {
          shrunk = found === 'shrunk';
          scheduleReport();
        },
        ...toStageProps(state),
      },
      overlay: null,
    }),

    drawn(state) {
      if (!state) return;
      // Text that is not shown cannot be too small.
      if (!state.showing && !state.stage) shrunk = false;
      rendered = received;
      scheduleReport();
    },
  };
}

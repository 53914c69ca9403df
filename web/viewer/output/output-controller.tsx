import '../styles/output.css';
import { parseOutputAddress } from '../../../src/contract/output-address.ts';
import type { OutputEndReason, OutputPage, OutputStrings } from '../../../src/contract/output-page.ts';
import { OUTPUT_PARTS, type OutputProblem } from '../../../src/contract/output-settings.ts';
import { isFromScreen, SCREEN_PATH } from '../../../src/contract/pairing.ts';
import type { ViewerAddress, ViewerState } from '../../../src/contract/viewer.ts';
import { VIEWS } from '../../../src/contract/viewer-views.ts';
import { keepWaitingPage } from '../../waiting/keep-waiting-page.ts';
import type { Appearance } from '../appearance/appearance.ts';
import { findLoadingProblem } from './loading-problem.ts';
import { OutputOverlay } from './output-overlay.tsx';
import { createOutputReporter } from './output-reporter.ts';
import { type OutputExtras, type PageController, type PageControllerOptions, toStageProps } from './page-controller.ts';
import { postToParent } from './post-to-parent.ts';

const IDENTIFY_MS = 6_000;
const SIDE_MAX_PX = 16_384;
const NO_CONTROLS = { theme: false, fullscreen: false, fontSize: false };

/**
 * Creates the controller of an output page [D60] or of a picture in the console: it applies the output's settings and
 * address parameters, handles its events and reports what is painted.
 */
export function createOutputController({ root, mount, redraw, end }: PageControllerOptions): PageController {
  const strings = JSON.parse(mount.dataset.outputStrings!) as OutputStrings;
  const query = new URLSearchParams(location.search);
  const address = parseOutputAddress(query);
  const paired = isFromScreen(query);
  /** Whether the page is a picture in the console, which has no controls and does not report as a screen. */
  const framed = mount.dataset.framed !== undefined;
  // Beside the stream, with the same parameters.
  const reporter = createOutputReporter(mount.dataset.stream!.replace('/stream', '/report'));
  let page = JSON.parse(mount.dataset.output!) as OutputPage;
  let identifyTimer: ReturnType<typeof setTimeout> | undefined;
  let shrunk = false;
  let hasShown = false;
  let painted: ViewerState | null = null;

  function adopt(data: string): void {
    const next = JSON.parse(data) as OutputPage;
    // The styles of two views cannot share a page, and the server renders the strings of the page.
    if (next.view !== page.view || next.settings.lang !== page.settings.lang) location.reload();
    page = next;
    redraw();
    // The available size may have changed, so the text is fitted again.
    dispatchEvent(new Event('resize'));
  }

  function identify(): void {
    clearTimeout(identifyTimer);
    identifyTimer = setTimeout(() => {
      identifyTimer = undefined;
      redraw();
    }, IDENTIFY_MS);
    redraw();
  }

  function problem(): OutputProblem | null {
    return findLoadingProblem(mount) ?? (shrunk ? 'shrunk' : address.invalid);
  }

  function report(): void {
    if (!painted) return;
    if (framed) {
      postToParent({ type: 'painted', sequence: parseSequence(painted.version), part: painted.part });
      return;
    }
    const toPixels = (side: number) => Math.min(SIDE_MAX_PX, Math.max(1, Math.round(side * devicePixelRatio)));
    reporter.report({
      sequence: parseSequence(painted.version),
      part: painted.part,
      width: toPixels(innerWidth),
      height: toPixels(innerHeight),
      problem: problem(),
    });
  }

  /** Keeps what the browser shows instead of this page while the server does not respond: nothing over a picture. */
  function keepWaiting(): void {
    const { surface } = VIEWS[page.view];
    const background = address.background ?? (surface === 'picture' ? 'transparent' : undefined);
    const waiting = { language: root.lang, title: document.title, background };
    void keepWaitingPage('/o/', location.pathname + location.search, waiting);
    if (paired) void keepWaitingPage(SCREEN_PATH, SCREEN_PATH, waiting);
  }

  /** Returns a paired screen to its code page. [D61] Returns false for an output that was not paired. */
  function returnToScreen(): boolean {
    if (paired) location.replace(SCREEN_PATH);
    return paired;
  }

  addEventListener('resize', report);
  document.fonts.addEventListener('loadingdone', report);
  // `load` and `error` events of images do not bubble, so they are captured.
  mount.addEventListener('load', report, true);
  mount.addEventListener('error', report, true);

  root.toggleAttribute('data-framed', framed);
  if (!framed) keepWaiting();

  return {
    framed,

    /** Handlers of the stream's output events. */
    handlers: {
      output: adopt,
      identify,
      reload: () => location.reload(),
      ended: (data: string) => {
        reporter.stop();
        const reason = JSON.parse(data) as OutputEndReason;
        if (reason === 'replaced' || !returnToScreen()) end(strings[reason]);
      },
    },

    returnToScreen,

    /** Returns the output's settings as the viewer's address parameters. */
    toAddress(): ViewerAddress {
      const { theme, scale } = page.settings;
      return { view: page.view, ...(theme && { theme }), ...(scale !== undefined && { scale }) };
    },
    adjustAppearance: (appearance: Appearance): Appearance => ({
      ...appearance,
      textScale: (appearance.textScale * (address.size ?? 100)) / 100,
      controls: NO_CONTROLS,
    }),

    /** Sets the attributes and properties that the stylesheet of outputs uses. */
    apply(): void {
      const { settings } = page;
      const shown: readonly string[] = address.show ?? settings.show;
      const { background } = address;
      root.dataset.outputAlign = address.align ?? settings.align;
      root.dataset.outputHide = OUTPUT_PARTS.filter((part) => !shown.includes(part)).join(' ');
      root.toggleAttribute('data-output-background', background !== undefined);
      root.style.setProperty('--output-background', background ?? '');
      root.style.setProperty('--plate-width', settings.plate_width === null ? '' : `${settings.plate_width}%`);
      root.style.setProperty('--plate-part', String((settings.plate_width ?? 100) / 100));
      root.style.setProperty('--output-margin', `${address.margin ?? settings.margin}vmin`);
    },

    toExtras(state: ViewerState | null, language: string): OutputExtras {
      hasShown ||= state !== null && state.idle === undefined;
      const { surface, outputKind } = VIEWS[page.view];
      const { background_image: behind, idle_image: idle, hidden } = page.settings;
      const showsText = state?.showing === true && state.type !== 'empty';
      const own = showsText ? behind : (idle ?? behind);
      const look = (showsText && state.house.image) || null;
      const image = hidden || address.background !== undefined ? null : own === null ? look : `/media/${own}`;
      const isWhole = surface !== 'picture' && outputKind !== 'stage' && address.background === undefined;
      const hasPicture = isWhole && surface === 'screen' && idle !== null;
      const pictured = hasPicture && !hidden && !showsText;
      return {
        hides: hidden,
        pictured,
        languages: page.settings.languages,
        view: {
          image,
          translations: state && toEditionKeys(state, page.settings.translations),
          verseNumbers: page.settings.verse_numbers,
          onProblem: (found) => {
            shrunk = found === 'shrunk';
            report();
          },
          ...toStageProps(state),
        },
        overlay: (
          <OutputOverlay
            identified={identifyTimer === undefined ? null : page.name}
            idle={(isWhole && !hidden && !hasShown && !image && state?.idle) || null}
            link={(hasPicture && page.settings.idle_link && state?.link) || null}
            follows={pictured}
            language={language}
          />
        ),
      };
    },

    /** Records that a state was rendered; the browser paints it with its next frame. */
    drawn(state: ViewerState | null): void {
      if (!state) return;
      // Text that is not shown cannot be too small.
      if (!state.showing && !state.stage) shrunk = false;
      requestAnimationFrame(() => {
        painted = state;
        report();
      });
    },
  };
}

/**
 * Returns the keys of the editions that the output shows; null means all. If none of them is in the queue, shows all,
 * so that the screen does not stay empty.
 */
function toEditionKeys({ editions }: ViewerState, slugs: readonly string[] | null): readonly string[] | null {
  if (!slugs) return null;
  const keys = slugs.flatMap((slug) => Object.keys(editions).filter((key) => editions[key]!.slug === slug));
  return keys.length > 0 ? keys : null;
}

/** Returns the sequence of a version, which has the form `{epoch}-{sequence}.{…}`. */
const parseSequence = (version: string): number => Number(/-(\d+)\.[\d.]+~?$/.exec(version)?.[1] ?? 0);

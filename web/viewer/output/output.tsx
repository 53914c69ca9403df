import '../styles/output.css';
import type { ComponentChildren } from 'preact';
import { parseOutputAddress } from '../../../src/contract/output-address.ts';
import type { OutputEndReason, OutputPage, OutputStrings } from '../../../src/contract/output-page.ts';
import { OUTPUT_PARTS, type OutputProblem } from '../../../src/contract/output-settings.ts';
import { isFromScreen, SCREEN_PATH } from '../../../src/contract/pairing.ts';
import type { ViewerAddress, ViewerState } from '../../../src/contract/viewer.ts';
import { VIEWS } from '../../../src/contract/viewer-views.ts';
import type { Appearance } from '../look/appearance.ts';
import type { ViewProps } from '../views/view-props.ts';
import { OutputOverlay } from './output-overlay.tsx';
import { createOutputReporter } from './output-reporter.ts';
import { postToParent } from './post-to-parent.ts';

const IDENTIFY_MS = 6_000;
const SIDE_MAX_PX = 16_384;
const NO_CONTROLS = { theme: false, fullscreen: false, fontSize: false };

/** What an output adds to the view of a Live. */
export interface OutputExtras {
  readonly view: Pick<ViewProps, 'translations' | 'onProblem' | 'stage' | 'hidden' | 'nextSlide'>;
  readonly marks: ComponentChildren;
}

interface Options {
  readonly root: HTMLElement;
  readonly mount: HTMLElement;
  readonly redraw: () => void;
  /** Nothing follows; the text says why. */
  readonly end: (text: string) => void;
}

/** The page of an output [D60], or of a picture that is drawn like one: its settings, the parameters of its address, what it is told beside the Live, and what it reports. */
export function createOutputController({ root, mount, redraw, end }: Options) {
  const words = JSON.parse(mount.dataset.outputStrings!) as OutputStrings;
  const address = parseOutputAddress(new URLSearchParams(location.search));
  /** A picture in the console: nobody does anything at it, and it is none of the screens. */
  const framed = mount.dataset.framed !== undefined;
  const reporter = createOutputReporter(`${location.pathname}/report`);
  let page = JSON.parse(mount.dataset.output!) as OutputPage;
  let identifying: ReturnType<typeof setTimeout> | undefined;
  let shrunk = false;
  let hasShown = false;
  let painted: ViewerState | null = null;

  function adopt(data: string): void {
    const next = JSON.parse(data) as OutputPage;
    // The styles of two views do not stand on one page, and the words of the page come with it.
    if (next.view !== page.view || next.settings.lang !== page.settings.lang) location.reload();
    page = next;
    redraw();
    // What is drawn has another room now: it is fitted once more.
    dispatchEvent(new Event('resize'));
  }

  function identify(): void {
    clearTimeout(identifying);
    identifying = setTimeout(() => {
      identifying = undefined;
      redraw();
    }, IDENTIFY_MS);
    redraw();
  }

  function problem(): OutputProblem | null {
    if ([...mount.querySelectorAll('img')].some((image) => image.complete && image.naturalWidth === 0)) return 'image';
    if ([...document.fonts].some(isMissing)) return 'font';
    return shrunk ? 'shrunk' : address.invalid;
  }

  function report(): void {
    if (!painted) return;
    if (framed) {
      postToParent({ type: 'painted', sequence: sequenceOf(painted.version), part: painted.part });
      return;
    }
    const toPixels = (side: number) => Math.min(SIDE_MAX_PX, Math.max(1, Math.round(side * devicePixelRatio)));
    reporter.say({
      sequence: sequenceOf(painted.version),
      part: painted.part,
      width: toPixels(innerWidth),
      height: toPixels(innerHeight),
      problem: problem(),
    });
  }

  /** A screen that was paired shows a code again. [D61] False for another one. */
  function returnToScreen(): boolean {
    const paired = isFromScreen(new URLSearchParams(location.search));
    if (paired) location.replace(SCREEN_PATH);
    return paired;
  }

  addEventListener('resize', report);
  document.fonts.addEventListener('loadingdone', report);
  // Neither comes up to the page: an image that is there, and one that did not come.
  mount.addEventListener('load', report, true);
  mount.addEventListener('error', report, true);

  root.toggleAttribute('data-framed', framed);

  return {
    framed,

    /** What the stream brings beside the Live. */
    handlers: {
      output: adopt,
      identify,
      reload: () => location.reload(),
      ended: (data: string) => {
        reporter.stop();
        const why = JSON.parse(data) as OutputEndReason;
        if (why === 'replaced' || !returnToScreen()) end(words[why]);
      },
    },

    returnToScreen,

    /** The settings of the output are those of its address; nobody chooses anything at the screen. */
    toAddress(): ViewerAddress {
      const { theme, scale } = page.settings;
      return { view: page.view, ...(theme && { theme }), ...(scale !== undefined && { scale }) };
    },
    toLook: (look: Appearance): Appearance => ({
      ...look,
      textScale: (look.textScale * (address.size ?? 100)) / 100,
      controls: NO_CONTROLS,
    }),

    /** Sets what the stylesheet of outputs goes by. */
    apply(): void {
      const { settings } = page;
      const shown: readonly string[] = address.show ?? settings.show;
      const { background } = address;
      root.dataset.outputAlign = address.align ?? settings.align;
      root.dataset.outputHide = OUTPUT_PARTS.filter((part) => !shown.includes(part)).join(' ');
      root.toggleAttribute('data-output-background', background !== undefined);
      root.style.setProperty('--output-background', background ?? '');
      root.style.setProperty('--output-margin', `${address.margin ?? settings.margin}vmin`);
    },

    toExtras(state: ViewerState | null, language: string): OutputExtras {
      hasShown ||= state !== null && state.idle === undefined;
      const { surface } = VIEWS[page.view];
      const idles = !hasShown && surface !== 'picture' && page.view !== 'stage' && address.background === undefined;
      return {
        view: {
          translations: state && keysOf(state, page.settings.translations),
          onProblem: (found) => {
            shrunk = found === 'shrunk';
            report();
          },
          ...(state?.stage && {
            stage: state.stage.notes,
            hidden: state.stage.hidden,
            nextSlide: state.stage.next_slide,
          }),
        },
        marks: (
          <OutputOverlay
            identified={identifying === undefined ? null : page.name}
            idle={(idles && state?.idle) || null}
            language={language}
          />
        ),
      };
    },

    /** To be called when a state is drawn: the browser paints it with its next frame. */
    drawn(state: ViewerState | null): void {
      if (!state) return;
      // What is not there is not too small.
      if (!state.showing && !state.stage) shrunk = false;
      requestAnimationFrame(() => {
        painted = state;
        report();
      });
    },
  };
}

export type OutputController = ReturnType<typeof createOutputController>;

/** Keys of the editions that the output shows; null: all. Where none of the queue is among them, all, so that the screen does not stay empty. */
function keysOf({ editions }: ViewerState, slugs: readonly string[] | null): readonly string[] | null {
  if (!slugs) return null;
  const keys = slugs.flatMap((slug) => Object.keys(editions).filter((key) => editions[key]!.slug === slug));
  return keys.length > 0 ? keys : null;
}

/** A face for the time until another one is there comes from the device, which may not have it. */
const isMissing = ({ status, family }: FontFace): boolean => status === 'error' && !family.includes('Fallback');

/** Versions are `{epoch}-{sequence}.{…}`. */
const sequenceOf = (version: string): number => Number(/-(\d+)\.[\d.]+~?$/.exec(version)?.[1] ?? 0);

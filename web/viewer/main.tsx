import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/viewer.css';
import { render } from 'preact';
// Every view needs it: one file compresses better than two.
import 'preact/hooks';
import {
  parseViewerAddress,
  VIEWER_SCALE_STEP,
  type ViewerChange,
  type ViewerState,
  type ViewerStrings,
} from '../../src/contract/viewer.ts';
import { VIEWS } from '../../src/contract/viewer-views.ts';
import { adoptState, applyChange } from '../shared/viewer-state.ts';
import { type Appearance, offersControls, resolveAppearance } from './look/appearance.ts';
import {
  type PreferenceChange,
  preferenceStorage,
  readPreferences,
  savePreferences,
} from './look/viewer-preferences.ts';
import type { OutputController } from './output/output.tsx';
import { isServerReachable, loadParts, type PartName, type Parts } from './parts.ts';
import { reloadPage } from './reload-page.ts';
import { connectStream } from './stream/connection.ts';
import { needsOwnConnection, openStreamSource } from './stream/open-stream-source.ts';
import { retriesAfterRefusal } from './stream/retries-after-refusal.ts';
import { Viewer } from './viewer.tsx';
import { hasLogo } from './views/branding-logo.tsx';

/** How long a page whose parts did not come waits before it looks for them again. */
const OUTPUT_AGAIN_MS = 5_000;

const root = document.documentElement;
const mount = document.querySelector<HTMLElement>('#viewer')!;
const streamUrl = mount.dataset.stream!;
const strings = JSON.parse(mount.dataset.strings!) as ViewerStrings;
const place = preferenceStorage();

/** Of an output; else the page is the audience's. */
const output = mount.dataset.output === undefined ? null : await loadOutput();
const readAddress = () => output?.toAddress() ?? parseViewerAddress(new URLSearchParams(location.search));

let choice = output ? {} : readPreferences(place, streamUrl);
let state = readPageState();
let outage = false;
/** Why nothing follows. */
let gone: string | null = null;
let applied = '';
let loading = false;
let drawing = false;
const parts: Parts = {};

/** The state that came with the page; the stream brings it where the page has none. */
function readPageState(): ViewerState | null {
  const block = document.querySelector('#state');
  return block && JSON.parse(block.textContent);
}

/** How long the end of a Live is told on a screen to somebody who comes to it. */
const END_LASTS_MS = 10_000;

/** A secret that the link brought along is not for everybody who can see this screen. */
const hideSecret = () => history.replaceState(null, '', location.pathname + location.search);

hideSecret();
// Until the first state comes, the page stands as the server has made it, with what this viewer has chosen.
if (choice.theme && !readAddress().theme) root.dataset.theme = choice.theme;

function presentLook(): Appearance {
  const look = resolveAppearance(readAddress(), state?.settings, state?.house.design, choice);
  return output ? output.toLook(look) : look;
}

/** Whether the text has letters beyond those of western languages: fonts.css has no faces for them. */
const needsMoreFonts = (state: ViewerState) =>
  /[\u0100-\u0151\u0154-\u1fff\u20a0-\u20ab\u2c60-\uffef]/.test(
    JSON.stringify([state.items, state.slide, state.house]),
  );

/** Draws what is; where a part of the page has to come first, what was stays until then. */
function draw(): void {
  const look = presentLook();
  const needed: PartName[] = [look.view];
  if (state && offersControls(look)) needed.push('controls');
  if (look.design) needed.push('design');
  if (state && needsMoreFonts(state)) needed.push('fonts');
  if (state?.slide && VIEWS[look.view].slides) needed.push('slides');
  const missing = needed.filter((name) => parts[name] === undefined);
  if (missing.length > 0) {
    if (loading) return;
    loading = true;
    void loadParts(parts, missing, draw).then(() => {
      loading = false;
      draw();
    });
    return;
  }
  if (state) {
    apply(look, hasLogo(state.house));
    output?.apply();
    parts.fonts?.loadFonts(state, root);
  }
  const drawn = state && (parts.fonts?.inferLanguages(state) ?? state);
  render(
    <Viewer
      state={drawn}
      look={look}
      outage={outage && !output?.framed}
      gone={gone}
      output={output?.toExtras(drawn, root.lang) ?? null}
      strings={strings}
      parts={parts}
      choose={choose}
      language={root.lang}
    />,
    mount,
  );
  output?.drawn(state);
}

/** Nothing follows any more. */
function end(text: string): void {
  gone = text;
  state = null;
  // In the console somebody is there.
  if (output?.framed) root.setAttribute('data-awake', '');
  draw();
  if (output?.framed) return;
  // Of a screen, the end is not for the audience, but for the person who comes to it.
  void loadParts(parts, ['controls'], draw).then(() =>
    parts.controls?.watchPresence({ lastsMs: END_LASTS_MS, keys: true }),
  );
}

/** What makes the page that of an output. Where it does not come, the page is loaded again as soon as the server answers. */
async function loadOutput(): Promise<OutputController> {
  for (;;) {
    try {
      const { createOutputController } = await import('./output/output.tsx');
      return createOutputController({
        root,
        mount,
        redraw: drawSoon,
        end(text) {
          stream.finish();
          end(text);
        },
      });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, OUTPUT_AGAIN_MS));
      if (await isServerReachable()) location.reload();
    }
  }
}

/** Of what comes faster than it is drawn, only the newest is. */
function drawSoon(): void {
  if (drawing) return;
  drawing = true;
  setTimeout(() => {
    drawing = false;
    draw();
  });
}

/** Sets the page's own tokens, which the stylesheets go by. */
function apply(look: Appearance, logo: boolean): void {
  const wanted = JSON.stringify([look, logo]);
  if (wanted === applied) return;
  applied = wanted;
  const { view, theme, preset, transition, scale, presentation, design } = look;
  Object.assign(root.dataset, { view, theme, preset, transition });
  root.toggleAttribute('data-presentation', presentation);
  root.toggleAttribute('data-logo', logo);
  root.style.setProperty('--scale', String(VIEWER_SCALE_STEP ** scale));
  parts.design?.applyDesign(root, design, theme, view);
}

function choose({ theme, step }: PreferenceChange): void {
  const live = state!.settings;
  // Back at what the Live has: no choice any more, so that it follows the Live again.
  if (theme) choice = { ...choice, theme: theme === live.theme ? undefined : theme };
  if (step) choice = { ...choice, steps: presentLook().scale + step - live.scale };
  savePreferences(place, streamUrl, choice);
  draw();
}

/** The version that came with the page; streams that are opened later bring the whole state. */
let lastEventId = state?.version ?? null;

function open() {
  const source = output ? new EventSource(streamUrl) : openStreamSource(streamUrl, mount.dataset.live, lastEventId);
  lastEventId = null;
  return source;
}

const stream = connectStream(open, {
  state(data) {
    state = adoptState(state, JSON.parse(data) as ViewerState);
    drawSoon();
  },
  change(data) {
    const next = state && applyChange(state, JSON.parse(data) as ViewerChange);
    if (!next) return false;
    state = next;
    drawSoon();
    return true;
  },
  gone() {
    if (!output?.returnToScreen()) end(strings.ended);
  },
  ...(output && { others: output.handlers }),
  outage(is) {
    outage = is;
    draw();
  },
  refused: () => retriesAfterRefusal(streamUrl, state !== null, reloadPage),
});

// The same link once more, where the page is open already.
addEventListener('hashchange', hideSecret);
addEventListener('online', stream.wake);
addEventListener('pagehide', stream.sleep);
addEventListener('pageshow', stream.wake);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') stream.wake();
  else sleepUnseen();
});

/** Seven hidden pages would keep every connection that the browser has; a screen is never taken for hidden. */
function sleepUnseen(): void {
  if (output ? output.framed : needsOwnConnection()) stream.sleep();
}
if (output?.framed && document.visibilityState === 'hidden') stream.sleep();

// The view comes while the stream is opened.
draw();

import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/viewer.css';
import { render } from 'preact';
// Every view needs the hooks; one file compresses better than two.
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
import { type Appearance, offersControls, resolveAppearance } from './appearance/appearance.ts';
import {
  type PreferenceChange,
  preferenceStorage,
  readPreferences,
  savePreferences,
} from './appearance/viewer-preferences.ts';
import type { PageController, PageControllerOptions } from './output/page-controller.ts';
import { isServerReachable, loadParts, type PartName, type Parts } from './parts.ts';
import { reloadPage } from './reload-page.ts';
import { connectStream } from './stream/connection.ts';
import { needsOwnConnection, openStreamSource } from './stream/open-stream-source.ts';
import { retriesAfterRefusal } from './stream/retries-after-refusal.ts';
import { Viewer } from './viewer.tsx';
import { hasLogo } from './views/branding-logo.tsx';

/** Delay before the page retries loading its controller. */
const CONTROLLER_RETRY_MS = 5_000;

const root = document.documentElement;
const mount = document.querySelector<HTMLElement>('#viewer')!;
const streamUrl = mount.dataset.stream!;
const strings = JSON.parse(mount.dataset.strings!) as ViewerStrings;
const storage = preferenceStorage();

/** Controller of an output page or a preview; null for an audience page. */
const output =
  mount.dataset.preview !== undefined
    ? await loadController(async () => (await import('./preview/preview-controller.ts')).createPreviewController)
    : mount.dataset.output !== undefined
      ? await loadController(async () => (await import('./output/output-controller.tsx')).createOutputController)
      : null;
const readAddress = () => output?.toAddress() ?? parseViewerAddress(new URLSearchParams(location.search));

let preferences = output ? {} : readPreferences(storage, streamUrl);
let state = readPageState();
let outage = false;
/** Message about the end of the stream. */
let endMessage: string | null = null;
let applied = '';
let loading = false;
let drawScheduled = false;
let phoneRequested = false;
/** Whether the stream has delivered something else than the page has. */
let streamed = false;
const parts: Parts = {};

/** Returns the state embedded in the page, or null; the stream then delivers it. */
function readPageState(): ViewerState | null {
  const block = document.querySelector('#state');
  return block && JSON.parse(block.textContent);
}

/** Time in ms for which a screen shows the end of a Live after input by a person. */
const END_NOTICE_MS = 10_000;

/** Removes a secret from the address, where anyone could read it on the screen. */
const hideSecret = () => history.replaceState(null, '', location.pathname + location.search);

hideSecret();
// Until the first state arrives, the server-rendered page only gets the viewer's theme.
if (preferences.theme && !readAddress().theme) root.dataset.theme = preferences.theme;

function currentAppearance(): Appearance {
  const appearance = resolveAppearance(readAddress(), state?.settings, state?.house.design, preferences);
  return output ? output.adjustAppearance(appearance) : appearance;
}

/** Returns whether the text has characters beyond western alphabets, which fonts.css does not cover. */
const needsMoreFonts = (state: ViewerState) =>
  /[\u0100-\u0151\u0154-\u1fff\u20a0-\u20ab\u2c60-\uffef]/.test(
    JSON.stringify([state.items, state.slide, state.house]),
  );

/** Renders the current state. If parts of the page are missing, loads them first and keeps the previous rendering. */
function draw(): void {
  const appearance = currentAppearance();
  const shown = state && (parts.phone?.translate(state) ?? state);
  const needed: PartName[] = [appearance.view];
  if (state && offersControls(appearance)) needed.push('controls');
  if (appearance.design) needed.push('design');
  if (shown && needsMoreFonts(shown)) needed.push('fonts');
  if (state?.slide && (VIEWS[appearance.view].slides || state.slide.layout === 'countdown')) needed.push('slides');
  if (appearance.view === 'stage' && state?.stage?.chords) needed.push('chords');
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
    applyAppearance(appearance, hasLogo(state.house));
    output?.apply();
    parts.fonts?.loadFonts(shown!, root);
  }
  const drawn = shown && (parts.fonts?.inferLanguages(shown) ?? shown);
  render(
    <Viewer
      state={drawn}
      appearance={appearance}
      outage={outage && !output?.framed}
      endMessage={endMessage}
      output={output?.toExtras(drawn, root.lang) ?? null}
      strings={strings}
      parts={parts}
      choose={changePreference}
      language={root.lang}
    />,
    mount,
  );
  output?.drawn(state);
  if (state && !endMessage && mount.dataset.phone) followOnPhone(state, appearance.presentation);
}

/** Shows the other parts of a reader page, which are loaded once the first verse is there. [D73] */
function followOnPhone(shown: ViewerState, isPresentation: boolean): void {
  if (parts.phone) parts.phone.follow(shown, isPresentation, streamed, draw);
  else if (!phoneRequested) {
    phoneRequested = true;
    void loadParts(parts, ['phone'], draw).then(draw);
  }
}

/** Ends the page with a message. */
function end(text: string): void {
  endMessage = text;
  state = null;
  // In the console, a person is always present.
  if (output?.framed) root.setAttribute('data-awake', '');
  draw();
  if (output?.framed) return;
  // On a screen, the message appears only after input by a person, so that the audience does not see it.
  void loadParts(parts, ['controls'], draw).then(() =>
    parts.controls?.watchPresence({ durationMs: END_NOTICE_MS, keys: true }),
  );
}

/** Loads the controller. On failure, reloads the page as soon as the server responds. */
async function loadController(
  load: () => Promise<(options: PageControllerOptions) => PageController>,
): Promise<PageController> {
  for (;;) {
    try {
      const create = await load();
      return create({
        root,
        mount,
        redraw: scheduleDraw,
        end(text) {
          stream.finish();
          end(text);
        },
      });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, CONTROLLER_RETRY_MS));
      if (await isServerReachable()) location.reload();
    }
  }
}

/** Schedules a rendering; several events in a row share one. */
function scheduleDraw(): void {
  if (drawScheduled) return;
  drawScheduled = true;
  setTimeout(() => {
    drawScheduled = false;
    draw();
  });
}

/** Sets the attributes and properties of the root element that the stylesheets use. */
function applyAppearance(appearance: Appearance, logo: boolean): void {
  const wanted = JSON.stringify([appearance, logo]);
  if (wanted === applied) return;
  applied = wanted;
  const { view, theme, preset, transition, scale, presentation, design } = appearance;
  Object.assign(root.dataset, { view, theme, preset, transition });
  root.toggleAttribute('data-presentation', presentation);
  root.toggleAttribute('data-logo', logo);
  root.style.setProperty('--scale', String(VIEWER_SCALE_STEP ** scale));
  parts.design?.applyDesign(root, design, theme, view);
}

function changePreference({ theme, step }: PreferenceChange): void {
  const live = state!.settings;
  // A choice equal to the Live's setting is dropped, so that the viewer follows the Live again.
  if (theme) preferences = { ...preferences, theme: theme === live.theme ? undefined : theme };
  if (step) preferences = { ...preferences, steps: currentAppearance().scale + step - live.scale };
  savePreferences(storage, streamUrl, preferences);
  draw();
}

function adoptKept(kept: ViewerState | null): void {
  if (!kept || streamed) return;
  state = kept;
  draw();
}

/** Version of the embedded state, for the first stream. Later streams start with the full state. */
let lastEventId = state?.version ?? null;

function open() {
  const source = output ? new EventSource(streamUrl) : openStreamSource(streamUrl, mount.dataset.live, lastEventId);
  lastEventId = null;
  return source;
}

const stream = (output?.connect ?? connectStream)(open, {
  state(data) {
    streamed = true;
    state = adoptState(state, JSON.parse(data) as ViewerState);
    scheduleDraw();
  },
  change(data) {
    const next = state && applyChange(state, JSON.parse(data) as ViewerChange);
    if (!next) return false;
    streamed = true;
    state = next;
    scheduleDraw();
    return true;
  },
  gone() {
    parts.phone?.forget();
    if (!output?.returnToScreen()) end(strings.ended);
  },
  ...(output && { otherEvents: output.handlers }),
  outage(isInterrupted) {
    outage = isInterrupted;
    draw();
    // A page without network shows the latest state that it has kept.
    if (isInterrupted && !streamed) void parts.phone?.readKeptState().then(adoptKept);
  },
  refused: () => retriesAfterRefusal(streamUrl, state !== null, reloadPage),
});

// The same link can be opened again while the page is open.
addEventListener('hashchange', hideSecret);
addEventListener('online', stream.wake);
addEventListener('pagehide', stream.sleep);
addEventListener('pageshow', stream.wake);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') stream.wake();
  else sleepWhenHidden();
});

/**
 * Closes the stream of a hidden page: a few such pages would use up the browser's connections. Outputs on screens never
 * count as hidden.
 */
function sleepWhenHidden(): void {
  if (output ? output.framed : needsOwnConnection()) stream.sleep();
}
if (output?.framed && document.visibilityState === 'hidden') stream.sleep();

// Loads the view while the stream opens.
draw();

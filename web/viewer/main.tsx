import { VIEWER_SCALE_STEP } from '../../src/contract/viewer.ts';
import '../shared/fonts.css';
import '../shared/tokens.css';
import './viewer.css';
import { batch, computed, signal } from '@preact/signals';
import { render } from 'preact';
import {
  parseViewerAddress,
  parseViewerLanguage,
  type ViewerChange,
  type ViewerState,
} from '../../src/contract/viewer.ts';
import { adoptState, applyChange } from '../shared/viewer-state.ts';
import { connectStream } from './connection.ts';
import { toLook } from './look.ts';
import { refusedBy } from './refused.ts';
import { VIEWER_STRINGS } from './strings.ts';
import { Viewer } from './viewer.tsx';

const root = document.documentElement;
const mount = document.querySelector<HTMLElement>('#viewer')!;
const streamUrl = mount.dataset.stream!;
const address = parseViewerAddress(new URLSearchParams(location.search));
const strings = VIEWER_STRINGS[parseViewerLanguage(root.lang) ?? 'en'];

const state = signal<ViewerState | null>(null);
const outage = signal(false);
const gone = signal(false);
const look = computed(() => toLook(address, state.value?.settings));

look.subscribe(({ view, theme, preset, transition, scale, presentation }) => {
  Object.assign(root.dataset, { view, theme, preset, transition });
  root.toggleAttribute('data-presentation', presentation);
  root.style.setProperty('--scale', String(VIEWER_SCALE_STEP ** scale));
});

const stream = connectStream(() => new EventSource(streamUrl), {
  state(data) {
    state.value = adoptState(state.peek(), JSON.parse(data as string) as ViewerState);
  },
  change(data) {
    const current = state.peek();
    const next = current && applyChange(current, JSON.parse(data as string) as ViewerChange);
    if (next) state.value = next;
    return next !== null;
  },
  gone() {
    batch(() => {
      gone.value = true;
      state.value = null;
    });
  },
  outage(is) {
    outage.value = is;
  },
  refused: () => refusedBy(streamUrl),
});

addEventListener('online', stream.wake);
addEventListener('pagehide', stream.sleep);
addEventListener('pageshow', stream.wake);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && stream.wake());

render(<Viewer state={state} look={look} outage={outage} gone={gone} strings={strings} language={root.lang} />, mount);

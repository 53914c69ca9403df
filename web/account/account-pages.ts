import '../shared/fonts.css';
import '../shared/tokens.css';
import './styles/account.css';
import { revealCurrentArea } from '../shared/reveal-current-area.ts';
import { enableCopyButtons } from './copy-buttons.ts';
import { localizeTimes } from './local-times.ts';
import { bindScopePresets } from './scope-presets.ts';
import { sendTimeZone } from './send-time-zone.ts';

/**
 * Blocks a second submission of a form while the first is in flight. The browser would drop the first response, and
 * with it a secret that is shown only once or the cookie of a new session.
 */

/**
 * Time after which the form can be sent again: by then the request was stopped, or its response left the page
 * unchanged.
 */
const IN_FLIGHT_MAX_MS = 20_000;

let sentAt = new WeakMap<EventTarget, number>();

// Listens on the window, so that other handlers have already called preventDefault().
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  const form = event.target!;
  if (Date.now() - (sentAt.get(form) ?? 0) < IN_FLIGHT_MAX_MS) event.preventDefault();
  else sentAt.set(form, Date.now());
});

// Allows submission again when the page is restored from the back/forward cache.
addEventListener('pageshow', () => {
  sentAt = new WeakMap();
});

localizeTimes();
revealCurrentArea();
enableCopyButtons();
bindScopePresets();
sendTimeZone();

import { enableCopyButtons } from './copy-buttons.ts';
import { localizeTimes } from './local-times.ts';
import { bindScopePresets } from './scope-presets.ts';

/**
 * A form that is on its way is not sent again: the browser would drop the answer to the first one, and with it a secret that is shown once,
 * or the cookie of who has just signed in.
 */

/** After that it may be sent again: it was stopped, or its answer has left the page as it is. */
const ON_ITS_WAY_MS = 20_000;

let sentAt = new WeakMap<EventTarget, number>();

// On the window, so that whoever handles a form otherwise has said so by now.
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  const form = event.target!;
  if (Date.now() - (sentAt.get(form) ?? 0) < ON_ITS_WAY_MS) event.preventDefault();
  else sentAt.set(form, Date.now());
});

// Also where somebody comes back to the page as it was left.
addEventListener('pageshow', () => {
  sentAt = new WeakMap();
});

localizeTimes();
enableCopyButtons();
bindScopePresets();

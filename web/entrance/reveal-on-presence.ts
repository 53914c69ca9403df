import { watchPresence } from '../shared/presence.ts';

/** Allows time to find the code and type it. */
const PRESENCE_MS = 60_000;

/**
 * Shows the page's message only while a person is at the screen; the audience sees nothing. `attended`: a person was
 * just present.
 */
export function revealOnPresence(attended = false): void {
  const field = document.querySelector<HTMLElement>('input[name="secret"]');
  watchPresence({ durationMs: PRESENCE_MS, keys: true, onArrival: () => field?.focus() });
  if (attended) dispatchEvent(new Event('keydown'));
}

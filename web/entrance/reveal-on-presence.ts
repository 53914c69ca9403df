import { watchPresence } from '../shared/presence.ts';

/** Long enough to look for the code, and to type it. */
const LASTS_MS = 60_000;

/**
 * A page on a screen shows nothing to the audience; what it has to say is for the person who comes to it. `attended`: somebody has
 * just been there.
 */
export function revealOnPresence(attended = false): void {
  const field = document.querySelector<HTMLElement>('input[name="secret"]');
  watchPresence({ lastsMs: LASTS_MS, keys: true, onArrival: () => field?.focus() });
  if (attended) dispatchEvent(new Event('keydown'));
}

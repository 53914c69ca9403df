import type { LiveNow } from '../../clients/typescript/src/index.ts';

/** Returns whether a running Live has content that is hidden from the audience. */
export const isLiveHidden = (now: LiveNow | null | undefined): boolean =>
  now?.status === 'running' && !now.showing && Boolean(now.focus ?? now.slide);

export type AudienceState = 'live' | 'hidden' | 'empty' | 'stopped';

/** Returns what the audience sees of a Live. */
export function toAudienceState(now: LiveNow): AudienceState {
  if (now.status === 'stopped') return 'stopped';
  if (now.showing) return 'live';
  return isLiveHidden(now) ? 'hidden' : 'empty';
}

/** Returns the reference, or the titles of deck and slide, that the Live shows; null if it shows nothing. */
export function describeShown(now: LiveNow | null): string | null {
  const { focus, slide } = now ?? {};
  if (focus) return focus.reference;
  if (!slide) return null;
  return slide.title && slide.title !== slide.deck ? `${slide.deck} · ${slide.title}` : slide.deck;
}

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

/** Returns the reference or slide title that the Live shows, or null. */
export const describeShown = (now: LiveNow | null): string | null =>
  now?.focus?.reference ?? now?.slide?.title ?? now?.slide?.deck ?? null;

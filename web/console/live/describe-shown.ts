import type { LiveNow } from '../../../clients/typescript/src/index.ts';

/** Returns the reference or slide title that the Live shows, or null. */
export const describeShown = (now: LiveNow | null): string | null =>
  now?.focus?.reference ?? now?.slide?.title ?? now?.slide?.deck ?? null;

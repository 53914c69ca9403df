import type { LiveNow } from '../../../clients/typescript/src/index.ts';

/** Returns whether a running Live has content that is hidden from the audience. */
export const isLiveHidden = (now: LiveNow | null | undefined): boolean =>
  now?.status === 'running' && !now.showing && Boolean(now.focus ?? now.slide);

import type { LiveNow } from '../../../clients/typescript/src/index.ts';

/** Whether a running Live has something to show that the audience does not see. */
export const isLiveHidden = (now: LiveNow | null | undefined): boolean =>
  now?.status === 'running' && !now.showing && Boolean(now.focus ?? now.slide);

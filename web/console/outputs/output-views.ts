import type { LiveOutput } from '../live/live-lists.ts';

/** The views of an output, the most usual one first. */
export const OUTPUT_VIEWS: readonly LiveOutput['view'][] = ['screen', 'lower-third', 'stage', 'reader'];

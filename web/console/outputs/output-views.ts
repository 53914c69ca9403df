import type { LiveOutput } from '../live/live-lists.ts';

/** Views of an output, the most common first. */
export const OUTPUT_VIEWS: readonly LiveOutput['view'][] = ['screen', 'lower-third', 'stage', 'reader'];

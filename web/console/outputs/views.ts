import type { Output } from '../live/live-lists.ts';

/** The views of an output, the most usual one first. */
export const VIEWS: readonly Output['view'][] = ['screen', 'lower-third', 'stage', 'reader'];

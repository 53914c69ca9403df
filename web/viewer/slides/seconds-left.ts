import type { ViewerSlide } from '../../../src/contract/viewer.ts';

/** Returns the seconds that a countdown has left, 0 after its end. One that has not begun has its whole duration. */
export const toSecondsLeft = ({ until, seconds = 0 }: Pick<ViewerSlide, 'until' | 'seconds'>, now: number): number =>
  until === undefined ? seconds : Math.max(0, Math.round((Date.parse(until) - now) / 1_000));

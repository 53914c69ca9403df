import { useLayoutEffect } from 'preact/hooks';
import type { BoxSize } from './fit.ts';
import { contentBoxOf } from './fit-element.ts';

/** Runs `fit` before the paint that follows a changed input, and when the window or the fonts change. */
export function useFit(fit: () => void, inputs: unknown[]): void {
  useLayoutEffect(() => {
    fit();
    addEventListener('resize', fit);
    document.fonts.addEventListener('loadingdone', fit);
    return () => {
      removeEventListener('resize', fit);
      document.fonts.removeEventListener('loadingdone', fit);
    };
  }, inputs);
}

/** Minimum readable font size on a screen, as a fraction of its height. */
export const READABLE_PART = 1 / 45;

/** Returns the height in px from which sizes on a screen derive. A portrait screen counts as landscape. */
export function screenHeight(): number {
  return Math.min(innerHeight, innerWidth);
}

/** Maximum fraction of the height for reference, translation and padding around the text. */
const SURROUNDINGS_MAX = 0.5;
const SHRINK_STEP = 0.85;
const SHRINK_MIN = 0.1;

/**
 * Returns the size that `area` leaves for `body` after the rest of `block`. Shrinks reference and translation if a
 * design makes them too large.
 */
export function remainingBox(area: HTMLElement, block: HTMLElement, body: HTMLElement): BoxSize {
  const { width, height } = contentBoxOf(area, block);
  // Measures with full width and no height, so that the result does not depend on the previous text.
  body.style.inlineSize = `${width}px`;
  body.style.blockSize = '0';
  block.style.removeProperty('--shrink');
  for (let shrink = 1; block.offsetHeight > height * SURROUNDINGS_MAX && shrink > SHRINK_MIN; shrink *= SHRINK_STEP) {
    block.style.setProperty('--shrink', String(shrink));
  }
  const surroundings = block.offsetHeight;
  body.style.blockSize = '';
  return { width, height: height - surroundings };
}

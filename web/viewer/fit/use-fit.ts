import { useLayoutEffect } from 'preact/hooks';
import type { BoxSize } from './fit.ts';
import { contentBoxOf } from './fit-element.ts';

/** Runs `fit` before each paint that a changed input leads to, and again when the window or the fonts change. */
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

/** Part of a screen's height below which its audience cannot read a text. */
export const READABLE_PART = 1 / 45;

/** Height in px that sizes on a screen derive from; an upright screen counts as one lying on its side. */
export function screenHeight(): number {
  return Math.min(innerHeight, innerWidth);
}

/** Part of the height that reference, translation and padding take at most, beside the text that they are about. */
const AROUND_PART_MAX = 0.5;
const SHRINK_STEP = 0.85;
const SHRINK_MIN = 0.1;

/**
 * What `block` leaves of `area` for `body`, beside what else stands in it. A design may ask for more than there is room for: then
 * reference and translation are made smaller.
 */
export function remainingBox(area: HTMLElement, block: HTMLElement, body: HTMLElement): BoxSize {
  const { width, height } = contentBoxOf(area, block);
  // As wide as can be and without height, so that the measure does not depend on the text that was here before.
  body.style.inlineSize = `${width}px`;
  body.style.blockSize = '0';
  block.style.removeProperty('--shrink');
  for (let shrink = 1; block.offsetHeight > height * AROUND_PART_MAX && shrink > SHRINK_MIN; shrink *= SHRINK_STEP) {
    block.style.setProperty('--shrink', String(shrink));
  }
  const around = block.offsetHeight;
  body.style.blockSize = '';
  return { width, height: height - around };
}

import { useLayoutEffect } from 'preact/hooks';

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

/** Length in px of one px of the 1920×1080 canvas of a design; an upright screen counts as a canvas that stands upright. */
export function canvasPixel(): number {
  return Math.min(Math.max(innerWidth, innerHeight) / 1920, screenHeight() / 1080);
}

import type { BoxSize } from './fit.ts';
import { type FitOptions, fitElement, isRendered } from './fit-element.ts';
import { screenHeight } from './use-fit.ts';

/** Minimum legible font sizes in px: on a whole screen, and on the picture below a lower third. [D54] */
export const minLegibleOnScreen = (): number => innerHeight / 40;
export const minLegibleOnPicture = (): number => screenHeight() / 30;

type FitProblem = 'shrunk' | null;
/** Callback after each fit, with the problem of the text or null. */
export type OnFitProblem = ((problem: FitProblem) => void) | undefined;

/** Returns `shrunk` if a text is set smaller than is legible. A scale below 1 is intended and no problem. */
export const toFitProblem = (size: number, legible: number, scale: number): FitProblem =>
  size < legible * Math.min(1, scale) ? 'shrunk' : null;

/** Returns the fit problem of a slide's text, which can also be truncated. */
export function toSlideFitProblem(text: HTMLElement, isWhole: boolean, legible: number, scale: number): FitProblem {
  if (!isRendered(text)) return null;
  return isWhole ? toFitProblem(Number.parseFloat(text.style.fontSize), legible, scale) : 'shrunk';
}

/** Minimum number of characters in a line of texts that take equal columns over the whole width. */
const COLUMN_LINE_MIN = 8;
/** Minimum font size in px: text that does not fit is shrunk rather than truncated. */
const MIN_SIZE = 1;

interface PageSizes {
  /** Font size without limits, px. */
  preferred: number;
  scale: number;
  /** Font size in px below which longer lines are allowed. */
  longerLinesBelow: number;
  /** Font size in px below which a single text can take two columns. */
  twoColumnsBelow: number;
  /** Font size in px below which several texts can be arranged differently. */
  rearrangeBelow: number;
  /** Minimum font size in px of unwrapped lines of poetry. */
  wholeLinesFrom: number;
  /** Maximum numbers of characters per line, the preferred one first. */
  linesMax: readonly number[];
  /** Whether several texts take equal columns over the whole width, whatever the length of their lines is. */
  fillsWidth?: boolean;
  /** Whether several texts are placed side by side rather than one below the other. */
  beside: boolean;
}

/** Sets the texts of a page as large as fits, all in one size and without truncation. Returns the size in px. */
export function fitPage(body: HTMLElement, frame: BoxSize, sizes: PageSizes): number {
  const { preferred, scale } = sizes;
  const count = body.classList.contains('several') ? body.children.length : 1;
  const fillsWidth = count > 1 && sizes.fillsWidth === true;
  const linesMax = fillsWidth ? [Number.MAX_VALUE] : sizes.linesMax;
  const columns = count > 1 ? arrangements(count, sizes.beside) : [1, 2];
  const otherColumnsBelow = count > 1 ? sizes.rearrangeBelow : sizes.twoColumnsBelow;
  /** Returns the size, or 0 if the text at scale 1 would be smaller than `wanted`. */
  const fit = (wanted: number, more: Partial<FitOptions>) => {
    const atLeast = wanted * Math.min(1, scale);
    return fitElement(body, frame, {
      preferred,
      scale,
      columns,
      otherColumnsBelow,
      minSize: MIN_SIZE,
      atLeast,
      ...(fillsWidth && { fillsWidth, lineMin: COLUMN_LINE_MIN }),
      ...more,
    });
  };
  body.style.removeProperty('--shares');
  const poetry = body.querySelector('.line') !== null;
  body.classList.toggle('whole-lines', poetry);
  // Tries short lines first, for the sake of prose beside the poetry.
  for (const lineMax of poetry ? [...linesMax, Number.MAX_VALUE] : []) {
    const size = fit(sizes.wholeLinesFrom, { lineMax, otherColumnsBelow: 0 });
    if (size > 0) return size;
  }
  body.classList.remove('whole-lines');
  for (const lineMax of linesMax.slice(0, -1)) {
    const size = fit(sizes.longerLinesBelow, { lineMax });
    if (size > 0) return size;
  }
  const longest = { lineMax: linesMax.at(-1)! };
  const size = fit(0, longest);
  if (count === 1 || count !== columns[0] || size >= sizes.rearrangeBelow) return size;
  setShares(body);
  const uneven = fit(size / Math.min(1, scale), { lineMax: Number.MAX_VALUE, otherColumnsBelow: 0 });
  if (uneven > 0) return uneven;
  body.style.removeProperty('--shares');
  return fit(0, longest);
}

/**
 * Gives each text a column in proportion to its length. In equal columns, the longest of very different texts would be
 * too small.
 */
function setShares(body: HTMLElement): void {
  const lengths = Array.from(body.children, ({ textContent }) => textContent!.replace(/\p{M}/gu, '').length);
  body.style.setProperty('--shares', lengths.map((length) => `minmax(0, ${length}fr)`).join(' '));
}

/** Returns the column counts for several texts, the preferred one first: four texts form two columns. */
function arrangements(count: number, beside: boolean): number[] {
  const wide = count > 3 ? Math.ceil(count / 2) : count;
  return beside ? [wide, 1] : [1, wide];
}

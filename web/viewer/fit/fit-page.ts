import type { BoxSize } from './fit.ts';
import { type FitOptions, fitElement, isRendered } from './fit-element.ts';
import { screenHeight } from './use-fit.ts';

/** Smallest sizes that can be read, px: on a whole screen, and on the picture that a lower third lies over. [D54] */
export const minLegibleOnScreen = (): number => innerHeight / 40;
export const minLegibleOnPicture = (): number => screenHeight() / 30;

type FitProblem = 'shrunk' | null;
/** Called after each fit: whether the text had to be smaller than can be read. */
export type OnFitProblem = ((problem: FitProblem) => void) | undefined;

/** Whether a text had to be set smaller than can be read. A smaller scale is no problem, but what somebody wants. */
export const toFitProblem = (size: number, legible: number, scale: number): FitProblem =>
  size < legible * Math.min(1, scale) ? 'shrunk' : null;

/** The same of a text that may have ended earlier instead. */
export function toSlideFitProblem(text: HTMLElement, isWhole: boolean, legible: number, scale: number): FitProblem {
  if (!isRendered(text)) return null;
  return isWhole ? toFitProblem(Number.parseFloat(text.style.fontSize), legible, scale) : 'shrunk';
}

/** What does not fit is made smaller rather than cut: as small as it takes, px. */
const LOWEST = 1;

interface PageSizes {
  /** Size in px that text has when nothing limits it. */
  preferred: number;
  scale: number;
  /** Lines grow longer where text would be smaller than this, px. */
  longerLinesBelow: number;
  /** A single text may take two columns where it would be smaller than this, px. */
  twoColumnsBelow: number;
  /** Several texts may be arranged otherwise where they would be smaller than this, px. */
  otherwiseBelow: number;
  /** Lines of poetry stay whole where they are no smaller than this, px. */
  wholeLinesFrom: number;
  /** Characters a line at most, the preferred length first. */
  linesMax: readonly number[];
  /** Whether texts stand beside each other rather than below. */
  beside: boolean;
}

/** Sets the texts of a page as large as fits, all in one size, with nothing left out. Returns the size in px. */
export function fitPage(body: HTMLElement, frame: BoxSize, sizes: PageSizes): number {
  const { preferred, scale, linesMax } = sizes;
  const count = body.classList.contains('several') ? body.children.length : 1;
  const columns = count > 1 ? arrangements(count, sizes.beside) : [1, 2];
  const otherColumnsBelow = count > 1 ? sizes.otherwiseBelow : sizes.twoColumnsBelow;
  /** The size, or 0 where text of the scale 1 would be smaller than `wanted`. */
  const fit = (wanted: number, more: Partial<FitOptions>) => {
    const atLeast = wanted * Math.min(1, scale);
    return fitElement(body, frame, { preferred, scale, columns, otherColumnsBelow, lowest: LOWEST, atLeast, ...more });
  };
  body.style.removeProperty('--shares');
  const poetry = body.querySelector('.line') !== null;
  body.classList.toggle('whole-lines', poetry);
  // Of prose beside them a line is to be no longer than it has to.
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
  if (count === 1 || count !== columns[0] || size >= sizes.otherwiseBelow) return size;
  setShares(body);
  const uneven = fit(size / Math.min(1, scale), { lineMax: Number.MAX_VALUE, otherColumnsBelow: 0 });
  if (uneven > 0) return uneven;
  body.style.removeProperty('--shares');
  return fit(0, longest);
}

/** Gives each text a column as wide as it is long. Of texts that differ much, the longest would be too small in one of several equal columns. */
function setShares(body: HTMLElement): void {
  const lengths = Array.from(body.children, ({ textContent }) => textContent!.replace(/\p{M}/gu, '').length);
  body.style.setProperty('--shares', lengths.map((length) => `minmax(0, ${length}fr)`).join(' '));
}

/** Numbers of columns for several texts, the preferred one first: four stand two by two. */
function arrangements(count: number, beside: boolean): number[] {
  const wide = count > 3 ? Math.ceil(count / 2) : count;
  return beside ? [wide, 1] : [1, wide];
}

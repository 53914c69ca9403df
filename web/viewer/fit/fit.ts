/**
 * Fitting text into a frame, as arithmetic over a measuring function; the measuring itself (layout) is the caller's.
 */

/** A screen line holds about 18 to 34 characters. */
export const LINE_CHARACTERS_MIN = 18;
export const LINE_CHARACTERS_MAX = 34;
/** A word that is wider than so many characters is broken where its line ends: it would make all the others too small. */
export const WORD_CHARACTERS_MAX = 50;

/** To this, px, a largest size is found. */
const PRECISION = 0.5;

/**
 * The largest value in [low, high] for which `fits` holds, to within PRECISION; `low` when none does. Null as soon as it is known
 * to be less than `atLeast`. `fits` must not hold again above a value where it failed.
 */
export function largestThatFits(low: number, high: number, fits: (value: number) => boolean): number;
export function largestThatFits(
  low: number,
  high: number,
  fits: (value: number) => boolean,
  atLeast: number,
): number | null;
export function largestThatFits(
  low: number,
  high: number,
  fits: (value: number) => boolean,
  atLeast = 0,
): number | null {
  if (high <= low) return low;
  if (fits(high)) return high;
  let good = low;
  let bad = high;
  while (bad - good > PRECISION) {
    if (bad < atLeast) return null;
    const middle = (good + bad) / 2;
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** The most of `count` for which `fits` holds, 1 when none does; it is asked last for the one that is the answer. */
export function largestCountThatFits(count: number, fits: (count: number) => boolean): number {
  if (fits(count) || count <= 1) return count;
  let good = 1;
  let bad = count;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  fits(good);
  return good;
}

/** The smallest value in [low, high] for which `holds` holds; `high` must be known to hold. */
export function smallestThatHolds(low: number, high: number, holds: (value: number) => boolean, precision = 1): number {
  let bad = low;
  let good = high;
  while (good - bad > precision) {
    const middle = (good + bad) / 2;
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

export interface BoxSize {
  width: number;
  height: number;
}

/** Widths of a text in em: of a character on average, and of the longest word. */
export interface TextMeasures {
  advance: number;
  longest: number;
}

/**
 * The widest column and the bounds of size for a text. `columns` share the width with a gap of `gap` em between them. Lines
 * that have to break a word hold all those that are not to be broken.
 */
export function measureBounds(
  frame: BoxSize,
  { advance, longest }: TextMeasures,
  columns: number,
  gap: number,
  lineMax = LINE_CHARACTERS_MAX,
  lineMin = LINE_CHARACTERS_MIN,
) {
  const whole = Math.min(longest / advance, WORD_CHARACTERS_MAX);
  const widthAt = (size: number) => (frame.width - (columns - 1) * gap * size) / columns;
  return {
    /** Above this size a full line has fewer than `lineMin` characters, or does not hold the longest word. */
    largest: frame.width / (columns * Math.max(lineMin, whole) * advance + (columns - 1) * gap),
    /** Column width at a size: all there is, but never more than `lineMax` characters. */
    columnAt: (size: number) => Math.min(widthAt(size), Math.max(lineMax, whole) * advance * size),
  };
}

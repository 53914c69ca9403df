/** Searches for the size of text in a frame. The functions only compute; the caller measures the layout. */

/** Bounds of the number of characters in a line on a screen. */
export const LINE_CHARACTERS_MIN = 18;
export const LINE_CHARACTERS_MAX = 34;
/** Number of characters from which a word is broken: unbroken, it would make all text too small. */
export const WORD_CHARACTERS_MAX = 50;

/** Precision of the largest size, px. */
const PRECISION = 0.5;

/**
 * Returns the largest value in [low, high] for which `fits` holds, within PRECISION; `low` if none fits. Returns
 * null as soon as the value is known to be less than `atLeast`. `fits` must be monotonic: once false, it stays false
 * for larger values.
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

/**
 * Returns the largest number up to `count` for which `fits` holds, or 1 if none fits. The last call of `fits` is
 * for the returned number.
 */
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

/** Returns the smallest value in [low, high] for which `holds` is true; it must be true for `high`. */
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

/** Widths of a text in em: `advance` of an average character, `longest` of the longest word. */
export interface TextMeasures {
  advance: number;
  longest: number;
}

/**
 * Returns the bounds of the font size and the column width for a text. `columns` share the width, with gaps of `gap`
 * em. If a word has to be broken, a line is still wide enough for every unbroken word.
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
    /** Largest size at which a full line has `lineMin` characters and holds the longest word. */
    largest: frame.width / (columns * Math.max(lineMin, whole) * advance + (columns - 1) * gap),
    /** Column width at a size: the available width, but at most `lineMax` characters. */
    columnAt: (size: number) => Math.min(widthAt(size), Math.max(lineMax, whole) * advance * size),
  };
}

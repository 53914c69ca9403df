/** The smallest value that at least `share` (0–1) of all values do not exceed; NaN of no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** For an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/**
 * How many times ours is the baseline's: the median of the rounds' own ratios, since a machine that gets slower
 * meanwhile slows down both of a round. Both have one value a round.
 */
export function medianRatio(ours: readonly number[], baseline: readonly number[]): number {
  return median(ours.map((value, at) => value / baseline[at]!));
}

/** Rounded for people: three decimals. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

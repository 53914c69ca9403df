/** A range of a book, on the scale that all its numberings share. */
export interface PositionRange {
  readonly start: number;
  readonly end: number;
}

export const rangesOverlap = (one: PositionRange, other: PositionRange): boolean =>
  one.start < other.end && other.start < one.end;

/** Sorts ranges and merges those that touch, so that a whole passage is rarely more than one. */
export function mergeRanges(ranges: readonly PositionRange[]): PositionRange[] {
  const joined: PositionRange[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else joined.push({ start, end });
  }
  return joined;
}

/** Subtracts ranges from others. Both must be sorted and merged, as by `mergeRanges`. */
export function subtractRanges(ranges: readonly PositionRange[], others: readonly PositionRange[]): PositionRange[] {
  let rest = [...ranges];
  for (const { start, end } of others) {
    rest = rest.flatMap((one) => {
      if (!rangesOverlap(one, { start, end })) return [one];
      const before = { start: one.start, end: start };
      const behind = { start: end, end: one.end };
      return [before, behind].filter((part) => part.start < part.end);
    });
  }
  return rest;
}

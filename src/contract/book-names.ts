/** The names that an edition gives a book. Null where it has none. [D71] */
export interface BookNames {
  readonly long: string | null;
  readonly short: string | null;
  readonly abbreviation: string | null;
}

export const NO_NAMES: BookNames = { long: null, short: null, abbreviation: null };

export const isUnnamed = ({ long, short, abbreviation }: BookNames): boolean => !(long || short || abbreviation);

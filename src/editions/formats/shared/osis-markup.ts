/** Elements of OSIS that begin and end a line. */
export const OSIS_BLOCKS: ReadonlySet<string> = new Set('p l lg list item row table salute signed closer'.split(' '));

/** Quotation marks that are written as an attribute of what they stand around, by the mark that opens. */
export const CLOSING_QUOTES: ReadonlyMap<string, string> = new Map(
  ['“”', '‘’', '„“', '‚‘', '«»', '»«', '""', "''"].map((pair) => [pair[0]!, pair[1]!]),
);

/** What a report calls a note of this type. */
export const toNoteKind = (type: string | undefined): string =>
  type === 'crossReference' ? 'cross references' : 'notes';

/** Whether a title is the edition's own text, such as that of a psalm. */
export const isCanonicalTitle = ({ canonical, type }: { canonical?: string; type?: string }): boolean =>
  canonical === 'true' || type === 'psalm';

/** OSIS elements that start and end a line. */
export const OSIS_BLOCKS: ReadonlySet<string> = new Set('p l lg list item row table salute signed closer'.split(' '));

/** Closing quotation marks by the opening one, for quotations whose mark is an attribute. */
export const CLOSING_QUOTES: ReadonlyMap<string, string> = new Map(
  ['“”', '‘’', '„“', '‚‘', '«»', '»«', '""', "''"].map((pair) => [pair[0]!, pair[1]!]),
);

/** Returns the report's name for a note of this type. */
export const toNoteKind = (type: string | undefined): string =>
  type === 'crossReference' ? 'cross references' : 'notes';

/** Returns whether a title is part of the text itself, such as that of a psalm. */
export const isCanonicalTitle = ({ canonical, type }: { canonical?: string; type?: string }): boolean =>
  canonical === 'true' || type === 'psalm';

/** Returns whether a quotation, or the milestone at its start, marks words of Jesus. */
export const isRedLetter = ({ who, eID }: { who?: string; eID?: string }): boolean =>
  who === 'Jesus' && eID === undefined;

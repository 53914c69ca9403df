/** Replaces text between private markers (`z…`), which are reserved for the makers of a file. */
export const PRIVATE_MARKER = 'zprivate';

/** Names in a report for marks that are left out, while their words are kept. */
export const RED_LETTERS = 'red letters';
export const ADDED_WORDS = 'marks of added words';

/** Character styles of USFM and USX whose mark a report counts, with its name. */
export const COUNTED_CHARACTER_STYLES: ReadonlyMap<string, string> = new Map([
  ['wj', RED_LETTERS],
  ['add', ADDED_WORDS],
]);

/** Character styles of USFM and USX that are left out with their contents, with their name in a report. */
export const OMITTED_CHARACTER_STYLES: ReadonlyMap<string, string> = new Map(
  [
    ['cross references', 'rq xt xo xop xot xnt xdc xk xq xta xtSee xtSeeAlso'],
    ['notes', 'pro cat fr ft fk fq fqa fl fp fv fw fdc fm efm'],
    ['verse numbers', 'va vp ca'],
    ['introductions', 'ior iqt'],
    ['figures', 'fig'],
    ['private markers', PRIVATE_MARKER],
  ].flatMap(([kind, list]) => list!.split(' ').map((style) => [style, kind!] as const)),
);

/** Paragraph styles for names and remarks, without the level number. A report does not count them. */
export const REMARK_STYLES: ReadonlySet<string> = new Set('id ide h toc toca usfm rem sts pubinfo restore'.split(' '));

/** The style of "a comment or note inserted for liturgical use". [USFM: \lit] */
export const LITURGICAL_NOTE_STYLE = 'lit';

/** Removes the level from a style: "imt1" becomes "imt". */
export const toBaseStyle = (style: string): string => style.replace(/\d+$/, '');

/** Returns the report's name for a paragraph that is not verse text. Null if a report does not count it. */
export function findOmittedParagraphKind(style: string): string | null {
  const base = toBaseStyle(style);
  if (REMARK_STYLES.has(base)) return null;
  if (base === LITURGICAL_NOTE_STYLE) return 'liturgical notes';
  return base.startsWith('i') ? 'introductions' : 'headings';
}

/** Stands in place of what a file has between private markers (`z…`), which its makers have for themselves. */
export const PRIVATE_MARKER = 'zprivate';

/** Character styles of USFM and USX that are no text of a verse, with all in them, by what a report calls them. */
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

/** Paragraphs of names and remarks, without the number at their end: nobody misses them in a text. */
export const REMARK_STYLES: ReadonlySet<string> = new Set('id ide h toc toca usfm rem sts pubinfo restore'.split(' '));

/** "A comment or note inserted for liturgical use". [USFM: \lit] */
export const LITURGICAL_NOTE_STYLE = 'lit';

/** A style without its level: "imt1" is "imt". */
export const toBaseStyle = (style: string): string => style.replace(/\d+$/, '');

/** What a report calls a paragraph that is no verse text; null for those it does not count. */
export function findOmittedParagraphKind(style: string): string | null {
  const base = toBaseStyle(style);
  if (REMARK_STYLES.has(base)) return null;
  if (base === LITURGICAL_NOTE_STYLE) return 'liturgical notes';
  return base.startsWith('i') ? 'introductions' : 'headings';
}

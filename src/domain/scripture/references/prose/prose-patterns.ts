/** A word for one or more chapters, as a pattern. */
export const CHAPTER_WORD = '(?:chapters?|chap\\.?|ch\\.?|cap[ií]tulos?|caps?\\.?|kapitel|kap\\.?)';
export const VERSE_WORD = '(?:vers(?:es?|en)?|vers[ií]culos?|versos?|vv?\\.|vss?\\.?|v)';
/** Space between the parts of a reference. It is bounded, because several in a row are tried in every division. */
export const GAP = '\\s{0,40}';
/** Separators of chapter and verse, of the ends of a range, and of the parts of a list. */
export const VERSE_MARK = `(?:[:.,](?=\\d)|:${GAP}|${GAP},?${GAP}(?:(?:and|und|e)\\s+)?${VERSE_WORD}${GAP})`;
export const RANGE_MARK = `(?:${GAP}[-‐-―−]${GAP}|\\s+(?:to|thru|through|bis|a|à|at[ée])\\s+(?:${VERSE_WORD}${GAP})?)`;
/** Verses in brackets may be left out: "2,1-12 (13-23)". */
const BRACKET =
  '(?:\\s{0,4}[,.]?\\s{0,4}[(\\[](?=[\\d\\s.,:a-f–-]{1,40}[)\\]])|(?<=[(\\[][\\d\\s.,:a-f–-]{1,40})[)\\]]\\s{0,4}[,.;]?\\s{0,4})';
export const LIST_MARK = `(?:${BRACKET}|${GAP}[,;]${GAP}|[./](?=\\d)|\\s+(?:and|und|e|y|&)\\s+)`;
export const NUMBER = '\\d{1,3}(?![\\d])(?:[a-d](?!\\p{L}))?(?:\\s?(?:ff?|ss?)\\.?(?![\\p{L}\\d]))?(?!\\p{L})';
/** Also excludes the middle of a word such as "God's". */
export const WORD_BOUNDARY = "(?<![\\p{L}\\d]|\\p{L}['’])";

/** Positions at which a text can be divided, by quality. Shared by server and browser; imports nothing. [D54] */

/** Kinds of breaks, best first. */
export type BreakKind = 'paragraph' | 'sentence' | 'semicolon' | 'comma' | 'word';

export interface SenseBreak {
  /** End of the text before the break, in UTF-16 code units. Only spaces are between `end` and `next`. */
  readonly end: number;
  readonly next: number;
  readonly kind: BreakKind;
}

/** Breaking spaces. */
const SPACES = /[^\S\u00a0\u202f]+/gu;
/** Dash without surrounding spaces, as in "word—word". The dash stays with the word before it. */
const JOINED_DASH = /(?<=\S)—(?=\S)/gu;
/** Sentence-ending marks, including Arabic, Hebrew, Devanagari, Chinese, Armenian and Ethiopic. */
const SENTENCE = /[.!?…‼⁇⁈⁉؟۔׃।॥։።፧。！？｡]$/u;
/** Colons, semicolons and dashes, including Greek, Arabic, Chinese and Ethiopic. */
const SEMICOLON = /[;:·؛፤፥；：—]$/u;
/** Commas, including Arabic, Chinese and Ethiopic. */
const COMMA = /[,،፣，、､–]$/u;
/**
 * Closing marks, which stay with their word. Includes all quotation marks, because “ and « close a quotation in German.
 */
const CLOSING = /[\p{Pe}\p{Pf}\p{Pi}"'*]+$/u;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Mymr}]/u;
const OPENS_LAST = /[\p{Ps}\p{Pi}]$/u;
const WORD_FIRST = /^[\p{L}\p{N}\p{Ps}\p{Pi}]/u;

/** Returns the breaks of a text in order, without those at its start and end. */
export function senseBreaks(text: string): SenseBreak[] {
  const breaks: SenseBreak[] = [];
  for (const { 0: space, index } of text.matchAll(SPACES)) {
    const kind = space.includes('\n') ? 'paragraph' : kindAfter(text, index);
    breaks.push({ end: index, next: index + space.length, kind });
  }
  for (const { index } of text.matchAll(JOINED_DASH))
    breaks.push({ end: index + 1, next: index + 1, kind: 'semicolon' });
  if (UNSPACED.test(text)) breaks.push(...breaksWithoutSpace(text));
  return breaks.filter(({ end, next }) => end > 0 && next < text.length).sort((one, other) => one.end - other.end);
}

function breaksWithoutSpace(text: string): SenseBreak[] {
  const breaks: SenseBreak[] = [];
  let before = '';
  for (const { segment, index } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
    const unspaced = UNSPACED.test(before) || UNSPACED.test(segment);
    const apart = before !== '' && !/\s$/u.test(before) && WORD_FIRST.test(segment) && !OPENS_LAST.test(before);
    if (unspaced && apart) breaks.push({ end: index, next: index, kind: kindAfter(text, index) });
    // The segmenter returns punctuation after a word as its own segment.
    before = WORD_FIRST.test(segment) || /^\s/u.test(segment) ? segment : before + segment;
  }
  return breaks;
}

/** Returns the kind of the break after the last mark before `end`, ignoring closing marks. */
function kindAfter(text: string, end: number): BreakKind {
  const last = text.slice(Math.max(0, end - 6), end).replace(CLOSING, '');
  if (SENTENCE.test(last)) return 'sentence';
  if (SEMICOLON.test(last)) return 'semicolon';
  return COMMA.test(last) ? 'comma' : 'word';
}

/** Where a text can be divided, and how well it reads then. Server and browser both import this file; it imports nothing. [D54] */

/** The best kind first. */
export type BreakKind = 'paragraph' | 'sentence' | 'semicolon' | 'comma' | 'word';

export interface SenseBreak {
  /** Where the part before it ends, in UTF-16 code units. What stands between `end` and `next` is space. */
  readonly end: number;
  readonly next: number;
  readonly kind: BreakKind;
}

/** Spaces at which a line may be broken. */
const SPACES = /[^\S\u00a0\u202f]+/gu;
/** A dash within a text without spaces about it, as in "word—word"; the dash stays with the word before it. */
const JOINED_DASH = /(?<=\S)—(?=\S)/gu;
/** Ends of sentences: also the Arabic, Hebrew, Devanagari, Chinese, Armenian and Ethiopic ones. */
const SENTENCE = /[.!?…‼⁇⁈⁉؟۔׃।॥։።፧。！？｡]$/u;
/** Colons, semicolons and dashes: also the Greek, Arabic, Chinese and Ethiopic ones. */
const SEMICOLON = /[;:·؛፤፥；：—]$/u;
/** Commas: also the Arabic, Chinese and Ethiopic ones. */
const COMMA = /[,،፣，、､–]$/u;
/** Closing marks stay with their word. In German “ and « close, so that all quotation marks count here. */
const CLOSING = /[\p{Pe}\p{Pf}\p{Pi}"'*]+$/u;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Mymr}]/u;
const OPENS_LAST = /[\p{Ps}\p{Pi}]$/u;
const WORD_FIRST = /^[\p{L}\p{N}\p{Ps}\p{Pi}]/u;

/** All of them in order, those at the beginning and at the end of the text left out. */
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
    // Marks that follow a word are segments of their own.
    before = WORD_FIRST.test(segment) || /^\s/u.test(segment) ? segment : before + segment;
  }
  return breaks;
}

/** By the last mark before `end`, closing marks passed over. */
function kindAfter(text: string, end: number): BreakKind {
  const last = text.slice(Math.max(0, end - 6), end).replace(CLOSING, '');
  if (SENTENCE.test(last)) return 'sentence';
  if (SEMICOLON.test(last)) return 'semicolon';
  return COMMA.test(last) ? 'comma' : 'word';
}

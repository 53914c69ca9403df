/** The separator between two numbers: only spaces, a mark, or a conjunction. */
export type SeparatorMark = '' | ' ' | ':' | ',' | '.' | ';' | '-' | '&';

/** A number of a reference, with what comes before and after it. */
export interface NumberToken {
  readonly value: number;
  readonly digits: number;
  readonly mark: SeparatorMark;
  /** True if there are spaces between the mark and the number. */
  readonly spaced: boolean;
  /** "chapter 3", "verse 16" */
  readonly word: 'chapter' | 'verse' | null;
  /** The suffix of the number: "16f" includes the next verse, "16ff" continues to the end of the chapter. */
  readonly follow: '' | 'f' | 'ff';
  /** True for a part of a verse: "8b". */
  readonly part: boolean;
}

const WORDS: readonly [RegExp, 'chapter' | 'verse' | 'and' | 'end' | 'nothing'][] = [
  [/^(?:chapters?|chap|chs?|cap[ií]tulos?|caps?|kapitels?|kap|c)$/u, 'chapter'],
  [/^(?:verses?|vers[ií]culos?|versos?|versen?|vers|ver|vv|vss?|v)$/u, 'verse'],
  [/^(?:and|und|u|e|y)$/u, 'and'],
  [/^(?:end|ende|fim|final|schluss)$/u, 'end'],
  [/^(?:the|o|os|do|dos|von|from|de)$/u, 'nothing'],
];

const PIECE = /\s+|(\d+)([a-d](?!\p{L}))?|\p{L}+|[:;,.&+/-]/uy;
const FOLLOW = /\s*(f{1,2})(?!\p{L})\.?/uy;
const MARK_OF: Readonly<Record<string, SeparatorMark>> = { '+': '&', '/': ',' };
/** The precedence of several marks between two numbers: "3:16, and 18". */
const STRENGTH: readonly SeparatorMark[] = ['-', ';', ':', '&', ',', '.', ' ', ''];

/** The value of "end", whichever verse or chapter is the last. */
export const OPEN_END = Number.POSITIVE_INFINITY;

/** Splits the text after a book's name into numbers. Returns null if it contains anything else. */
export function tokenizeNumbers(text: string): NumberToken[] | null {
  const tokens: NumberToken[] = [];
  const lower = text.toLowerCase();
  let marks = '';
  let word: NumberToken['word'] = null;
  for (let at = 0; at < lower.length; ) {
    PIECE.lastIndex = at;
    const [piece, number, part] = PIECE.exec(lower) ?? [];
    if (piece === undefined) return null;
    at += piece.length;
    const kind = number === undefined ? wordOf(piece) : null;
    if (number === undefined && kind !== 'end') {
      if (kind === 'chapter' || kind === 'verse') {
        if (word !== null) return null;
        word = kind;
        // The dot of an abbreviation is not a mark.
        if (lower[at] === '.') at++;
      } else if (kind === 'and') marks += '&';
      else if (kind === null && /^\p{L}/u.test(piece)) return null;
      else if (kind === null) marks += piece;
      continue;
    }
    FOLLOW.lastIndex = at;
    const follow = FOLLOW.exec(lower);
    if (follow) at = FOLLOW.lastIndex;
    const mark = toMark(marks);
    if (mark === null || (kind === 'end' && mark !== '-')) return null;
    tokens.push({
      value: number === undefined ? OPEN_END : Number(number),
      digits: number?.length ?? 0,
      mark,
      spaced: /\s/.test(marks),
      word,
      part: part !== undefined,
      follow: (follow?.[1] ?? '') as NumberToken['follow'],
    });
    marks = '';
    word = null;
  }
  return word === null && toMark(marks) !== null && marks.trim() === '' ? tokens : null;
}

const wordOf = (piece: string) => WORDS.find(([pattern]) => pattern.test(piece))?.[1] ?? null;

/** Returns true for words that name the number after them: "verse", "Kapitel". */
export const isNumberWord = (word: string): boolean => wordOf(word.toLowerCase()) !== null;

/** Returns the mark that takes precedence, or null for contradictory marks: "3:-16". */
function toMark(marks: string): SeparatorMark | null {
  const found = new Set([...marks.replace(/\s+/g, '')].map((mark) => MARK_OF[mark] ?? (mark as SeparatorMark)));
  if (found.size === 0) return marks === '' ? '' : ' ';
  const others = [...found].filter((mark) => mark !== ',' && mark !== '.' && mark !== '&');
  if (others.length > 1 || (others.includes('-') && found.size > 1)) return null;
  return STRENGTH.find((mark) => found.has(mark))!;
}

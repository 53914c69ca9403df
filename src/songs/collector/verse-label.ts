/**
 * Kinds of verses, as OpenLyrics abbreviates them: verse, chorus, pre-chorus, bridge, intro, ending, other. They begin
 * the ids of slides.
 */
export type VerseKind = 'v' | 'c' | 'p' | 'b' | 'i' | 'e' | 'o';

/** The kind and number that a label such as "Verse 2a" or "Refrain" states. */
export interface VerseLabel {
  readonly kind: VerseKind;
  readonly number: number | null;
  /** A letter, or an empty text. */
  readonly part: string;
  /** How often the verse is sung here, such as 2 for "Chorus (2x)". */
  readonly times: number;
}

/** Words of labels in the languages of song files, in lower case and without accents. */
const WORDS: Readonly<Record<VerseKind, string>> = {
  v: 'verse,vers,strophe,stanza,couplet,estrofe,estrofa,verso,strofa,strofe,stroof,zwrotka,sloka,versszak,sakeisto,куплет,主歌,절',
  c: 'chorus,refrain,refrao,coro,estribillo,ritornello,refren,refrang,refreng,refrein,omkvaed,kehrvers,kehrreim,kertosae,ref,припев,приспів,副歌,후렴',
  p: 'pre-chorus,prechorus,pre chorus,pre-refrain,pre refrain,pre-refrao,pre refrao,pre-coro,pre coro,precoro,pre-estribillo,pre-refrein,vorrefrain',
  b: 'bridge,brucke,ponte,puente,pont,brug,bro,middle 8,мост,桥段',
  i: 'intro,introduction,introducao,introduccion,introduzione,einleitung,vorspiel',
  e: 'ending,outro,coda,schluss,finale,final,fim,fine,end,tag',
  o: 'other,interlude,interludio,zwischenspiel,instrumental,misc,part,teil,parte,section,vamp,rap,spoken,solo,chor,turnaround,pre-bridge,pre-coda,andere,sonstiges,unknown,unbekannt,unbenannt',
};
const KINDS: ReadonlyMap<string, VerseKind> = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.split(',').map((word) => [fold(word), kind as VerseKind])),
);
/** Letters that OpenSong and OpenLyrics use. */
const CODES: ReadonlyMap<string, VerseKind> = new Map(
  Object.entries({ v: 'v', c: 'c', r: 'c', p: 'p', b: 'b', i: 'i', e: 'e', t: 'e', o: 'o' } as const),
);

const LABEL_MAX_CHARACTERS = 60;
const TIMES_MAX = 9;
const NUMBER_MAX = 999;
const ROMAN = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
/** A repetition at the end of a label: `(2x)`, "x2", "2×". */
const REPETITION = /\s*[([]?\s*(?:[x×]\s*(\d)|(\d)\s*[x×])\s*[)\]]?$/;
const SHAPE =
  /^(?:(\d{1,3})\s*[.)]?\s*)?(\p{L}[\p{L} -]*?(?: 8)?)(?:[\s#]*(?:(\d{1,3})\s*([a-z])?|(?<=\s)([ivx]{1,4})))?$/u;

/** Returns text in lower case and without accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
}

/**
 * Reads a label in a known language, such as "Verse 1", "2. Strophe", "REFRÃO:" or "Chorus (2x)". With
 * `codes` also "v1a", "C" and the like. Returns null for anything else.
 */
export function parseVerseLabel(text: string, { codes = false } = {}): VerseLabel | null {
  if (text.length > LABEL_MAX_CHARACTERS) return null;
  const bare = fold(text.trim())
    .replace(/^[[({*]+(.*?)[\])}*]+$/u, '$1')
    .replace(/[:.]{1,2}$/, '')
    .trim();
  const repetition = REPETITION.exec(bare);
  const label = repetition ? bare.slice(0, repetition.index).replace(/[:.]$/, '') : bare;
  const times = Math.min(TIMES_MAX, Math.max(1, Number(repetition?.[1] ?? repetition?.[2] ?? 1)));
  const code = codes ? /^([a-z])(\d{0,3})([a-z]?)$/.exec(label) : null;
  const codeKind = code && CODES.get(code[1]!);
  if (code && codeKind) return { kind: codeKind, number: toNumber(code[2]), part: code[3]!, times };
  const [, before, word, after, part = '', roman] = SHAPE.exec(label) ?? [];
  const kind = word === undefined ? undefined : KINDS.get(word.trim());
  if (!kind) return null;
  const number = roman === undefined ? toNumber(after ?? before) : ROMAN.indexOf(roman);
  if (number === -1) return null;
  return { kind, number, part: number === null ? '' : part, times };
}

/** A label of one word, with a number: "Blessing", "Part 2". */
const ONE_WORD = /^\p{L}[\p{L}\p{M}'’-]{0,40}(?:\s{1,3}\d{1,3}[a-z]?)?$/u;

/** Returns whether a text in brackets is a label. Several words are a line of the song, such as "[: and sing :]". */
export function isBracketLabel(inside: string): boolean {
  const text = inside.trim();
  return parseVerseLabel(text, { codes: true }) !== null || ONE_WORD.test(text);
}

/** A known label whose bracket is closed in the next line. */
const DIVIDED = /^([ \t]{0,20}\[[^[\]\n]{1,60})\n([ \t]{0,20}\])/gm;

/** Joins labels whose bracket is closed in the next line. The number of lines stays. */
export const joinLabels = (text: string): string =>
  text.replace(DIVIDED, (whole, label: string, end: string) =>
    isBracketLabel(label.trim().slice(1)) ? `\n${label.trim()}${end.trim()}` : whole,
  );

/** Returns a number from 1, or null. */
function toNumber(digits: string | undefined): number | null {
  const number = Number(digits || 0);
  return number >= 1 && number <= NUMBER_MAX ? number : null;
}

import {
  createUsfmStylesheet,
  type UsfmStylesheet,
  UsfmStyleType,
  UsfmTextType,
  UsfmToken,
  UsfmTokenizer,
  UsfmTokenType,
} from '@sillsdev/machine/corpora';
import { DamagedSourceError } from '../../../import-files/import-source.ts';
import { PRIVATE_MARKER } from '../shared/omitted-styles.ts';
import { splitVerseNumber } from '../shared/verse-number.ts';

/** Limits for the text between two verses or paragraphs. The tokenizer takes quadratic time in it. */
const PIECE_MAX_CHARACTERS = 64 * 1024;
const PIECE_MAX_MARKERS = 2_048;
/** Shorter pieces are tokenized together. */
const PIECE_MIN_CHARACTERS = 4_096;
/**
 * Chapters with fewer tokens are parsed together. Too many tokens at once live so long that collecting them is
 * expensive.
 */
const BATCH_MIN_TOKENS = 512;
/** Limited because each unknown marker is searched for in the whole file. */
const UNKNOWN_MARKERS_MAX = 100;

/**
 * Markers of USFM 3.1 that the library's stylesheet lacks, and markers whose text is verse text although the stylesheet
 * disagrees.
 */
const MORE_MARKERS = [
  { markers: ['ef', 'ex'], styleType: UsfmStyleType.Note, textType: UsfmTextType.NoteText },
  { markers: ['s4', 's5'], styleType: UsfmStyleType.Paragraph, textType: UsfmTextType.Section },
  { markers: ['pb', 'p1', 'p2'], styleType: UsfmStyleType.Paragraph, textType: UsfmTextType.VerseText },
  { markers: ['qac', 'jmp', PRIVATE_MARKER], styleType: UsfmStyleType.Character, textType: UsfmTextType.VerseText },
] as const;

/** Loads the stylesheet. Each import needs its own, because markers of a file are added to it. */
export async function loadUsfmStylesheet(): Promise<UsfmStylesheet> {
  const stylesheet = await createUsfmStylesheet('usfm.sty');
  for (const { markers, styleType, textType } of MORE_MARKERS) {
    for (const marker of markers) Object.assign(stylesheet.getTag(marker), { styleType, textType });
  }
  return stylesheet;
}

/** Called with an error in a line, if the rest of the file can still be read. */
type OnError = (line: number, reason: string) => void;

/**
 * Yields the tokens of a file, some whole chapters at a time, so that not all are in memory at once. The token of a
 * verse holds its number only; an invalid number is an error and yields no token. Throws DamagedSourceError.
 */
export function* tokenizeUsfmChapters(
  usfm: string,
  file: string,
  stylesheet: UsfmStylesheet,
  onError: OnError,
): Generator<UsfmToken[], void> {
  const tokenizer = new UsfmTokenizer(stylesheet);
  const known = new Set<string>();
  const bare = withBareMilestones(withBarePrivateMarkers(withBareEscapes(usfm)), file, stylesheet);
  let tokens: UsfmToken[] = [];
  for (const { text, line } of splitIntoPieces(bare, file, stylesheet)) {
    let found = tokenizer.tokenize(text, false, line);
    const before = known.size;
    for (const token of found) {
      if (token.type !== UsfmTokenType.Unknown || known.has(token.marker!)) continue;
      known.add(token.marker!);
      learnMarker(token, bare, stylesheet, onError);
    }
    if (known.size > UNKNOWN_MARKERS_MAX) {
      throw new DamagedSourceError(file, line, 'there are too many unknown markers');
    }
    if (known.size > before) found = tokenizer.tokenize(text, false, line);
    for (let at = 0; at < found.length; at++) {
      const token = found[at]!;
      if (token.type === UsfmTokenType.Chapter && tokens.length >= BATCH_MIN_TOKENS) {
        yield tokens;
        tokens = [];
      }
      if (token.type === UsfmTokenType.Verse) tokens.push(...normalizeVerse(token, found[at + 1], onError));
      else tokens.push(token);
    }
  }
  requireEnd(bare, stylesheet, onError);
  yield tokens;
}

/** The end of a file that ends within a marker, or within the attributes of a style. */
const OPEN_END = /\\\+?([\w-]*)(?:\s[^\\]*\|[^\\]*)?$/;

/**
 * Reports a file that ends within a marker. A paragraph may end with its marker, a bar in a verse may be text, and
 * unknown markers cannot be judged.
 */
function requireEnd(usfm: string, stylesheet: UsfmStylesheet, onError: OnError): void {
  const [open, marker] = OPEN_END.exec(usfm.slice(usfm.lastIndexOf('\\'))) ?? [];
  if (marker === undefined || marker === 'v') return;
  const { styleType } = stylesheet.getTag(marker);
  if (marker !== '' && styleType !== UsfmStyleType.Character) return;
  onError(1 + count(usfm, '\n'), `the file ends within "${open!.slice(0, 40)}"`);
}

/** Escaped characters in attributes. [USFM 3: Attributes] */
const ESCAPE = /\\["|~/]/g;
/**
 * Text after a bar with escaped characters, up to the next marker. It is attributes if that marker ends a character
 * style.
 */
const ESCAPED = /\|[^\\|]*(?:\\["|~/][^\\]*){1,50}/g;
const STYLE_END = /\\\+?[a-z][\w-]*\*/iy;

/**
 * Removes escapes from attributes, which are not used. The library treats each backslash as the beginning of a marker.
 */
function withBareEscapes(usfm: string): string {
  if (usfm.search(ESCAPE) === -1) return usfm;
  return usfm.replace(ESCAPED, (escaped, at: number) => {
    STYLE_END.lastIndex = at + escaped.length;
    return STYLE_END.test(usfm) ? escaped.replace(ESCAPE, "'") : escaped;
  });
}

/** A private marker that starts or ends, or the start of a verse or chapter. [USFM 3: \z namespace] */
const PRIVATE = /\\(\+?z[\w-]*)(\*)?(?=[\s|\\]|(?<=\*))|\\[cv](?=\s)/g;

/**
 * Removes text between private markers, which is not part of the text. Markers that span verses mean something else, so
 * their text stays.
 */
function withBarePrivateMarkers(usfm: string): string {
  if (!usfm.includes('\\z') && !usfm.includes('\\+z')) return usfm;
  let bare = '';
  let kept = 0;
  for (const { marker, from, to } of findPrivate(usfm)) {
    const nested = marker.startsWith('+') ? '+' : '';
    const lines = '\n'.repeat(count(usfm.slice(from, to), '\n'));
    bare += `${usfm.slice(kept, from)}\\${nested}${PRIVATE_MARKER} ${lines}\\${nested}${PRIVATE_MARKER}*`;
    kept = to;
  }
  return bare + usfm.slice(kept);
}

interface PrivateRange {
  readonly marker: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the outermost ranges between private markers and their ends. Markers without an end, such as a milestone
 * (`\zms\*`), have no contents.
 */
function findPrivate(usfm: string): PrivateRange[] {
  const found: PrivateRange[] = [];
  /** The start of the first open marker of each kind in this verse, in order. */
  const open = new Map<string, number>();
  const order: string[] = [];
  for (const { 0: whole, 1: marker, 2: end, index } of usfm.matchAll(PRIVATE)) {
    if (marker === undefined) {
      open.clear();
      order.length = 0;
    } else if (end === undefined) {
      if (open.has(marker)) continue;
      open.set(marker, index);
      order.push(marker);
    } else if (open.has(marker)) {
      const from = open.get(marker)!;
      while (order.length > 0 && open.get(order.at(-1)!)! >= from) open.delete(order.pop()!);
      while (found.length > 0 && found.at(-1)!.from > from) found.pop();
      found.push({ marker, from, to: index + whole.length });
    }
  }
  return found;
}

/**
 * A milestone up to its end. Its attributes may be apart from the marker, and on separate lines. [USFM 3: Milestones]
 */
const MILESTONE = /\\([A-Za-z][\w-]*)(\s*(?:\|[^\\]*(?:\\["|~/][^\\]*){0,50})?)\\\*/g;

/** Removes attributes of milestones. The library recognizes only those that directly follow the marker. */
function withBareMilestones(usfm: string, file: string, stylesheet: UsfmStylesheet): string {
  if (!usfm.includes('\\*')) return usfm;
  const markers = new Set<string>();
  const bare = usfm.replace(MILESTONE, (_, marker: string, inside: string) => {
    if (markers.size <= UNKNOWN_MARKERS_MAX) markers.add(marker);
    // Line breaks stay, because errors have line numbers.
    return `\\${marker}${'\n'.repeat(count(inside, '\n'))}\\*`;
  });
  if (markers.size > UNKNOWN_MARKERS_MAX)
    throw new DamagedSourceError(file, null, 'there are too many unknown markers');
  for (const marker of markers) {
    const tag = stylesheet.getTag(marker);
    if (tag.styleType === UsfmStyleType.Unknown) tag.styleType = UsfmStyleType.Milestone;
  }
  return bare;
}

/**
 * Positions where a text can be split, because no element spans them: before verses, chapters and lines that start a
 * paragraph.
 */
const SPLIT = /\\[cv](?=\s)|(?<=\n)\\([a-z][a-z0-9]*)(?=[\s\\])/g;

/** Returns the first position to split at or after `from`, or the end. */
function findSplit(usfm: string, from: number, stylesheet: UsfmStylesheet): number {
  SPLIT.lastIndex = from;
  for (let match = SPLIT.exec(usfm); match; match = SPLIT.exec(usfm)) {
    const [, marker] = match;
    if (marker === undefined || stylesheet.getTag(marker).styleType === UsfmStyleType.Paragraph) return match.index;
  }
  return usfm.length;
}

function* splitIntoPieces(
  usfm: string,
  file: string,
  stylesheet: UsfmStylesheet,
): Generator<{ text: string; line: number }, void> {
  let line = 1;
  for (let start = 0; start < usfm.length; ) {
    const end = findSplit(usfm, start + PIECE_MIN_CHARACTERS, stylesheet);
    const text = usfm.slice(start, end);
    if (text.length > PIECE_MAX_CHARACTERS || count(text, '\\') > PIECE_MAX_MARKERS) {
      throw new DamagedSourceError(file, line + linesBefore(text, stylesheet), 'there is too much between two verses');
    }
    yield { text, line };
    line += count(text, '\n');
    start = end;
  }
}

/** Returns the number of lines in a piece before the part that makes it too long. */
function linesBefore(text: string, stylesheet: UsfmStylesheet): number {
  let last = 0;
  for (let at = 0; at < PIECE_MIN_CHARACTERS; at = findSplit(text, at + 1, stylesheet)) last = at;
  return count(text.slice(0, last), '\n');
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found++;
  return found;
}

/** Adds an unknown marker to the stylesheet: a milestone by its form, or a character style if it is closed anywhere. */
function learnMarker(
  { marker, lineNumber }: UsfmToken,
  usfm: string,
  stylesheet: UsfmStylesheet,
  onError: OnError,
): void {
  const name = marker!.replace(/^\+/, '');
  if (/^[vc]\d/.test(name)) {
    onError(lineNumber, `"\\${name}" needs a space before the number`);
  }
  const tag = stylesheet.getTag(name);
  if (/-[se]$/.test(name)) tag.styleType = UsfmStyleType.Milestone;
  else if (usfm.includes(`\\${name}*`) || usfm.includes(`\\+${name}*`)) tag.styleType = UsfmStyleType.Character;
}

/** Text attached to a number that cannot start a word: a letter, or the continuation of a bridge or list. */
const ATTACHED = /^[\p{L}\p{M}\p{N}]|^[-\u2010\u2011,][\p{L}\p{N}]/u;
/** A number that ends with such a letter lost the space after it if more text is attached: "14I,". */
const ATTACHED_LETTER = /[^\d\u200e\u200fa-z]$/u;
/** A bridge or list with spaces. By the standard the number ends at the first space. */
const SPACED = /^\s*[-\u2010-\u2013,]\s*(\d{1,3})\p{L}?(?:[-\s\u2010-\u2013,]|$)/u;

/**
 * Separates text attached to a number ("14..."), which is the beginning of the verse. `next` is the following token.
 */
function normalizeVerse(token: UsfmToken, next: UsfmToken | undefined, onError: OnError): UsfmToken[] {
  const { type, marker, lineNumber, data = '' } = token;
  const [number, rest] = splitVerseNumber(data);
  const words = next?.type === UsfmTokenType.Text ? next.text! : '';
  if (number === '' || ATTACHED.test(rest) || (rest !== '' && ATTACHED_LETTER.test(number))) {
    onError(lineNumber, `"${data.slice(0, 20)}" is not a verse number`);
    return [];
  }
  const beginning = rest === '' ? words : `${rest} ${words}`;
  if (Number(SPACED.exec(beginning)?.[1]) > Number.parseInt(number, 10)) {
    const given = `${number}${rest === '' ? ' ' : ''}${beginning}`;
    onError(lineNumber, `"${given.slice(0, 20).trim()}" has spaces in its verse number`);
    return [];
  }
  if (rest === '') return [token];
  const verse = new UsfmToken(type, marker, undefined, undefined, number, lineNumber);
  return [verse, new UsfmToken(UsfmTokenType.Text, undefined, `${rest} `, undefined, undefined, lineNumber)];
}

import {
  createUsfmStylesheet,
  type UsfmStylesheet,
  UsfmStyleType,
  UsfmTextType,
  UsfmToken,
  UsfmTokenizer,
  UsfmTokenType,
} from '@sillsdev/machine/corpora';
import { DamagedEditionError } from '../../sources/edition-source.ts';
import { PRIVATE_MARKER } from '../shared/omitted-styles.ts';
import { splitVerseNumber } from '../shared/verse-number.ts';

/** What stands between two verses or paragraphs. The tokenizer takes quadratic time in it, so it is bounded. */
const PIECE_MAX_CHARACTERS = 64 * 1024;
const PIECE_MAX_MARKERS = 2_048;
/** What is shorter goes to the tokenizer together. */
const PIECE_MIN_CHARACTERS = 4_096;
/** What has fewer goes to the parser together. Many tokens at once live so long that they become a burden to collect. */
const TOGETHER_MIN_TOKENS = 512;
/** Each kind is looked for in the whole file. */
const UNKNOWN_MARKERS_MAX = 100;

/** Markers of USFM 3.1 that the library's stylesheet lacks, and those whose words are verse text though it says otherwise. */
const MORE_MARKERS = [
  { markers: ['ef', 'ex'], styleType: UsfmStyleType.Note, textType: UsfmTextType.NoteText },
  { markers: ['s4', 's5'], styleType: UsfmStyleType.Paragraph, textType: UsfmTextType.Section },
  { markers: ['pb', 'p1', 'p2'], styleType: UsfmStyleType.Paragraph, textType: UsfmTextType.VerseText },
  { markers: ['qac', 'jmp', PRIVATE_MARKER], styleType: UsfmStyleType.Character, textType: UsfmTextType.VerseText },
] as const;

/** Made anew for each import, since the markers of a file are added to it. */
export async function loadUsfmStylesheet(): Promise<UsfmStylesheet> {
  const stylesheet = await createUsfmStylesheet('usfm.sty');
  for (const { markers, styleType, textType } of MORE_MARKERS) {
    for (const marker of markers) Object.assign(stylesheet.getTag(marker), { styleType, textType });
  }
  return stylesheet;
}

/** Told what is wrong with a line, where the rest of the file can be read all the same. */
type OnFault = (line: number, reason: string) => void;

/**
 * The tokens of a file, some whole chapters at a time, so that not all are held at once. A verse's token has a number and
 * nothing else; what has no right number is none, and is told. Throws DamagedEditionError.
 */
export function* tokenizeUsfmChapters(
  usfm: string,
  file: string,
  stylesheet: UsfmStylesheet,
  onFault: OnFault,
): Generator<UsfmToken[], void> {
  const tokenizer = new UsfmTokenizer(stylesheet);
  const known = new Set<string>();
  const bare = withBareMilestones(withBarePrivateMarkers(withBareEscapes(usfm)), file, stylesheet);
  let tokens: UsfmToken[] = [];
  for (const { text, line } of pieces(bare, file, stylesheet)) {
    let found = tokenizer.tokenize(text, false, line);
    const before = known.size;
    for (const token of found) {
      if (token.type !== UsfmTokenType.Unknown || known.has(token.marker!)) continue;
      known.add(token.marker!);
      learnMarker(token, bare, stylesheet, onFault);
    }
    if (known.size > UNKNOWN_MARKERS_MAX) {
      throw new DamagedEditionError(file, line, 'there are too many unknown markers');
    }
    if (known.size > before) found = tokenizer.tokenize(text, false, line);
    for (let at = 0; at < found.length; at++) {
      const token = found[at]!;
      if (token.type === UsfmTokenType.Chapter && tokens.length >= TOGETHER_MIN_TOKENS) {
        yield tokens;
        tokens = [];
      }
      if (token.type === UsfmTokenType.Verse) tokens.push(...normalizeVerse(token, found[at + 1], onFault));
      else tokens.push(token);
    }
  }
  requireEnd(bare, stylesheet, onFault);
  yield tokens;
}

/** The end of a file that breaks off within a marker, or within the attributes of a style. */
const OPEN_END = /\\\+?([\w-]*)(?:\s[^\\]*\|[^\\]*)?$/;

/** A paragraph may end with its marker, a bar in a verse may be text, and what a marker that nobody knows is cannot be said. */
function requireEnd(usfm: string, stylesheet: UsfmStylesheet, onFault: OnFault): void {
  const [open, marker] = OPEN_END.exec(usfm.slice(usfm.lastIndexOf('\\'))) ?? [];
  if (marker === undefined || marker === 'v') return;
  const { styleType } = stylesheet.getTag(marker);
  if (marker !== '' && styleType !== UsfmStyleType.Character) return;
  onFault(1 + count(usfm, '\n'), `the file breaks off within "${open!.slice(0, 40)}"`);
}

/** What a backslash may stand before in attributes. [USFM 3: Attributes] */
const ESCAPE = /\\["|~/]/g;
/** What stands after a bar and has such a one, up to the next marker; attributes if that ends a character style. */
const ESCAPED = /\|[^\\|]*(?:\\["|~/][^\\]*){1,50}/g;
const STYLE_END = /\\\+?[a-z][\w-]*\*/iy;

/** The library takes each backslash for the beginning of a marker, so attributes, which stay out, go to it without. */
function withBareEscapes(usfm: string): string {
  if (usfm.search(ESCAPE) === -1) return usfm;
  return usfm.replace(ESCAPED, (escaped, at: number) => {
    STYLE_END.lastIndex = at + escaped.length;
    return STYLE_END.test(usfm) ? escaped.replace(ESCAPE, "'") : escaped;
  });
}

/** A private marker that begins or ends, and where a verse or a chapter begins. [USFM 3: \z namespace] */
const PRIVATE = /\\(\+?z[\w-]*)(\*)?(?=[\s|\\]|(?<=\*))|\\[cv](?=\s)/g;

/** What stands between private markers is no text; those that reach over verses mark something else, and their words stay. */
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

/** From private markers to their ends, the outermost of each. What has no end, such as a milestone (`\zms\*`), holds nothing. */
function findPrivate(usfm: string): PrivateRange[] {
  const found: PrivateRange[] = [];
  /** By marker, where the first began that is open in this verse; in the order in which they began. */
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

/** A milestone up to its end; its attributes may stand apart from the marker, and on lines of their own. [USFM 3: Milestones] */
const MILESTONE = /\\([A-Za-z][\w-]*)(\s*(?:\|[^\\]*(?:\\["|~/][^\\]*){0,50})?)\\\*/g;

/** The library takes for attributes only what follows the marker at once, so milestones go to it without. */
function withBareMilestones(usfm: string, file: string, stylesheet: UsfmStylesheet): string {
  if (!usfm.includes('\\*')) return usfm;
  const markers = new Set<string>();
  const bare = usfm.replace(MILESTONE, (_, marker: string, inside: string) => {
    if (markers.size <= UNKNOWN_MARKERS_MAX) markers.add(marker);
    // The lines stay, since damage is told by their number.
    return `\\${marker}${'\n'.repeat(count(inside, '\n'))}\\*`;
  });
  if (markers.size > UNKNOWN_MARKERS_MAX)
    throw new DamagedEditionError(file, null, 'there are too many unknown markers');
  for (const marker of markers) {
    const tag = stylesheet.getTag(marker);
    if (tag.styleType === UsfmStyleType.Unknown) tag.styleType = UsfmStyleType.Milestone;
  }
  return bare;
}

/** Where a text can be cut, since nothing reaches over it: before verses, chapters and lines that begin a paragraph. */
const CUT = /\\[cv](?=\s)|(?<=\n)\\([a-z][a-z0-9]*)(?=[\s\\])/g;

/** The first place to cut at or after `from`, else the end. */
function findCut(usfm: string, from: number, stylesheet: UsfmStylesheet): number {
  CUT.lastIndex = from;
  for (let match = CUT.exec(usfm); match; match = CUT.exec(usfm)) {
    const [, marker] = match;
    if (marker === undefined || stylesheet.getTag(marker).styleType === UsfmStyleType.Paragraph) return match.index;
  }
  return usfm.length;
}

function* pieces(
  usfm: string,
  file: string,
  stylesheet: UsfmStylesheet,
): Generator<{ text: string; line: number }, void> {
  let line = 1;
  for (let start = 0; start < usfm.length; ) {
    const end = findCut(usfm, start + PIECE_MIN_CHARACTERS, stylesheet);
    const text = usfm.slice(start, end);
    if (text.length > PIECE_MAX_CHARACTERS || count(text, '\\') > PIECE_MAX_MARKERS) {
      throw new DamagedEditionError(file, line + linesBefore(text, stylesheet), 'there is too much between two verses');
    }
    yield { text, line };
    line += count(text, '\n');
    start = end;
  }
}

/** How many lines of a piece that is too long come before what makes it so. */
function linesBefore(text: string, stylesheet: UsfmStylesheet): number {
  let last = 0;
  for (let at = 0; at < PIECE_MIN_CHARACTERS; at = findCut(text, at + 1, stylesheet)) last = at;
  return count(text.slice(0, last), '\n');
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found++;
  return found;
}

/** A marker that is not of the standard is a milestone by its form, or a character style if it is closed anywhere. */
function learnMarker(
  { marker, lineNumber }: UsfmToken,
  usfm: string,
  stylesheet: UsfmStylesheet,
  onFault: OnFault,
): void {
  const name = marker!.replace(/^\+/, '');
  if (/^[vc]\d/.test(name)) {
    onFault(lineNumber, `"\\${name}" lacks the space before the number`);
  }
  const tag = stylesheet.getTag(name);
  if (/-[se]$/.test(name)) tag.styleType = UsfmStyleType.Milestone;
  else if (usfm.includes(`\\${name}*`) || usfm.includes(`\\+${name}*`)) tag.styleType = UsfmStyleType.Character;
}

/** What sticks to a number and is no beginning of words: a letter, or what a bridge or a list would go on with. */
const STUCK = /^[\p{L}\p{M}\p{N}]|^[-\u2010\u2011,][\p{L}\p{N}]/u;
/** A number that ends with such a letter is one that lost the space after it, if more sticks to that: "14I,". */
const STUCK_LETTER = /[^\d\u200e\u200fa-z]$/u;
/** A bridge or a list with spaces in it: the standard ends the number at the first. */
const SPACED = /^\s*[-\u2010-\u2013,]\s*(\d{1,3})\p{L}?(?:[-\s\u2010-\u2013,]|$)/u;

/** Takes what sticks to a number ("14...") off it: it is the beginning of the words. `next` is the token that comes after it. */
function normalizeVerse(token: UsfmToken, next: UsfmToken | undefined, onFault: OnFault): UsfmToken[] {
  const { type, marker, lineNumber, data = '' } = token;
  const [number, rest] = splitVerseNumber(data);
  const words = next?.type === UsfmTokenType.Text ? next.text! : '';
  if (number === '' || STUCK.test(rest) || (rest !== '' && STUCK_LETTER.test(number))) {
    onFault(lineNumber, `"${data.slice(0, 20)}" is no verse number`);
    return [];
  }
  const beginning = rest === '' ? words : `${rest} ${words}`;
  if (Number(SPACED.exec(beginning)?.[1]) > Number.parseInt(number, 10)) {
    const given = `${number}${rest === '' ? ' ' : ''}${beginning}`;
    onFault(lineNumber, `"${given.slice(0, 20).trim()}" has spaces in its verse number`);
    return [];
  }
  if (rest === '') return [token];
  const verse = new UsfmToken(type, marker, undefined, undefined, number, lineNumber);
  return [verse, new UsfmToken(UsfmTokenType.Text, undefined, `${rest} `, undefined, undefined, lineNumber)];
}

import { ADDED_WORDS, RED_LETTERS } from '../shared/omitted-styles.ts';
import { CLOSING_QUOTES, isCanonicalTitle, isRedLetter, OSIS_BLOCKS, toNoteKind } from '../shared/osis-markup.ts';

/** A piece of an OSIS fragment: text, or something else. */
export type OsisPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** The start of a line of poetry or a paragraph. */
  | { readonly kind: 'break' }
  | { readonly kind: 'space' }
  /** The beginning or the end of words that the translators added. A space may be missing there. */
  | { readonly kind: 'joint' }
  /** Something that is not text. `what` is a plural. */
  | { readonly kind: 'out'; readonly what: string }
  /** A mark whose words are kept. `what` is a plural. */
  | { readonly kind: 'mark'; readonly what: string }
  | OsisTitle
  | { readonly kind: 'book'; readonly osisId: string }
  /** The start of text before the verse, which has no number in the versification. */
  | { readonly kind: 'preverse' }
  /** The end of text before the verse, where the verse starts. */
  | { readonly kind: 'verse begins' }
  /** The start of another verse within the fragment. */
  | { readonly kind: 'verse'; readonly osisId: string };

/** A heading with its contents. */
export interface OsisTitle {
  readonly kind: 'title';
  readonly pieces: readonly OsisPiece[];
  /** A short form of the title; may be empty. */
  readonly short: string;
  /** Whether the title is part of the text, such as that of a psalm. */
  readonly canonical: boolean;
  readonly type: string;
  /** False if the title continues in the next fragment. */
  readonly ends: boolean;
}

type Attributes = Readonly<Record<string, string>>;

// Each alternative within a tag starts with a different character, so no input makes this slow.
const MARKUP =
  /<(\/?)([A-Za-z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Includes a line break, which may have contents. */
const BLOCKS = new Set([...OSIS_BLOCKS, 'lb']);
/** Elements whose contents are not text of the verse, with their name in a report. */
const OMITTED = new Map([
  ['figure', 'figures'],
  ['rdg', 'notes'],
  ['index', 'notes'],
  ['speaker', 'headings'],
]);
const OMITTED_DIVISIONS = new Set(['colophon', 'introduction', 'preface', 'glossary', 'appendix', 'index', 'map']);
const BREAKING_TYPE = /^(?:x-)?(?:p|pb|br|line|lb|paragraph)$/i;
/**
 * Marks written into the text: "(H5:20)" and "{12:50}", the verse number in another edition; "¶"; and USFM that was not
 * converted, such as "\nd".
 */
const MARK = /(\([GH]\d{1,3}:\d{1,3}\)|\{\d{1,3}:\d{1,3}\}|¶|\\\+?[a-z]{1,5}\d?(?:\*|(?![\p{L}\d])))/u;

/** An element that is left out until it ends; for a milestone, until the end with the same id. */
export interface Omission {
  readonly name: string;
  readonly id: string | null;
  readonly canBeOpen: boolean;
  depth: number;
}

/** An open title: its pieces so far, and the list to which it is added. */
interface OpenTitle extends Omit<OsisTitle, 'kind' | 'ends'> {
  readonly pieces: OsisPiece[];
  readonly outer: OsisPiece[];
  depth: number;
}

/**
 * Splits an OSIS fragment into pieces. SWORD modules have one fragment per verse, which is not well-formed alone: an
 * element such as a title or a note may start in one verse and end in another. `carried` is the note or the like that
 * began in an earlier fragment, and `unended` the one that goes on in the next. `damaged` creates the error for an
 * unclosed tag or an invalid character.
 */
export function toOsisPieces(
  fragment: string,
  damaged: (reason: string) => Error,
  carried: Omission | null = null,
): { pieces: OsisPiece[]; unended: Omission | null } {
  const all: OsisPiece[] = [];
  /** The current list of pieces: that of the open title, if there is one. */
  let pieces = all;
  const quotes: string[] = [];
  let omission = carried;
  let title: OpenTitle | null = null;

  const write = (raw: string): void => {
    if (raw === '' || omission) return;
    for (const [at, text] of raw.split(MARK).entries()) {
      if (at % 2 === 0) {
        if (text !== '') pieces.push({ kind: 'text', text });
      } else if (text === '¶') pieces.push({ kind: 'break' });
      else pieces.push({ kind: 'out', what: /^[({]/.test(text) ? 'verse numbers of other editions' : 'stray marks' });
    }
  };
  const omit = (name: string, what: string, rest: Partial<Omission> = {}): void => {
    omission = { name, id: null, canBeOpen: false, depth: 1, ...rest };
    pieces.push({ kind: 'out', what });
  };
  /** A nested title is part of the outer one. */
  const openTitle = (attributes: Attributes): void => {
    if (title) {
      title.depth++;
      return;
    }
    const { type = '', short = '' } = attributes;
    title = {
      pieces: [],
      outer: pieces,
      short: decodeReferences(short, damaged),
      canonical: isCanonicalTitle(attributes),
      type,
      depth: 1,
    };
    pieces = title.pieces;
  };
  const closeTitle = (ends: boolean): void => {
    if (!title) return;
    title.depth--;
    if (ends && title.depth > 0) return;
    const { outer, short, canonical, type } = title;
    outer.push({ kind: 'title', pieces, short, canonical, type, ends });
    pieces = outer;
    title = null;
  };

  const open = (name: string, attributes: Attributes, selfClosing: boolean): void => {
    const { type = '', sID, eID } = attributes;
    const isMilestone = selfClosing || sID !== undefined || eID !== undefined;
    if (BLOCKS.has(name)) pieces.push({ kind: 'break' });
    else if (name === 'note' && !isMilestone) omit(name, toNoteKind(type));
    else if (name === 'title' && !isMilestone) openTitle(attributes);
    else if (OMITTED.has(name) && !isMilestone) omit(name, OMITTED.get(name)!);
    else if (name === 'div' && OMITTED_DIVISIONS.has(type)) {
      if (!isMilestone || sID !== undefined) omit(name, 'introductions', { id: sID ?? null, canBeOpen: true });
    } else if (name === 'div' && type === 'book') {
      if (attributes.osisID !== undefined && eID === undefined)
        pieces.push({ kind: 'book', osisId: attributes.osisID });
    } else if (name === 'div' || name === 'milestone') {
      if (BREAKING_TYPE.test(type)) pieces.push({ kind: 'break' });
      // The mark is repeated where a quotation continues in a new paragraph.
      else if (name === 'milestone' && type === 'cQuote') write(decodeReferences(attributes.marker ?? '', damaged));
      else if (attributes.subType === 'x-preverse') {
        if (sID !== undefined) pieces.push({ kind: 'preverse' });
        else if (eID !== undefined) pieces.push({ kind: 'verse begins' });
      }
    } else if (name === 'cell') pieces.push({ kind: 'space' });
    else if (name === 'transChange') pieces.push({ kind: 'mark', what: ADDED_WORDS }, { kind: 'joint' });
    else if (name === 'verse' && attributes.osisID !== undefined && eID === undefined) {
      pieces.push({ kind: 'verse', osisId: attributes.osisID });
    } else if (name === 'q') {
      const marker = decodeReferences(attributes.marker ?? '', damaged);
      if (isRedLetter(attributes)) pieces.push({ kind: 'mark', what: RED_LETTERS });
      write(marker);
      if (!isMilestone) quotes.push(marker);
    }
  };
  const close = (name: string): void => {
    if (BLOCKS.has(name)) pieces.push({ kind: 'break' });
    else if (name === 'title') closeTitle(true);
    else if (name === 'transChange') pieces.push({ kind: 'joint' });
    else if (name === 'q') write(CLOSING_QUOTES.get(quotes.pop() ?? '') ?? '');
  };

  for (let at = 0; at < fragment.length; ) {
    const next = fragment.indexOf('<', at);
    const end = next === -1 ? fragment.length : next;
    write(decodeReferences(fragment.slice(at, end), damaged));
    if (next === -1) break;
    if (!/[A-Za-z/!?]/.test(fragment[next + 1] ?? '')) {
      write('<');
      at = next + 1;
      continue;
    }
    MARKUP.lastIndex = next;
    const markup = MARKUP.exec(fragment);
    if (!markup) throw damaged('a tag does not end');
    at = MARKUP.lastIndex;
    const [, closing, name, inside = '', data] = markup;
    if (data !== undefined) write(data);
    if (name === undefined) continue;
    const selfClosing = inside.endsWith('/');
    const present = omission as Omission | null;
    if (!present) {
      if (closing) close(name);
      else open(name, toAttributes(inside), selfClosing);
    } else if (name === present.name) {
      if (present.id !== null) {
        if (toAttributes(inside).eID === present.id) omission = null;
      } else if (closing) {
        present.depth--;
        if (present.depth === 0) omission = null;
      } else if (!selfClosing) present.depth++;
    }
  }
  closeTitle(false);
  const last = omission as Omission | null;
  return { pieces: all, unended: last?.canBeOpen ? null : last };
}

function toAttributes(inside: string): Attributes {
  return Object.fromEntries([...inside.matchAll(ATTRIBUTE)].map(([, key, one, other]) => [key!, one ?? other ?? '']));
}

/** Decodes character references. Unknown names stay as they are. */
function decodeReferences(text: string, damaged: (reason: string) => Error): string {
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name]!;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    if (!isCharacter) throw damaged(`${whole} is not a valid character`);
    return String.fromCodePoint(code);
  });
}

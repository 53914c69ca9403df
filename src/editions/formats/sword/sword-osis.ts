import { CLOSING_QUOTES, isCanonicalTitle, OSIS_BLOCKS, toNoteKind } from '../shared/osis-markup.ts';

/** What an OSIS fragment says, in its order: words, and what is not words. */
export type OsisPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A line of poetry or a paragraph begins. */
  | { readonly kind: 'break' }
  | { readonly kind: 'space' }
  /** Words of two sources meet, which may have lost the space between them. */
  | { readonly kind: 'cut' }
  /** Something that is no text; `what` is a plural. */
  | { readonly kind: 'out'; readonly what: string }
  | OsisTitle
  | { readonly kind: 'book'; readonly osisId: string }
  /** What belongs before a verse begins here: without a number, since the versification has none for it. */
  | { readonly kind: 'preverse' }
  /** What belongs before the verse ends here, and the verse begins. */
  | { readonly kind: 'verse begins' }
  /** Another verse begins within the fragment. */
  | { readonly kind: 'verse'; readonly osisId: string };

/** A heading with what is in it. */
export interface OsisTitle {
  readonly kind: 'title';
  readonly pieces: readonly OsisPiece[];
  /** A short form of it, empty where there is none. */
  readonly short: string;
  /** The edition's own text, such as the title of a psalm. */
  readonly canonical: boolean;
  readonly type: string;
  /** False where it goes on in the next fragment. */
  readonly ends: boolean;
}

type Attributes = Readonly<Record<string, string>>;

// Every alternative within a tag begins with another character, so that no input makes this slow.
const MARKUP =
  /<(\/?)([A-Za-z][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** A line break with words in it is one too. */
const BLOCKS = new Set([...OSIS_BLOCKS, 'lb']);
/** Elements whose words are no text of the verse, with what they are called. */
const LEFT_OUT = new Map([
  ['figure', 'figures'],
  ['rdg', 'notes'],
  ['index', 'notes'],
  ['speaker', 'headings'],
]);
const DIVISIONS_OUT = new Set(['colophon', 'introduction', 'preface', 'glossary', 'appendix', 'index', 'map']);
const BREAKING_TYPE = /^(?:x-)?(?:p|pb|br|line|lb|paragraph)$/i;
/** "(H5:20)": where another edition has the verse, written into the text; "¶"; what was not turned into OSIS: "\nd". */
const MARK = /(\([GH]\d{1,3}:\d{1,3}\)|¶|\\\+?[a-z]{1,5}\d?(?:\*|(?![\p{L}\d])))/u;

/** What is left out until its element ends; as a milestone, until the end with the same id. */
interface Omission {
  readonly name: string;
  readonly id: string | null;
  readonly canBeOpen: boolean;
  depth: number;
}

/** A title that is open: its pieces so far, and those that its own piece goes to. */
interface OpenTitle extends Omit<OsisTitle, 'kind' | 'ends'> {
  readonly pieces: OsisPiece[];
  readonly outer: OsisPiece[];
  depth: number;
}

/**
 * Takes an OSIS fragment apart, as SWORD modules keep one for each verse: not well-formed alone, since an element may begin in one verse
 * and end in another: a title may. `damaged` makes the error for a tag or a note that does not end, or a character that cannot be.
 */
export function toOsisPieces(fragment: string, damaged: (reason: string) => Error): OsisPiece[] {
  const all: OsisPiece[] = [];
  /** Where pieces go: into the open title, if there is one. */
  let pieces = all;
  const quotes: string[] = [];
  let omission: Omission | null = null;
  let title: OpenTitle | null = null;

  const write = (raw: string): void => {
    if (raw === '' || omission) return;
    for (const [at, text] of raw.split(MARK).entries()) {
      if (at % 2 === 0) {
        if (text !== '') pieces.push({ kind: 'text', text });
      } else if (text === '¶') pieces.push({ kind: 'break' });
      else pieces.push({ kind: 'out', what: text.startsWith('(') ? 'verse numbers of other editions' : 'stray marks' });
    }
  };
  const omit = (name: string, what: string, rest: Partial<Omission> = {}): void => {
    omission = { name, id: null, canBeOpen: false, depth: 1, ...rest };
    pieces.push({ kind: 'out', what });
  };
  /** A title within another is a part of it. */
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
    else if (LEFT_OUT.has(name) && !isMilestone) omit(name, LEFT_OUT.get(name)!);
    else if (name === 'div' && DIVISIONS_OUT.has(type)) {
      if (!isMilestone || sID !== undefined) omit(name, 'introductions', { id: sID ?? null, canBeOpen: true });
    } else if (name === 'div' && type === 'book') {
      if (attributes.osisID !== undefined && eID === undefined)
        pieces.push({ kind: 'book', osisId: attributes.osisID });
    } else if (name === 'div' || name === 'milestone') {
      if (BREAKING_TYPE.test(type)) pieces.push({ kind: 'break' });
      // A quotation that goes on over a paragraph has its mark again.
      else if (name === 'milestone' && type === 'cQuote') write(decodeReferences(attributes.marker ?? '', damaged));
      else if (attributes.subType === 'x-preverse') {
        if (sID !== undefined) pieces.push({ kind: 'preverse' });
        else if (eID !== undefined) pieces.push({ kind: 'verse begins' });
      }
    } else if (name === 'cell') pieces.push({ kind: 'space' });
    else if (name === 'transChange') pieces.push({ kind: 'cut' });
    else if (name === 'verse' && attributes.osisID !== undefined && eID === undefined) {
      pieces.push({ kind: 'verse', osisId: attributes.osisID });
    } else if (name === 'q') {
      const marker = decodeReferences(attributes.marker ?? '', damaged);
      write(marker);
      if (!isMilestone) quotes.push(marker);
    }
  };
  const close = (name: string): void => {
    if (BLOCKS.has(name)) pieces.push({ kind: 'break' });
    else if (name === 'title') closeTitle(true);
    else if (name === 'transChange') pieces.push({ kind: 'cut' });
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
  const left = omission as Omission | null;
  if (left && !left.canBeOpen) throw damaged(`the ${left.name} does not end`);
  closeTitle(false);
  return all;
}

function toAttributes(inside: string): Attributes {
  return Object.fromEntries([...inside.matchAll(ATTRIBUTE)].map(([, key, one, other]) => [key!, one ?? other ?? '']));
}

/** Names that XML does not know stay as they are. */
function decodeReferences(text: string, damaged: (reason: string) => Error): string {
  return text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name]!;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    if (!isCharacter) throw damaged(`${whole} is no character`);
    return String.fromCodePoint(code);
  });
}

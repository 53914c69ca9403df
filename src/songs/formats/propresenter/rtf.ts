import { type ImportNotice, toNotice } from '../../../contract/import-notices.ts';

/** Longest RTF of one text of a slide. It has some 2 KiB. */
const RTF_MAX_BYTES = 512 * 1024;
/** Deepest nesting of groups. ProPresenter writes about 5. */
const DEPTH_MAX = 100;

/** Destinations whose text is not shown. */
const HIDDEN = new Set(
  'colortbl,stylesheet,listtable,listoverridetable,revtbl,rsidtbl,info,generator,pict,object,header,headerl,headerr,headerf,footer,footerl,footerr,footerf,footnote,annotation,fldinst,bkmkstart,bkmkend,xe,tc,filetbl,themedata,datastore'.split(
    ',',
  ),
);
/** Words and symbols that stand for characters. */
const CHARACTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    par: '\n',
    line: '\n',
    sect: '\n',
    page: '\n',
    row: '\n',
    cell: '\n',
    '\n': '\n',
    '\r': '\n',
    tab: ' ',
    emspace: ' ',
    enspace: ' ',
    qmspace: ' ',
    '~': '\u00a0',
    _: '\u2011',
    emdash: '—',
    endash: '–',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
    bullet: '•',
    '{': '{',
    '}': '}',
    '\\': '\\',
  }),
);

/** Encodings of `\fcharset`. */
const CHARSETS: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
/** Encodings of `\ansicpg` other than windows-125x. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  20866: 'koi8-r',
  65001: 'utf-8',
};
const toCodePage = (number: number): string =>
  CODE_PAGES[number] ?? (number >= 1250 && number <= 1258 ? `windows-${number}` : 'windows-1252');

/** An RTF document that cannot be read. */
export class DamagedRtfError extends Error {
  readonly notice: ImportNotice;

  constructor(notice: ImportNotice) {
    super(notice.message);
    this.notice = notice;
  }
}

/** Formatting that a group inherits, and that ends with it. */
interface Group {
  /** Whether the group is a destination that is not shown. */
  isHidden: boolean;
  /** Whether its text is formatted as hidden. */
  isVanished: boolean;
  isFontTable: boolean;
  /** Number of characters that replace a `\u`. */
  fallback: number;
  font: number;
  /** Whether a `\*` has made an unknown destination ignorable. */
  isIgnorable: boolean;
}

/** `\word`, `\word-12 `, `\'hh`, `\*`; a group; or text. Line ends are no text. */
const TOKENS =
  /\\(?:([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?|'([0-9a-fA-F]{2})|(\r\n|[\s\S]))|([{}])|([^\\{}\r\n]+)|[\r\n]+/gy;

/**
 * Returns the text of an RTF document, with "\n" at the ends of paragraphs and lines. It is empty for no bytes.
 * `marks` are texts for words of a program, each with its number, such as "sdslidemarker".
 * @throws DamagedRtfError if it is no RTF, its groups do not match, or it is too deep or too long.
 */
export function readRtf(bytes: Buffer, marks: ReadonlyMap<string, string> = new Map()): string {
  if (bytes.length === 0) return '';
  if (bytes.length > RTF_MAX_BYTES) {
    throw new DamagedRtfError(toNotice('song_rtf_too_large', { max: RTF_MAX_BYTES / 1024 }));
  }
  const rtf = bytes.toString('latin1');
  if (!/^\s*\{\\rtf/.test(rtf)) throw new DamagedRtfError(toNotice('song_rtf_not_rtf'));
  const reader = new RtfReader(marks);
  TOKENS.lastIndex = rtf.indexOf('{');
  for (;;) {
    const start = TOKENS.lastIndex;
    const token = TOKENS.exec(rtf);
    if (!token) {
      // A lone "\" at the end.
      if (start < rtf.length) throw new DamagedRtfError(toNotice('song_rtf_cut_off'));
      break;
    }
    const [, word, number, hex, symbol, brace, text] = token;
    const skipped = reader.read({ word, number, hex, symbol, brace, text });
    if (skipped > rtf.length - TOKENS.lastIndex) throw new DamagedRtfError(toNotice('song_rtf_cut_off'));
    TOKENS.lastIndex += skipped;
    if (reader.isDone) break;
  }
  if (!reader.isDone) throw new DamagedRtfError(toNotice('song_rtf_cut_off'));
  return reader.finish();
}

type Token = Record<'word' | 'number' | 'hex' | 'symbol' | 'brace' | 'text', string | undefined>;

class RtfReader {
  readonly #groups: Group[] = [];
  readonly #charsets = new Map<number, number>();
  readonly #text: string[] = [];
  #group: Group = { isHidden: false, isVanished: false, isFontTable: false, fallback: 1, font: -1, isIgnorable: false };
  #defaultFont = -1;
  #codePage = 'windows-1252';
  /** Bytes of `\'hh` in a row. Some encodings need several for a character. */
  #bytes: number[] = [];
  /** Characters to skip, because a `\u` replaced them. */
  #replaced = 0;
  isDone = false;
  readonly #marks: ReadonlyMap<string, string>;

  constructor(marks: ReadonlyMap<string, string>) {
    this.#marks = marks;
  }

  /** Reads a token. Returns the number of bytes after it that are not RTF. */
  read({ word, number, hex, symbol, brace, text }: Token): number {
    if (hex !== undefined) {
      this.#addByte(Number.parseInt(hex, 16));
      return 0;
    }
    this.#flushBytes();
    if (brace === '{') this.#openGroup();
    else if (brace === '}') this.#closeGroup();
    else if (word !== undefined) return this.#readWord(word, number === undefined ? null : Number(number));
    else if (symbol !== undefined) this.#readSymbol(symbol);
    else if (text !== undefined) this.#addText(text);
    return 0;
  }

  finish(): string {
    return this.#text.join('').toWellFormed();
  }

  #openGroup(): void {
    if (this.#groups.length >= DEPTH_MAX) throw new DamagedRtfError(toNotice('song_rtf_too_deep', { max: DEPTH_MAX }));
    this.#groups.push(this.#group);
    this.#group = { ...this.#group, isIgnorable: false };
    this.#replaced = 0;
  }

  #closeGroup(): void {
    // The root group is pushed by its "{", so there is one to return to.
    this.#group = this.#groups.pop()!;
    this.#replaced = 0;
    this.isDone = this.#groups.length === 0;
  }

  #readWord(word: string, number: number | null): number {
    const group = this.#group;
    const isIgnorable = group.isIgnorable;
    group.isIgnorable = false;
    const character = CHARACTERS.get(word) ?? this.#marks.get(`${word}${number ?? ''}`);
    if (character !== undefined) this.#add(character);
    else if (word === 'u' && number !== null) this.#addUnicode(number);
    else if (word === 'uc') group.fallback = Math.min(100, Math.max(0, number ?? 1));
    else if (word === 'bin') return Math.max(0, number ?? 0);
    else if (word === 'ansicpg') this.#codePage = toCodePage(number ?? 0);
    else if (word === 'mac') this.#codePage = 'macintosh';
    else if (word === 'deff') this.#defaultFont = number ?? 0;
    else if (word === 'f') group.font = number ?? 0;
    else if (word === 'plain') Object.assign(group, { font: -1, isVanished: false });
    else if (word === 'fcharset' && group.isFontTable) this.#charsets.set(group.font, number ?? 0);
    else if (word === 'fonttbl') {
      group.isFontTable = true;
      group.isHidden = true;
    } else if (HIDDEN.has(word) || isIgnorable) group.isHidden = true;
    else if (word === 'v') group.isVanished = number !== 0;
    return 0;
  }

  #readSymbol(symbol: string): void {
    if (symbol === '*') this.#group.isIgnorable = true;
    else this.#add(CHARACTERS.get(symbol[0]!) ?? '');
  }

  #addText(text: string): void {
    const skipped = Math.min(this.#replaced, text.length);
    this.#replaced -= skipped;
    const rest = text.slice(skipped);
    // Bytes from 0x80 should be escaped, but some programs write them as they are.
    if (/[\x80-\xff]/.test(rest)) this.#decode(Buffer.from(rest, 'latin1'));
    else this.#add(rest);
  }

  #addByte(byte: number): void {
    if (this.#replaced > 0) this.#replaced--;
    else this.#bytes.push(byte);
  }

  #addUnicode(number: number): void {
    // Numbers above 32767 are written as negative ones. Pairs of surrogates are two numbers.
    this.#add(String.fromCharCode(number & 0xffff));
    this.#replaced = this.#group.fallback;
  }

  #flushBytes(): void {
    if (this.#bytes.length === 0) return;
    this.#decode(Buffer.from(this.#bytes));
    this.#bytes = [];
  }

  #decode(bytes: Buffer): void {
    const font = this.#group.font === -1 ? this.#defaultFont : this.#group.font;
    const encoding = CHARSETS[this.#charsets.get(font) ?? 0] ?? this.#codePage;
    this.#add(new TextDecoder(encoding).decode(bytes));
  }

  #add(text: string): void {
    if (!this.#group.isHidden && !this.#group.isVanished) this.#text.push(text);
  }
}

import { isAscii, isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { isHiddenFile } from '../contract/archived-files.ts';
import { type ImportNotice, toNotice } from '../contract/import-notices.ts';
import { decodeAs, decodeUtf8, findUtf16 } from './decode-text.ts';
import type { ImportErrors } from './import-errors.ts';
import type { SourcePosition } from './import-source.ts';
import { DamagedSourceError, type ImportSource, type OnProgress, type SourceFile } from './import-source.ts';

/** Maximum nesting of elements. The deepest real texts need about 15. */
const XML_DEPTH_MAX = 256;
/** Characters that are parsed at a time. */
const SLICE_CHARACTERS = 256 * 1024;
/** Maximum length of a title, a statement of rights or the like. */
const WHOLE_MAX_CHARACTERS = 64 * 1024;

/** Plain-language reasons for the parser's messages. */
const REASONS: readonly (readonly [message: RegExp, reason: ImportNotice])[] = [
  [/unclosed|unterminated|unexpected end|must contain a root/i, toNotice('file_cut_off')],
  [/undefined entity|unknown entity/i, toNotice('xml_unknown_entity')],
  [/disallowed character/i, toNotice('xml_invalid_character')],
  [/close tag|does not match/i, toNotice('xml_tag_mismatch')],
];
const toReason = (message: string): ImportNotice =>
  REASONS.find(([pattern]) => pattern.test(message))?.[1] ?? toNotice('file_damaged');

/** The root element must start within this many bytes. */
const ROOT_WITHIN_BYTES = 16 * 1024;

/** The current position of a reader. */
export interface XmlPosition extends SourcePosition {
  readonly line: number;
  /** Returns a snapshot of the position. */
  here(): SourcePosition;
  damaged(reason: string | ImportNotice): DamagedSourceError;
}

export type XmlAttributes = Readonly<Record<string, string>>;

/**
 * Handling of an element: true reads its contents, false leaves them out, a function reads them and is called at
 * the end, and `whole` receives all of its text at once.
 */
export type XmlContent = boolean | (() => void) | { whole: (text: string) => void };

export interface XmlHandler {
  /** `name` has no namespace prefix. */
  open(name: string, attributes: XmlAttributes): XmlContent;
  text(text: string): void;
}

/**
 * Returns the label of the encoding: from the byte order mark or the encoding of "<", otherwise from the declaration. A
 * declaration is ignored if all bytes are valid UTF-8, which no text in another encoding is by chance: some tools write
 * UTF-8 and declare something else.
 */
function findEncoding(bytes: Buffer): string {
  const utf16 = findUtf16(bytes);
  if (utf16) return utf16;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const declared = /^[^<]*<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(bytes.toString('latin1', 0, 200))?.[1];
  if (declared === undefined || UNICODE.test(declared) || (isUtf8(bytes) && !isAscii(bytes))) return 'utf-8';
  return declared;
}

/** Declared encodings of which the text is read as UTF-8. */
const UNICODE = /^(utf-?8|utf-?16(le|be)?|(us-)?ascii)$/i;

/** Labels that browsers treat as Windows-1252. */
const LATIN_1 = /^(iso-?8859-?1|iso_8859-1(:1987)?|latin-?1|l1|cp819|ibm819|iso-ir-100)$/i;

function decode(bytes: Buffer, file: string): string {
  const encoding = findEncoding(bytes);
  if (encoding === 'utf-8') return decodeUtf8(bytes, file);
  if (!toDecoder(encoding)) {
    throw new DamagedSourceError(file, 1, toNotice('encoding_unknown', { encoding }));
  }
  // Windows-1252 characters are repaired and reported later.
  return LATIN_1.test(encoding) ? bytes.toString('latin1') : decodeAs(encoding, bytes, file);
}

/**
 * Returns a decoder for any encoding that browsers support (https://encoding.spec.whatwg.org). Null for an unknown one.
 */
function toDecoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return null;
  }
}

/** Parses one document, calls its handler, and enforces the limits. */
class BoundedReader implements XmlPosition {
  readonly file: string;
  readonly #parser = new SaxesParser();
  readonly #handler: XmlHandler;
  /** Functions to call at the end of each open element. */
  readonly #ends: (null | (() => void))[] = [];
  /** The open element that is left out or read whole. */
  #consumed: { depth: number; text: string; whole: ((text: string) => void) | null } | null = null;

  constructor(file: string, toHandler: (place: XmlPosition) => XmlHandler) {
    this.file = file;
    this.#handler = toHandler(this);
    this.#parser.on('error', ({ message }) => {
      throw this.damaged(toReason(message));
    });
    this.#parser.on('doctype', (doctype) => {
      if (doctype.includes('[')) throw this.damaged(toNotice('xml_definitions'));
    });
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    this.#parser.on('closetag', () => this.#close());
    this.#parser.on('text', (text) => this.#text(text));
    this.#parser.on('cdata', (text) => this.#text(text));
  }

  get line(): number {
    return this.#parser.line;
  }

  here(): SourcePosition {
    return { file: this.file, line: this.line };
  }

  damaged(reason: string | ImportNotice): DamagedSourceError {
    return new DamagedSourceError(this.file, this.line, reason);
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  close(): void {
    this.#parser.close();
  }

  #open(name: string, attributes: XmlAttributes): void {
    if (this.#ends.length >= XML_DEPTH_MAX) throw this.damaged(toNotice('xml_too_deep', { max: XML_DEPTH_MAX }));
    let end: (() => void) | null = null;
    if (this.#consumed) {
      this.#text(' ');
    } else {
      const content = this.#handler.open(name.slice(name.indexOf(':') + 1), attributes);
      if (typeof content === 'function') end = content;
      else if (content !== true)
        this.#consumed = { depth: this.#ends.length, text: '', whole: content === false ? null : content.whole };
    }
    this.#ends.push(end);
  }

  #close(): void {
    this.#ends.pop()?.();
    if (this.#consumed?.depth !== this.#ends.length) return;
    const { whole, text } = this.#consumed;
    this.#consumed = null;
    whole?.(text.replace(/\s+/g, ' ').trim());
  }

  #text(text: string): void {
    if (!this.#consumed) this.#handler.text(text);
    else if (this.#consumed.whole)
      this.#consumed.text += text.slice(0, WHOLE_MAX_CHARACTERS - this.#consumed.text.length);
  }
}

/**
 * Reads one XML document in one pass, in UTF-8, UTF-16 or another declared encoding. Nothing external is fetched, a
 * DOCTYPE that defines entities is rejected, and the nesting depth is limited.
 * @throws DamagedSourceError if the document is not well-formed, is cut off, or is not in its declared encoding.
 */
export async function readXml(
  file: SourceFile,
  toHandler: (place: XmlPosition) => XmlHandler,
  onProgress: OnProgress,
): Promise<void> {
  const text = decode(await file.read(), file.name);
  const reader = new BoundedReader(file.name, toHandler);
  for (let start = 0; start < text.length; start += SLICE_CHARACTERS) {
    reader.write(text.slice(start, start + SLICE_CHARACTERS));
    onProgress(Math.min(1, (start + SLICE_CHARACTERS) / text.length));
    await nextTurn();
  }
  reader.close();
}

/**
 * Reads files one after another, each with its own handler, and continues after a damaged one. Progress is by file
 * size. Returns the handlers.
 */
export async function readXmlFiles<Handler extends XmlHandler>(
  files: readonly SourceFile[],
  toHandler: (place: XmlPosition) => Handler,
  onProgress: OnProgress,
  faults: ImportErrors,
): Promise<Handler[]> {
  const handlers: Handler[] = [];
  const addHandler = (place: XmlPosition): Handler => {
    const handler = toHandler(place);
    handlers.push(handler);
    return handler;
  };
  const total = files.reduce((sum, { size }) => sum + size, 0) || 1;
  let done = 0;
  for (const file of files) {
    await faults.catchDamage(() =>
      readXml(file, addHandler, (share) => onProgress(Math.min(1, (done + share * file.size) / total))),
    );
    done += file.size;
  }
  return handlers;
}

const heads = new WeakMap<SourceFile, Promise<string>>();

/** Returns the beginning of a file without comments, unchecked. Cached, because every format reads it. */
function readHead(file: SourceFile): Promise<string> {
  const known = heads.get(file);
  if (known) return known;
  const head = file.read().then((bytes) => {
    // Decoded leniently, because the cut may be anywhere.
    const encoding = toDecoder(findEncoding(bytes))?.encoding ?? 'utf-8';
    return withoutComments(new TextDecoder(encoding).decode(bytes.subarray(0, ROOT_WITHIN_BYTES)));
  });
  heads.set(file, head);
  return head;
}

function withoutComments(text: string): string {
  let kept = '';
  let start = 0;
  for (let open = text.indexOf('<!--'); open !== -1; open = text.indexOf('<!--', start)) {
    kept += text.slice(start, open);
    const close = text.indexOf('-->', open + 4);
    if (close === -1) return kept;
    start = close + 3;
  }
  return kept + text.slice(start);
}

/** Returns the files of a source whose name ends like this, and whose first element and what follows match, by name. */
export async function findXmlFiles(source: ImportSource, ending: RegExp, beginning: RegExp): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  for (const file of source.files) {
    if (isHiddenFile(file.name) || !ending.test(file.name)) continue;
    const head = await readHead(file);
    if (beginning.test(head.slice(head.search(/<[\p{L}_]/u)))) found.push(file);
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

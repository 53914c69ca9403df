/** What an importer reads: files with names relative to where they came from, whether that was a folder, a zip or one file. */
export interface SourceFile {
  /** With slashes, never absolute, never with "..". */
  readonly name: string;
  readonly size: number;
  /** The whole file. Throws DamagedEditionError where it is longer than it said, or cannot be unpacked. */
  read(): Promise<Buffer>;
}

export interface EditionSource {
  /** As the person named it; of one SWORD module of several, that of its description. */
  readonly path: string;
  readonly files: readonly SourceFile[];
  /** Of the archive or the single file; of a folder or a module in it, of its files' names and contents in order of name. [D30] */
  readonly sha256: string;
}

/** Called with the share that is done, 0 to 1. */
export type OnProgress = (share: number) => void;

/** What a source says of itself, as one line that cannot control a terminal. */
export const toPlainLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * A source that must not be imported; nothing has been changed. The message says where it is damaged, and how: one line, or one for each
 * of several places.
 */
export class DamagedEditionError extends Error {
  readonly file: string;
  readonly line: number | null;
  /** The message without the place. */
  readonly reason: string;

  constructor(file: string, line: number | null, reason: string) {
    super(toPlainLine(`${file}${line === null ? '' : `, line ${line}`}: ${reason}`));
    this.name = 'DamagedEditionError';
    this.file = file;
    this.line = line;
    this.reason = reason;
  }

  /** The first `errors` of `count`, with what a person can do. */
  static of(errors: readonly DamagedEditionError[], count: number, advice: readonly string[]): DamagedEditionError {
    const [first] = errors;
    if (!first) throw new Error('there is no error');
    const all = new DamagedEditionError(first.file, first.line, first.reason);
    const more = count > errors.length ? [`and ${count - errors.length} more places`] : [];
    all.message = [...errors.map(({ message }) => message), ...more, ...advice.map(toPlainLine)].join('\n');
    return all;
  }
}

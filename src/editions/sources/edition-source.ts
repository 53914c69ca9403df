import type { ImportNotice } from '../../contract/import-notices.ts';

/** A file of a source. Its name is relative to the source, which may be a folder, a zip archive or a single file. */
export interface SourceFile {
  /** Uses slashes; never absolute, and never with "..". */
  readonly name: string;
  readonly size: number;
  /** Reads the whole file. Throws DamagedEditionError if it is longer than its size, or cannot be unpacked. */
  read(): Promise<Buffer>;
}

export interface EditionSource {
  /** The path that the person gave. For one SWORD module of several, the path of its description. */
  readonly path: string;
  readonly files: readonly SourceFile[];
  /**
   * SHA-256 of the archive or the single file. For a folder, or a module in it, of the names and contents of its files,
   * by name. [D30]
   */
  readonly sha256: string;
}

/** Called with the completed share, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** Reduces text from a source to one line without control characters, which is safe to print on a terminal. */
export const toPlainLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * A source that cannot be imported. Nothing has been changed. The message says where and how the source is damaged: one
 * line, or one line for each of several positions.
 */
export class DamagedEditionError extends Error {
  readonly file: string;
  readonly line: number | null;
  /** The message without the position. */
  readonly reason: string;

  /** The reason with its code. Null if the reason has none. */
  readonly notice: ImportNotice | null;

  constructor(file: string, line: number | null, reason: string | ImportNotice) {
    const text = typeof reason === 'string' ? reason : reason.message;
    super(toPlainLine(`${file}${line === null ? '' : `, line ${line}`}: ${text}`));
    this.name = 'DamagedEditionError';
    this.file = file;
    this.line = line;
    this.reason = text;
    this.notice = typeof reason === 'string' ? null : reason;
  }

  /** Combines the first `errors` of `count`, with advice for the person. */
  static of(errors: readonly DamagedEditionError[], count: number, advice: readonly string[]): DamagedEditionError {
    const [first] = errors;
    if (!first) throw new Error('there is no error');
    const all = new DamagedEditionError(first.file, first.line, first.reason);
    const more = count > errors.length ? [`and ${count - errors.length} more places`] : [];
    all.message = [...errors.map(({ message }) => message), ...more, ...advice.map(toPlainLine)].join('\n');
    return all;
  }
}

import {
  fillNotice,
  IMPORT_NOTICES,
  type ImportNotice,
  type NoticePlace,
  type ReportLine,
  toLineText,
} from '../contract/import-notices.ts';

/** A file of a source. Its name is relative to the source, which may be a folder, a zip archive or a single file. */
export interface SourceFile {
  /** Uses slashes; never absolute, and never with "..". */
  readonly name: string;
  readonly size: number;
  /** Reads the whole file. Throws DamagedSourceError if it is longer than its size, or cannot be unpacked. */
  read(): Promise<Buffer>;
}

export interface ImportSource {
  /** The path that the person gave. For one SWORD module of several, the path of its description. */
  readonly path: string;
  readonly files: readonly SourceFile[];
  /**
   * SHA-256 of the archive or the single file. For a folder, or a module in it, of the names and contents of its files,
   * by name. [D30]
   */
  readonly sha256: string;
}

/** A position in a source. The line counts from 1. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number | null;
}

/** Called with the completed share, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** Reduces text from a source to one line without control characters, which is safe to print on a terminal. */
export const toPlainLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Formats a position for messages. */
const formatPosition = ({ file, line }: NoticePlace): string =>
  line === null ? file : fillNotice(IMPORT_NOTICES.in_line, { file, line: String(line) });

/** Returns a line of the report, without control characters. */
export function toReportLine(place: NoticePlace | null, reason: string | ImportNotice): ReportLine {
  const toMessage = (text: string) => toPlainLine(place ? `${formatPosition(place)}: ${text}` : text);
  if (typeof reason === 'string') return toMessage(reason);
  const params = Object.fromEntries(
    Object.entries(reason.params).map(([name, value]) => [
      name,
      typeof value === 'string' ? toPlainLine(value) : value,
    ]),
  );
  const plain = place && { file: toPlainLine(place.file), line: place.line };
  return { code: reason.code, message: toMessage(reason.message), params, place: plain };
}

/**
 * A source that cannot be imported. Nothing has been changed. The message says where and how the source is damaged: one
 * line, or one line for each of several positions.
 */
export class DamagedSourceError extends Error {
  readonly file: string;
  readonly line: number | null;
  /** The message without the position. */
  readonly reason: string;

  /** The reason with its code. Null if the reason has none. */
  readonly notice: ImportNotice | null;

  /** Lines of the message, with their codes. */
  lines: readonly ReportLine[];

  constructor(file: string, line: number | null, reason: string | ImportNotice) {
    const text = typeof reason === 'string' ? reason : reason.message;
    const reported = toReportLine({ file, line }, reason);
    super(toLineText(reported));
    this.lines = [reported];
    this.name = 'DamagedSourceError';
    this.file = file;
    this.line = line;
    this.reason = text;
    this.notice = typeof reason === 'string' ? null : reason;
  }

  /** Combines the first `errors` of `count`, with advice for the person. */
  static of(errors: readonly DamagedSourceError[], count: number, advice: readonly ImportNotice[]): DamagedSourceError {
    const [first] = errors;
    if (!first) throw new Error('there is no error');
    const all = new DamagedSourceError(first.file, first.line, first.reason);
    const more = count > errors.length ? [`and ${count - errors.length} more places`] : [];
    all.lines = [...errors.flatMap(({ lines }) => lines), ...more, ...advice.map((each) => toReportLine(null, each))];
    all.message = all.lines.map(toLineText).join('\n');
    return all;
  }
}

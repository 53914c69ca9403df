import type { ImportNotice } from '../../contract/import-notices.ts';
import { toPlainLine } from '../../import-files/import-source.ts';

/** A file that cannot be imported as a song. Nothing has been changed. The message says where and why, in one line. */
export class DamagedSongError extends Error {
  readonly line: number | null;
  /** The reason without the position. */
  readonly reason: ImportNotice;

  constructor(file: string, line: number | null, reason: ImportNotice) {
    super(toPlainLine(`${file}${line === null ? '' : `, line ${line}`}: ${reason.message}`));
    this.name = 'DamagedSongError';
    this.line = line;
    this.reason = reason;
  }
}

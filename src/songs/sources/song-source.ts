import { isUtf8 } from 'node:buffer';
import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import { decodeAs, findUtf16 } from '../../import-files/decode-text.ts';
import { DamagedSourceError } from '../../import-files/import-source.ts';
import { toBaseName } from './base-name.ts';
import { DamagedSongError } from './damaged-song-error.ts';
import { requireSongLength } from './song-limits.ts';

/** Name in messages of a file that was sent without a name. */
const UNNAMED = 'the file';

/** Encodings of a file that is not XML. */
type SongEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The bytes of a song file, and its text. */
export class SongSource {
  /** The name that the person gave, without folders. Empty if it was not given. */
  readonly fileName: string;
  readonly bytes: Buffer;
  #decoded: string | null = null;

  constructor(fileName: string, bytes: Buffer) {
    this.fileName = fileName.split(/[/\\]/).at(-1)!;
    this.bytes = bytes;
  }

  /** The name in messages. */
  get name(): string {
    return this.fileName || UNNAMED;
  }

  /** The file name without its ending, as a title of last resort. */
  get baseName(): string {
    return toBaseName(this.fileName);
  }

  /** Whether the text was read as Windows-1252 only because it is in no other encoding. */
  get isAssumedWindows1252(): boolean {
    return this.#decoded !== null && findSongEncoding(this.bytes) === 'windows-1252';
  }

  /**
   * The text of a file that is not XML, in UTF-8, UTF-16 or, as old programs write, Windows-1252. Its lines end with
   * "\n". Throws DamagedSongError if it is no text, or too long.
   */
  get text(): string {
    this.#decoded ??= this.#decode();
    return this.#decoded;
  }

  damaged(line: number | null, reason: ImportNotice): DamagedSongError {
    return new DamagedSongError(this.name, line, reason);
  }

  #decode(): string {
    const text = decodeSongText(this.bytes, this.name);
    requireSongLength(text, (reason) => this.damaged(null, reason));
    return text;
  }
}

/** Returns the encoding of a file that is not XML. Old programs write Windows-1252. */
export const findSongEncoding = (bytes: Buffer): SongEncoding =>
  findUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');

/** Returns the text of a file, whose lines end with "\n". Throws DamagedSongError if it is no text. */
export function decodeSongText(bytes: Buffer, name: string): string {
  const text = decodeBytes(bytes, name).replace(/\r\n?|\u2028|\u2029/g, '\n');
  const nul = text.indexOf('\0');
  if (nul !== -1) throw new DamagedSongError(name, text.slice(0, nul).split('\n').length, toNotice('song_null_bytes'));
  return text;
}

function decodeBytes(bytes: Buffer, name: string): string {
  try {
    return decodeAs(findSongEncoding(bytes), bytes, name);
  } catch (error) {
    if (!(error instanceof DamagedSourceError)) throw error;
    throw new DamagedSongError(name, error.line, error.notice ?? toNotice('file_damaged'));
  }
}

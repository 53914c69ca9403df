import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import type { DamagedSongError } from './damaged-song-error.ts';

/**
 * Limits for the words of a song, so that a hostile file never keeps the server busy. A song has some 2 KiB and 100
 * lines. A file can be larger: it can have pictures. [D70]
 */
const TEXT_MAX_CHARACTERS = 1024 * 1024;
export const TEXT_MAX_LINES = 20_000;

export const TOO_MANY_LINES = toNotice('song_too_many_lines', { max: TEXT_MAX_LINES });

/** Throws if a text is too long to be that of a song. `damaged` makes the error. */
export function requireSongLength(text: string, damaged: (reason: ImportNotice) => DamagedSongError): void {
  if (text.length > TEXT_MAX_CHARACTERS) throw damaged(toNotice('song_text_too_long', { max: TEXT_MAX_CHARACTERS }));
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  if (lines > TEXT_MAX_LINES) throw damaged(TOO_MANY_LINES);
}

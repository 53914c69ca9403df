import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import type { SongSource } from './song-source.ts';

/** Beginnings of files that are no songs, in hexadecimal, with the reason of the refusal. */
const OTHER_FILES: readonly (readonly [beginning: RegExp, reason: ImportNotice])[] = [
  [/^504b(?:0304|0506|0708)/, toNotice('song_is_zip')],
  [/^89504e47/, toNotice('song_is_picture_in', { format: 'PNG' })],
  [/^ffd8ff/, toNotice('song_is_picture_in', { format: 'JPEG' })],
  [/^474946383[79]61/, toNotice('song_is_picture_in', { format: 'GIF' })],
  [/^52494646.{8}57454250/, toNotice('song_is_picture_in', { format: 'WebP' })],
  [/^.{8}66747970(?:61766966|68656963|6d696631)/, toNotice('song_is_picture')],
  [/^424d.{8}00000000/, toNotice('song_is_picture_in', { format: 'BMP' })],
  [/^52494646|^.{8}66747970|^494433|^4f676753|^1a45dfa3/, toNotice('song_is_media')],
  [/^255044462d/, toNotice('song_is_pdf')],
  [/^7b5c727466/, toNotice('song_is_rtf')],
  [/^d0cf11e0/, toNotice('song_is_office')],
  [/^1f8b|^425a68|^377abcaf|^52617221|^fd377a585a/, toNotice('song_is_archive')],
  [/^377f068[23]|^d9d505f920a163d7|^18e22d00/, toNotice('song_is_database_log')],
  [/^00010000(?:5374616e64617264204a6574|5374616e6461726420414345)/, toNotice('song_is_access')],
  [/^45617379576f7273686970205363686564756c65/, toNotice('song_is_easyworship_5')],
  [/^53514c69746520666f726d6174203300/, toNotice('song_is_database')],
];
/** Names of files that are no songs, with their beginning in hexadecimal. */
const OTHER_NAMES: readonly (readonly [name: RegExp, beginning: RegExp, reason: ImportNotice])[] = [
  [/\.(?:pptx?|ppsx?|odp)$/i, /^(?:504b0304|d0cf11e0)/, toNotice('song_is_slides')],
  [/\.db$/i, /^.{4}0008/, toNotice('song_is_easyworship_5')],
  [/\.mb$/i, /^/, toNotice('song_is_easyworship_5')],
];
const WEB_PAGE = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** Throws DamagedSongError if the file is empty, or obviously something other than a song. */
export function rejectOtherFiles(source: SongSource): void {
  const { bytes } = source;
  if (bytes.length === 0) throw source.damaged(null, toNotice('file_empty'));
  const beginning = bytes.toString('hex', 0, 32);
  const named = OTHER_NAMES.find(([name, pattern]) => name.test(source.fileName) && pattern.test(beginning))?.[2];
  const other = named ?? OTHER_FILES.find(([pattern]) => pattern.test(beginning))?.[1];
  if (other) throw source.damaged(null, other);
  if (WEB_PAGE.test(bytes.toString('latin1', 0, 1_024))) throw source.damaged(null, toNotice('song_is_web_page'));
}

import type { SongSource } from './song-source.ts';

/** Beginnings of files that are no songs, in hexadecimal, with a description. */
const OTHER_FILES: readonly (readonly [beginning: RegExp, description: string])[] = [
  [/^504b(?:0304|0506|0708)/, 'a zip archive or an office document: unpack it, or save it as plain text'],
  [/^89504e47/, 'a PNG picture'],
  [/^ffd8ff/, 'a JPEG picture'],
  [/^474946383[79]61/, 'a GIF picture'],
  [/^52494646.{8}57454250/, 'a WebP picture'],
  [/^.{8}66747970(?:61766966|68656963|6d696631)/, 'a picture'],
  [/^424d.{8}00000000/, 'a BMP picture'],
  [/^52494646|^.{8}66747970|^494433|^4f676753|^1a45dfa3/, 'a sound or a film'],
  [/^255044462d/, 'a PDF: copy its text, and save it as a text file'],
  [/^7b5c727466/, 'a document in RTF: save it as plain text'],
  [/^d0cf11e0/, 'a document of Microsoft Office: save it as plain text'],
  [/^1f8b|^425a68|^377abcaf|^52617221|^fd377a585a/, 'an archive: unpack it, and import each song'],
  [/^53514c69746520666f726d6174203300/, 'a database: export the songs from its program, for example as OpenLyrics'],
];
const WEB_PAGE = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** Throws DamagedSongError if the file is empty, or obviously something other than a song. */
export function rejectOtherFiles(source: SongSource): void {
  const { bytes } = source;
  if (bytes.length === 0) throw source.damaged(null, 'the file is empty');
  const beginning = bytes.toString('hex', 0, 32);
  const other = OTHER_FILES.find(([pattern]) => pattern.test(beginning))?.[1];
  const described = other ?? (WEB_PAGE.test(bytes.toString('latin1', 0, 1_024)) ? 'a web page' : null);
  if (described !== null) throw source.damaged(null, `this is not a song, but ${described}`);
  if (/\.pro$/i.test(source.fileName) && bytes.includes(0)) {
    throw source.damaged(null, 'documents of ProPresenter 7 cannot be read: export the song as a text file');
  }
}

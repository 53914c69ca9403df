import { toNotice } from '../contract/import-notices.ts';
import { DOCUMENT_MAX_BYTES, SONG_MAX_BYTES } from '../contract/limits.ts';
import { toQuotation } from './collector/quote.ts';
import { SongCollector } from './collector/song-collector.ts';
import { findXmlProgram } from './formats/other-xml.ts';
import { findXmlRoot } from './formats/xml-songs.ts';
import { BINARY_SONG_FORMATS, TEXT_SONG_FORMATS, XML_SONG_FORMATS } from './formats.ts';
import type { ImportedSong, SongFileReport } from './song.ts';
import type { SongFormat } from './song-format.ts';
import { rejectOtherFiles } from './sources/reject-other-files.ts';
import { SongSource } from './sources/song-source.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Reads a song file in memory. `fileName` helps to recognize the format, and is the title of last resort. Returns the
 * song and the import report. Throws DamagedSongError, and then there is nothing to save.
 */
export async function parseSong(
  bytes: Buffer,
  fileName: string,
): Promise<{ song: ImportedSong; report: SongFileReport }> {
  const source = new SongSource(fileName, bytes);
  if (bytes.length > SONG_MAX_BYTES) {
    throw source.damaged(null, toNotice('song_file_too_large', { max: SONG_MAX_BYTES / MEBIBYTE }));
  }
  rejectOtherFiles(source);
  const format = recognizeFormat(source);
  const collector = new SongCollector(source);
  await format.read(source, collector);
  return requireDeckSize(source, collector.finish(format.name));
}

/** Returns a song that has been read. Throws DamagedSongError if it is longer than a deck that can be edited. [D1] */
export function requireDeckSize(source: SongSource, read: { song: ImportedSong; report: SongFileReport }) {
  if (Buffer.byteLength(JSON.stringify(read.song)) > DOCUMENT_MAX_BYTES) {
    throw source.damaged(null, toNotice('song_too_long', { max: DOCUMENT_MAX_BYTES / MEBIBYTE }));
  }
  return read;
}

/** Returns the format of a file. Throws DamagedSongError, which describes the file, if there is no format for it. */
function recognizeFormat(source: SongSource): SongFormat {
  const root = findXmlRoot(source);
  const program = findXmlProgram(source);
  if (program !== null) throw source.damaged(null, toNotice('song_is_of_program', { program }));
  const formats = [...BINARY_SONG_FORMATS, ...(root ? XML_SONG_FORMATS : TEXT_SONG_FORMATS)];
  const format = formats.find((each) => each.recognizes(source));
  if (format) return format;
  const known = XML_SONG_FORMATS.map(({ name }) => name).join(', ');
  throw source.damaged(
    null,
    root?.name
      ? toNotice('song_unknown_xml', { formats: known, element: toQuotation(`<${root.name}>`) })
      : toNotice('song_xml_without_element', { formats: known }),
  );
}

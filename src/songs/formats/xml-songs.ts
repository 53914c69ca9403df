import { toNotice } from '../../contract/import-notices.ts';
import { readXml, type XmlHandler, type XmlPosition } from '../../editions/formats/shared/xml.ts';
import { DamagedEditionError } from '../../editions/sources/edition-source.ts';
import type { SongSource } from '../sources/song-source.ts';

/** The root element must start within this many bytes. */
const ROOT_WITHIN_BYTES = 16 * 1024;

/** The root element of an XML file: its name without prefix, and the text of its opening tag. */
interface XmlRoot {
  readonly name: string;
  readonly tag: string;
}

/** Returns the root element, unchecked, or null if the file is not XML. */
export function findXmlRoot({ bytes }: SongSource): XmlRoot | null {
  // The names of elements are ASCII. In UTF-16 every other byte is null.
  const beginning = bytes.toString('latin1', 0, ROOT_WITHIN_BYTES).replaceAll('\0', '');
  const head = beginning.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '');
  if (!/^<[?!A-Za-z]/.test(head)) return null;
  const start = head.replace(/<!--[\s\S]*?(?:-->|$)/g, '').match(/<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)([^>]*)/);
  return start ? { name: start[1]!, tag: start[2]! } : { name: '', tag: '' };
}

/** Reads an XML file. Throws DamagedSongError if it is not well-formed, is cut off, or exceeds the limits of XML. */
export async function readXmlSong(source: SongSource, toHandler: (place: XmlPosition) => XmlHandler): Promise<void> {
  const { name, bytes } = source;
  try {
    await readXml({ name, size: bytes.length, read: async () => bytes }, toHandler, () => {});
  } catch (error) {
    if (error instanceof DamagedEditionError)
      throw source.damaged(error.line, error.notice ?? toNotice('file_damaged'));
    throw error;
  }
}

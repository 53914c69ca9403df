import { toNotice } from '../../contract/import-notices.ts';
import { DamagedSourceError } from '../../import-files/import-source.ts';
import { readXml, type XmlHandler, type XmlPosition } from '../../import-files/xml.ts';
import type { SongSource } from '../sources/song-source.ts';

/** The root element must start within this many bytes. */
const ROOT_WITHIN_BYTES = 16 * 1024;

/** The root element of an XML file: its name without prefix, the text of its opening tag, and the file's beginning. */
interface XmlRoot {
  readonly name: string;
  readonly tag: string;
  readonly head: string;
}

/** Returns the root element, unchecked, or null if the file is not XML. */
export function findXmlRoot({ bytes }: SongSource): XmlRoot | null {
  // The names of elements are ASCII. In UTF-16 every other byte is null.
  const beginning = bytes.toString('latin1', 0, ROOT_WITHIN_BYTES).replaceAll('\0', '');
  const head = beginning.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '');
  if (!/^<[?!A-Za-z]/.test(head)) return null;
  const start = head.replace(/<!--[\s\S]*?(?:-->|$)/g, '').match(/<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)([^>]*)/);
  return start ? { name: start[1]!, tag: start[2]!, head } : { name: '', tag: '', head };
}

/** Returns XML with its declaration at the beginning. Some programs write blank lines before it. */
function withDeclarationFirst(bytes: Buffer): Buffer {
  const [, space, declaration] =
    /^([ \t\r\n]{1,1000})(<\?xml[^>]{0,200}>)/.exec(bytes.toString('latin1', 0, ROOT_WITHIN_BYTES)) ?? [];
  if (space === undefined) return bytes;
  return Buffer.concat([
    Buffer.from(declaration!, 'latin1'),
    Buffer.from(space),
    bytes.subarray(space.length + declaration!.length),
  ]);
}

/** Reads an XML file. Throws DamagedSongError if it is not well-formed, is cut off, or exceeds the limits of XML. */
export async function readXmlSong(source: SongSource, toHandler: (place: XmlPosition) => XmlHandler): Promise<void> {
  const { name } = source;
  const bytes = withDeclarationFirst(source.bytes);
  try {
    await readXml({ name, size: bytes.length, read: async () => bytes }, toHandler, () => {});
  } catch (error) {
    if (error instanceof DamagedSourceError) throw source.damaged(error.line, error.notice ?? toNotice('file_damaged'));
    throw error;
  }
}

import { extname } from 'node:path';
import { UsfmParser } from '@sillsdev/machine/corpora';
import type { TranslationRights } from '../../contract/schemas/translation.ts';
import { decodeUtf8 } from '../decode-utf8.ts';
import { EditionCollector } from '../edition-collector.ts';
import { DamagedEditionError, type EditionSource, type SourceFile } from '../edition-source.ts';
import type { EditionFormat } from '../read-edition.ts';
import { withoutControls } from '../verse-text.ts';
import { findDblMetadata } from './dbl-metadata.ts';
import { type UsfmNotices, UsfmText } from './usfm-text.ts';
import { usfmChapters, usfmStylesheet } from './usfm-tokens.ts';

const ENDINGS = new Set(['.usfm', '.sfm', '.usf', '.ptx']);
/** Endings that any text may have: the beginning says what it is. */
const VAGUE_ENDINGS = new Set(['', '.txt']);
/** A book with a mark on each word has some 10 MiB. */
const BOOK_MAX_BYTES = 16 * 1024 * 1024;
const REMARK_MAX_CHARACTERS = 500;

/** Unified Standard Format Markers, one book a file. https://docs.usfm.bible/ */
export const usfmFormat: EditionFormat = {
  name: 'USFM',

  recognizes: async (source) => (await usfmFiles(source)).length > 0,

  async read(source, onProgress) {
    const files = await usfmFiles(source);
    const allBytes = files.reduce((sum, { size }) => sum + size, 0);
    const collector = new EditionCollector();
    const stylesheet = await usfmStylesheet();
    const notices: UsfmNotices[] = [];
    let doneBytes = 0;
    for (const file of files) {
      const { name, size } = file;
      if (size > BOOK_MAX_BYTES) throw new DamagedEditionError(name, null, 'this is too large for a book');
      const text = new UsfmText(name, collector);
      // The library would put a space in place of a control character.
      const usfm = withoutControls(decodeUtf8(await file.read(), name).replace(/\r\n?/g, '\n'));
      for (const tokens of usfmChapters(usfm, name, stylesheet)) {
        new UsfmParser(tokens, text, stylesheet).processTokens();
      }
      text.endFile(usfm.endsWith('\n'));
      notices.push(text.notices);
      doneBytes += size;
      onProgress(doneBytes / allBytes);
    }
    const metadata = await findDblMetadata(source);
    return {
      name: metadata.name ?? findName(notices),
      language: metadata.language,
      rights: { ...findRights(notices), ...metadata.rights },
      sourceId: metadata.sourceId,
      ...collector.finish({ file: source.path, line: null }),
    };
  },
};

async function usfmFiles(source: EditionSource): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const file of source.files) {
    const ending = extname(file.name).toLowerCase();
    if (ENDINGS.has(ending) || (VAGUE_ENDINGS.has(ending) && (await beginsWithId(file)))) files.push(file);
  }
  return files;
}

async function beginsWithId(file: SourceFile): Promise<boolean> {
  if (file.size > BOOK_MAX_BYTES) return false;
  return /^(?:\u00ef\u00bb\u00bf)?\s*\\id\s/.test((await file.read()).toString('latin1', 0, 64));
}

/** What follows the code in `\id` is the edition's name if the books agree. */
function findName(notices: readonly UsfmNotices[]): string | null {
  const names = new Set(notices.map(({ id }) => id.replace(/^[\s\-–—:]+/, '').trim()));
  const [name] = names;
  return names.size === 1 && name ? name : null;
}

/** Remarks that speak of rights are kept as they stand. */
function findRights(notices: readonly UsfmNotices[]): Partial<TranslationRights> {
  const lines = notices.flatMap(({ id, remarks }) => [...remarks, id]).map((line) => line.trim());
  const find = (pattern: RegExp) => lines.find((line) => pattern.test(line))?.slice(0, REMARK_MAX_CHARACTERS);
  const copyright = find(/©|\(c\) ?\d{4}|copyright/i);
  const status = find(/public domain|creative commons|\bCC0\b|\bCC[ -]BY/i);
  return { ...(status ? { rights_status: status } : {}), ...(copyright ? { copyright } : {}) };
}

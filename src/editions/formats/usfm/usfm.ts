import { extname } from 'node:path';
import { UsfmParser, type UsfmStylesheet } from '@sillsdev/machine/corpora';
import type { TranslationRights } from '../../../contract/schemas/translation.ts';
import { decodeText, findUtf16 } from '../../../import-files/decode-text.ts';
import { DamagedSourceError, type ImportSource, type SourceFile } from '../../../import-files/import-source.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import { withoutControls } from '../../collector/normalize-verse-text.ts';
import type { EditionFormat } from '../../edition-format.ts';
import { findDblMetadata } from '../shared/dbl-metadata.ts';
import { type UsfmFileInfo, UsfmHandler } from './usfm-handler.ts';
import { loadUsfmStylesheet, tokenizeUsfmChapters } from './usfm-tokens.ts';

const EXTENSIONS = new Set(['.usfm', '.sfm', '.usf', '.ptx']);
/** Extensions that any text may have. These files are recognized by their beginning. */
const AMBIGUOUS_EXTENSIONS = new Set(['', '.txt']);
/** A book with markup on each word has about 10 MiB. */
const BOOK_MAX_BYTES = 16 * 1024 * 1024;
const REMARK_MAX_CHARACTERS = 500;

/** Unified Standard Format Markers, one book per file. https://docs.usfm.bible/ */
export const usfmFormat: EditionFormat = {
  name: 'USFM',

  recognizes: async (source) => (await findUsfmFiles(source)).length > 0,

  async read(source, onProgress, options) {
    const files = await findUsfmFiles(source);
    const allBytes = files.reduce((sum, { size }) => sum + size, 0);
    const collector = new EditionCollector(options);
    const stylesheet = await loadUsfmStylesheet();
    const infos: UsfmFileInfo[] = [];
    let doneBytes = 0;
    for (const file of files) {
      await collector.errors.catchDamage(async () => {
        infos.push(await readBook(file, collector, stylesheet));
      });
      doneBytes += file.size;
      onProgress(doneBytes / allBytes);
    }
    const metadata = await findDblMetadata(source);
    return {
      name: metadata.name ?? findName(infos),
      language: metadata.language,
      languageTag: metadata.languageTag,
      rights: { ...findRights(infos), ...metadata.rights },
      sourceId: metadata.sourceId,
      ...collector.finish({ file: source.path, line: null }),
    };
  },
};

/** The end of a note. A file that ends with it is complete, even without a line ending. */
const NOTE_END = /\\\+?(?:e?[fx]|fe)\*\s*$/;

async function readBook(
  { name, size, read }: SourceFile,
  collector: EditionCollector,
  stylesheet: UsfmStylesheet,
): Promise<UsfmFileInfo> {
  if (size > BOOK_MAX_BYTES) throw new DamagedSourceError(name, null, 'this is too large for a book');
  const handler = new UsfmHandler(name, collector);
  const written = decodeText(await read(), name).replace(/\r\n?/g, '\n');
  // Control codes are removed first, because the library would replace them with spaces.
  const usfm = withoutControls(collector.repair(written, { file: name, line: 1 }));
  const onError = (line: number, reason: string) => collector.errors.add({ file: name, line }, reason);
  for (const tokens of tokenizeUsfmChapters(usfm, name, stylesheet, onError)) {
    new UsfmParser(tokens, handler, stylesheet).processTokens();
  }
  handler.endFile(usfm.endsWith('\n') || NOTE_END.test(usfm.slice(-100)));
  return handler.info;
}

async function findUsfmFiles(source: ImportSource): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const file of source.files) {
    const extension = extname(file.name).toLowerCase();
    if (EXTENSIONS.has(extension) || (AMBIGUOUS_EXTENSIONS.has(extension) && (await startsWithId(file))))
      files.push(file);
  }
  return files;
}

async function startsWithId(file: SourceFile): Promise<boolean> {
  if (file.size > BOOK_MAX_BYTES) return false;
  const bytes = await file.read();
  const utf16 = findUtf16(bytes);
  const head = utf16 ? new TextDecoder(utf16).decode(bytes.subarray(0, 128)) : bytes.toString('latin1', 0, 64);
  return /^(?:\u00ef\u00bb\u00bf)?\s*\\id\s/.test(head);
}

/** Returns the text after the code in `\id`, which is the edition's name if all books agree. */
function findName(infos: readonly UsfmFileInfo[]): string | null {
  const names = new Set(infos.map(({ id }) => id.replace(/^[\s\-–—:]+/, '').trim()));
  const [name] = names;
  return names.size === 1 && name ? name : null;
}

/** Returns remarks about rights, which are kept verbatim. */
function findRights(infos: readonly UsfmFileInfo[]): Partial<TranslationRights> {
  const lines = infos.flatMap(({ id, remarks }) => [...remarks, id]).map((line) => line.trim());
  const find = (pattern: RegExp) => lines.find((line) => pattern.test(line))?.slice(0, REMARK_MAX_CHARACTERS);
  const copyright = find(/©|\(c\) ?\d{4}|copyright/i);
  const status = find(/public domain|creative commons|\bCC0\b|\bCC[ -]BY/i);
  return { ...(status ? { rights_status: status } : {}), ...(copyright ? { copyright } : {}) };
}

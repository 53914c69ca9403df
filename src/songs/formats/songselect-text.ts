import type { SongCollector } from '../collector/song-collector.ts';
import type { SongFormat } from '../song-format.ts';
import { addAuthors, type CopyrightLine, collectCopyrightLine, findCopyrightLine } from './copyright-lines.ts';
import { type TextLine, toParagraphs } from './paragraphs.ts';
import { readParagraphs } from './plain-text.ts';

/** "CCLI Song # 22025", "CCLI-Liednummer 22025", "Número de Canción CCLI 22025" */
const CCLI_LINE = /^[ \t]{0,20}(?:CCLI[ -]?\p{L}{1,30}|(?:\p{L}{1,12} ){1,4}CCLI(?!\p{L}))[^\n]{0,30}\d/imu;

/**
 * Reads the text files of SongSelect: the title, verses under their labels, and at the end authors, copyright and
 * numbers, in the order of one of its versions.
 */
export const songSelectTextFormat: SongFormat = {
  name: 'SongSelect (.txt)',

  recognizes: ({ text }) => CCLI_LINE.test(text),

  read(source, collector) {
    const paragraphs = toParagraphs(source.text);
    const end = paragraphs.findLastIndex((lines) => lines.some(({ text }) => isCcli(findCopyrightLine(text))));
    const footer = end === -1 ? paragraphs.length : findFooter(paragraphs, end);
    readParagraphs(paragraphs.slice(0, footer), collector);
    readFooter(paragraphs.slice(footer).flat(), collector);
  },
};

const isCcli = (kind: CopyrightLine | null): boolean => kind === 'ccli' || kind === 'license';

/**
 * Returns the index of the first paragraph of the footer. The authors stand in a paragraph of their own if it is one
 * line with "|" in it.
 */
function findFooter(paragraphs: readonly (readonly TextLine[])[], end: number): number {
  const own = paragraphs[end]!.findIndex(({ text }) => findCopyrightLine(text) !== null);
  const before = paragraphs[end - 1];
  const isAuthors = own === 0 && end > 2 && before?.length === 1 && before[0]!.text.includes('|');
  return isAuthors ? end - 1 : end;
}

function readFooter(lines: readonly TextLine[], collector: SongCollector): void {
  let kind: CopyrightLine | null = null;
  let hasAuthors = false;
  for (const { text } of lines) {
    const stated = findCopyrightLine(text);
    // Below "© Words: …" stands the notice of the music, "Music: …".
    const found: CopyrightLine | null = stated === 'author' && kind === 'copyright' ? null : stated;
    if (found) collectCopyrightLine(text, found, collector);
    // The names of further publishers follow in lines of their own.
    else if (kind === 'copyright') collector.addCopyright(text);
    else if (kind === 'license') collector.omit('license_notes');
    else if (hasAuthors) collector.addCopyright(text);
    else {
      addAuthors(text, collector);
      hasAuthors = true;
    }
    kind = found ?? kind;
  }
}

import { open } from 'node:fs/promises';
import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import {
  DECK_MAX_SLIDES,
  IMAGE_MAX_SIDE_PX,
  PDF_MAX_BYTES,
  SLIDE_TITLE_MAX_CHARACTERS,
} from '../../contract/limits.ts';
import { cleanLine, withoutDirections } from '../collector/clean-line.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { type PageSize, PdfDocument } from './pdfium.ts';
import { encodePng } from './png.ts';

/** Longer side of a square page, in px. Pages of other shapes get as many pixels: 16:9 is 2560 × 1440. */
const SQUARE_SIDE_PX = 1_920;
/** Bytes at the end of a file in which its end is marked. */
const TAIL_BYTES = 4_096;
/** A hyphen at the end of a line, as PDFium and the standards have it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: PDFium has it
const HYPHEN = /[\u0002\u00ad\ufffe]\s*/g;
/** Characters that mean something only in their own font, such as bullets, and those that cannot be read. */
const MEANINGLESS = /[\p{Co}\ufffd]/gu;

/** A page as an image. The number counts from 1. */
export interface PdfPage {
  readonly number: number;
  readonly pages: number;
  /** A PNG; null if the page is damaged. */
  readonly image: Buffer | null;
  /** The words of the page in one line, shortened to the title of a slide; empty if it has none. */
  readonly text: string;
  readonly lacksFont: boolean;
}

/**
 * Reads the pages of a PDF one by one. Throws DamagedSongError. Run it in a process of its own: a file can need much
 * time and memory.
 */
export async function* readPdfPages({ path, fileName, size }: PdfFile): AsyncGenerator<PdfPage> {
  const refuse = (reason: ImportNotice) => new DamagedSongError(fileName, null, reason);
  if (size > PDF_MAX_BYTES) throw refuse(toNotice('song_file_too_large', { max: PDF_MAX_BYTES / 1024 / 1024 }));
  try {
    const document = await PdfDocument.open(path);
    if (document === 'encrypted') throw refuse(toNotice('pdf_encrypted'));
    if ((document === 'damaged' || document.isRepaired) && !(await hasEnd(path, size))) {
      throw refuse(toNotice('file_cut_off'));
    }
    if (document === 'damaged') throw refuse(toNotice('pdf_damaged'));
    const { pageCount: pages } = document;
    if (pages === 0) throw refuse(toNotice('pdf_damaged'));
    if (pages > DECK_MAX_SLIDES) throw refuse(toNotice('pdf_too_many_pages', { pages, max: DECK_MAX_SLIDES }));
    for (let index = 0; index < pages; index++) {
      const page = document.readPage(index, toPixelSize, ({ pixels, text, lacksFont }) => ({
        image: encodePng(pixels),
        text: toTitle(text),
        lacksFont,
      }));
      yield { number: index + 1, pages, ...(page ?? { image: null, text: '', lacksFont: false }) };
    }
  } catch (error) {
    // WebAssembly ends with one of these, and cannot be used any longer.
    const isCrash = error instanceof Error && ['RuntimeError', 'RangeError'].includes(error.name);
    throw isCrash ? refuse(toNotice('pdf_damaged')) : error;
  }
}

type PdfFile = { readonly path: string; readonly fileName: string; readonly size: number };

/** Returns the size of the image of a page, in px. */
export function toPixelSize({ width, height }: PageSize): PageSize {
  const longer = Math.max(width, height, 1);
  const ratio = longer / Math.max(Math.min(width, height), 1);
  const scale = Math.min(SQUARE_SIDE_PX * Math.sqrt(ratio), IMAGE_MAX_SIDE_PX) / longer;
  const toPixels = (points: number) => Math.max(Math.round(points * scale), 1);
  return { width: toPixels(width), height: toPixels(height) };
}

function toTitle(text: string): string {
  const { text: line } = cleanLine(text.replace(HYPHEN, '').replace(MEANINGLESS, ' '));
  const words = withoutDirections(line);
  if (words.length <= SLIDE_TITLE_MAX_CHARACTERS) return words;
  const beginning = words
    .slice(0, SLIDE_TITLE_MAX_CHARACTERS - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  return `${beginning.replace(/\s\S*$/, '')}…`;
}

/** Returns whether the end of the file is marked. PDFium repairs files that are cut off, and loses what is missing. */
async function hasEnd(path: string, size: number): Promise<boolean> {
  await using file = await open(path);
  const tail = Buffer.alloc(Math.min(TAIL_BYTES, size));
  await file.read(tail, 0, tail.length, size - tail.length);
  return tail.includes('%%EOF');
}

import { type FileHandle, open } from 'node:fs/promises';
import { PDFiumModule } from '@hyzyla/pdfium';
import type { Pixels } from './png.ts';

/** Functions of PDFium that the types of the library lack. */
interface MoreFunctions {
  _FPDF_InitLibrary(): void;
  _FPDF_DocumentHasValidCrossReferenceTable(document: number): number;
  _FPDFText_GetTextObject(textPage: number, index: number): number;
  _FPDFTextObj_GetFont(object: number): number;
  _FPDFFont_GetIsEmbedded(font: number): number;
}
type Pdfium = Awaited<ReturnType<typeof PDFiumModule>> & MoreFunctions;

/** Draws annotations, and red before blue. Text gets no colored edges, which only fit the pixels of one screen. */
const RENDER_FLAGS = 0x01 | 0x10;
/** Format of a bitmap with three bytes a pixel. */
const BGR = 2;
const WHITE = 0xff_ff_ff_ff;
/** Characters of a page that are read. */
const TEXT_MAX_CHARACTERS = 4_000;
/** Letters that the fonts of PDFium lack. It has Latin ones for documents that do not contain their fonts. */
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u;
/** Values of FPDF_GetLastError. */
const ENCRYPTED: readonly number[] = [4, 5];

/** Loads PDFium, for one document. */
export async function loadPdfium(): Promise<Pdfium> {
  const pdfium = (await PDFiumModule({})) as Pdfium;
  pdfium._FPDF_InitLibrary();
  return pdfium;
}

/** Size of a page, upright, in points. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A page. Its pixels are valid until the function that gets them returns. */
export interface DrawnPage {
  readonly pixels: Pixels;
  readonly text: string;
  /** Whether letters are missing, because the PDF does not contain their font. */
  readonly lacksFont: boolean;
}

/**
 * A PDF in the memory of PDFium, which is WebAssembly: it has no files and no network, and executes no JavaScript. It
 * stays in memory until the process ends.
 */
export class PdfDocument {
  readonly #pdfium: Pdfium;
  readonly #document: number;
  readonly pageCount: number;
  /** Whether the table of its objects had to be found again, as in a file that is cut off. */
  readonly isRepaired: boolean;

  private constructor(pdfium: Pdfium, document: number) {
    this.#pdfium = pdfium;
    this.#document = document;
    this.pageCount = pdfium._FPDF_GetPageCount(document);
    this.isRepaired = pdfium._FPDF_DocumentHasValidCrossReferenceTable(document) === 0;
  }

  /** Opens a PDF, or returns why it cannot be opened. */
  static async open(pdfium: Pdfium, path: string): Promise<PdfDocument | 'encrypted' | 'damaged'> {
    await using file = await open(path);
    const { size } = await file.stat();
    const pointer = pdfium.wasmExports.malloc(size);
    await readInto(file, pdfium.HEAPU8.subarray(pointer, pointer + size));
    const document = pdfium._FPDF_LoadMemDocument(pointer, size, 0);
    if (document !== 0) return new PdfDocument(pdfium, document);
    return ENCRYPTED.includes(pdfium._FPDF_GetLastError()) ? 'encrypted' : 'damaged';
  }

  /** Draws a page on white, and reads its text. `toPixelSize` decides the size. Returns null if the page is damaged. */
  readPage<Result>(
    index: number,
    toPixelSize: (size: PageSize) => PageSize,
    use: (page: DrawnPage) => Result,
  ): Result | null {
    const pdfium = this.#pdfium;
    const page = pdfium._FPDF_LoadPage(this.#document, index);
    if (page === 0) return null;
    try {
      const { width, height } = toPixelSize({
        width: pdfium._FPDF_GetPageWidth(page),
        height: pdfium._FPDF_GetPageHeight(page),
      });
      const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, BGR, 0, 0);
      try {
        pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
        pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
        const read = this.#readText(page);
        const stride = pdfium._FPDFBitmap_GetStride(bitmap);
        const start = pdfium._FPDFBitmap_GetBuffer(bitmap);
        const bytes = pdfium.HEAPU8.subarray(start, start + stride * height);
        return use({ pixels: { width, height, stride, bytes }, ...read });
      } finally {
        pdfium._FPDFBitmap_Destroy(bitmap);
      }
    } finally {
      pdfium._FPDF_ClosePage(page);
    }
  }

  #readText(page: number): Omit<DrawnPage, 'pixels'> {
    const pdfium = this.#pdfium;
    const textPage = pdfium._FPDFText_LoadPage(page);
    if (textPage === 0) return { text: '', lacksFont: false };
    const count = Math.min(pdfium._FPDFText_CountChars(textPage), TEXT_MAX_CHARACTERS);
    const pointer = pdfium.wasmExports.malloc((count + 1) * 2);
    // The length includes the null at the end.
    const length = count > 0 ? pdfium._FPDFText_GetText(textPage, 0, count, pointer) - 1 : 0;
    const text = Buffer.from(pdfium.HEAPU8.subarray(pointer, pointer + Math.max(length, 0) * 2)).toString('utf16le');
    const lacksFont =
      OTHER_LETTER.test(text) && Array.from({ length: count }).some((_, at) => !this.#hasFont(textPage, at));
    pdfium.wasmExports.free(pointer);
    pdfium._FPDFText_ClosePage(textPage);
    return { text, lacksFont };
  }

  /** Returns whether the font of a character is in the document. Spaces that PDFium adds have none. */
  #hasFont(textPage: number, index: number): boolean {
    const object = this.#pdfium._FPDFText_GetTextObject(textPage, index);
    return object === 0 || this.#pdfium._FPDFFont_GetIsEmbedded(this.#pdfium._FPDFTextObj_GetFont(object)) !== 0;
  }
}

async function readInto(file: FileHandle, target: Uint8Array): Promise<void> {
  for (let read = 0; read < target.length; ) {
    const { bytesRead } = await file.read(target, read, target.length - read, read);
    if (bytesRead === 0) throw new Error('the file has become shorter');
    read += bytesRead;
  }
}

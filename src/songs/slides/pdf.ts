import { toNotice } from '../../contract/import-notices.ts';
import type { CollectionItem, SongCollection } from '../song-collection.ts';
import { toDeckTitle } from './deck-title.ts';
import { readPdfPages } from './pdf-pages.ts';

/** Readers accept some bytes before the beginning of a PDF. */
const BEGINNING_BYTES = 1_024;

/** A PDF, whose pages are slides. */
export const pdf: SongCollection = {
  name: 'PDF',

  recognizes: ({ head }) => head.subarray(0, BEGINNING_BYTES).includes('%PDF-'),

  async *read(file): AsyncGenerator<CollectionItem> {
    const deck = toDeckTitle(file.fileName);
    for await (const { number, pages, image, text } of readPdfPages(file)) {
      const item = { name: `${file.fileName}/${number}`, share: number / pages };
      yield image
        ? { kind: 'image', ...item, deck, title: text === '' ? null : text, readBytes: async () => image }
        : { kind: 'refused', ...item, reason: toNotice('pdf_page_damaged') };
    }
  },
};

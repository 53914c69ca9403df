import { toNotice } from '../../contract/import-notices.ts';
import type { CollectionItem, SongCollection } from '../song-collection.ts';
import { toImageDeck } from './to-image-deck.ts';

/** Readers accept some bytes before the beginning of a PDF. */
const BEGINNING_BYTES = 1_024;

/** A PDF, whose pages are slides. */
export const pdf: SongCollection = {
  name: 'PDF',

  recognizes: ({ head }) => head.subarray(0, BEGINNING_BYTES).includes('%PDF-'),

  async *read(file): AsyncGenerator<CollectionItem> {
    // Songs do not need the library.
    const { readPdfPages } = await import('./pdf-pages.ts');
    const deck = toImageDeck(file.fileName);
    for await (const { number, pages, image, text, lacksFont } of readPdfPages(file)) {
      const item = { name: String(number), share: number / pages };
      yield image
        ? { kind: 'image', ...item, deck, title: text === '' ? null : text, lacksFont, readBytes: async () => image }
        : { kind: 'refused', ...item, reason: toNotice('pdf_page_damaged') };
    }
  },
};

import { findSlidePictures } from '../../contract/archived-files.ts';
import { toNotice } from '../../contract/import-notices.ts';
import { DECK_MAX_SLIDES, IMAGE_MAX_BYTES } from '../../contract/limits.ts';
import { isZip, openArchive } from '../archives/zip-archive.ts';
import type { CollectionItem, SongCollection } from '../song-collection.ts';
import { toImageDeck } from './to-image-deck.ts';

/** Compares numbers in names as numbers: 2 is before 10. */
const { compare } = new Intl.Collator('en', { numeric: true });
const nameOf = ({ fileName }: { readonly fileName: string }) => fileName;

/** A zip archive of pictures alone, which are slides in the order of their names. Songs with pictures stay songs. */
export const pictureArchive: SongCollection = {
  name: 'pictures',

  async recognizes(file) {
    if (!isZip(file)) return false;
    await using archive = await openArchive(file);
    return findSlidePictures(archive.entries, nameOf) !== null;
  },

  async *read(file): AsyncGenerator<CollectionItem> {
    await using archive = await openArchive(file);
    const deck = toImageDeck(file.fileName);
    const entries = findSlidePictures(archive.entries, nameOf)!.sort((a, b) => compare(a.fileName, b.fileName));
    for (const [index, entry] of entries.entries()) {
      const item = { name: entry.fileName, share: (index + 1) / entries.length };
      if (index === DECK_MAX_SLIDES) {
        return yield { kind: 'refused', ...item, reason: toNotice('slides_too_many', { max: DECK_MAX_SLIDES }) };
      }
      const { readBytes } = archive.toFile(entry, { maxBytes: IMAGE_MAX_BYTES });
      yield { kind: 'image', ...item, deck, title: null, lacksFont: false, readBytes };
    }
  },
};

import { findXmlFiles } from '../../../import-files/xml.ts';
import { readEditionLanguage } from '../shared/edition-language.ts';
import { toEditionFormat } from '../shared/xml-format.ts';
import { nameUsxBooks } from '../usx/usx-handler.ts';
import { UsfxHandler } from './usfx-handler.ts';

const FILE_NAME = /\.(xml|usfx)$/i;
const ROOT_ELEMENT = /^<(\w+:)?usfx[\s/>]/;

/**
 * Unified Scripture Format XML, as used by eBible.org: all books in one document, or in several.
 * https://ebible.org/usfx/
 */
export const usfxFormat = toEditionFormat({
  name: 'USFX',
  find: (source) => findXmlFiles(source, FILE_NAME, ROOT_ELEMENT),
  async read({ collector, readFiles }) {
    const texts = await readFiles((place) => new UsfxHandler(place, collector));
    const stated = readEditionLanguage(texts.map(({ languageCode }) => languageCode).find(Boolean) ?? '');
    nameUsxBooks(
      collector,
      texts.flatMap(({ books }) => books),
      stated.language,
    );
    // The title in the books is the edition's name if all books agree.
    const titles = new Set(texts.flatMap((text) => [...text.titles]));
    const [title] = titles;
    return { name: titles.size === 1 && title ? title : null, ...stated, rights: {}, sourceId: null };
  },
});

import { bookName, findBookByCode } from '../../../domain/scripture/canon.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat } from '../../read-edition.ts';
import { toLanguage } from '../shared/edition-language.ts';
import { findXmlFiles, readXmlFiles } from '../shared/xml.ts';
import type { UsxText } from '../usx/usx-text.ts';
import { UsfxText } from './usfx-text.ts';

const ENDING = /\.(xml|usfx)$/i;
const BEGINNING = /^<(\w+:)?usfx[\s/>]/;

/** Unified Scripture Format XML, as eBible.org has it: all books in one document, or several. https://ebible.org/usfx/ */
export const usfxFormat: EditionFormat = {
  name: 'USFX',

  recognizes: async (source) => (await findXmlFiles(source, ENDING, BEGINNING)).length > 0,

  async read(source, onProgress, options) {
    const files = await findXmlFiles(source, ENDING, BEGINNING);
    const collector = new EditionCollector(options);
    const books: UsxText[] = [];
    const titles = new Set<string>();
    let languageCode = '';
    await readXmlFiles(
      files,
      (place) =>
        new UsfxText(place, collector, {
          book: (text) => books.push(text),
          language: (code) => {
            languageCode ||= code;
          },
          title: (title) => titles.add(title),
        }),
      onProgress,
      collector.faults,
    );
    const language = toLanguage(languageCode);
    for (const text of books) {
      const book = text.code ? findBookByCode(text.code) : null;
      if (book) collector.startBook(book, text.name ?? bookName(book.id, language ?? 'und'));
    }
    // What its books say of it is its name if they agree.
    const [title] = titles;
    const name = titles.size === 1 && title ? title : null;
    return { name, language, rights: {}, sourceId: null, ...collector.finish({ file: source.path, line: null }) };
  },
};

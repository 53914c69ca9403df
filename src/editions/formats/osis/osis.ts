import { bookName } from '../../../domain/scripture/canon.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat } from '../../read-edition.ts';
import { findXmlFiles, readXmlFiles } from '../shared/xml.ts';
import { OsisHeader } from './osis-header.ts';
import { OsisText } from './osis-text.ts';

const ENDING = /\.(xml|osis)$/i;
const BEGINNING = /^<(\w+:)?osis[\s/>]/;

/** Open Scripture Information Standard 2.1; several documents are one edition. https://crosswire.org/osis/ */
export const osisFormat: EditionFormat = {
  name: 'OSIS',

  recognizes: async (source) => (await findXmlFiles(source, ENDING, BEGINNING)).length > 0,

  async read(source, onProgress, options) {
    const files = await findXmlFiles(source, ENDING, BEGINNING);
    const collector = new EditionCollector(options);
    const header = new OsisHeader();
    const names = new Map<number, string>();
    const texts: OsisText[] = [];
    await readXmlFiles(
      files,
      (place) => {
        const text = new OsisText(place, collector, header);
        texts.push(text);
        return text;
      },
      onProgress,
      collector.faults,
    );
    for (const text of texts) {
      for (const [id, name] of text.names) if (!names.has(id)) names.set(id, name);
    }
    const { name, language, rights, sourceId } = header;
    const { books, ...found } = collector.finish({ file: source.path, line: null });
    const named = books.map((book) => ({
      ...book,
      name: names.get(book.book_id) || bookName(book.book_id, language ?? 'und'),
    }));
    return { name, language, rights, sourceId, books: named, ...found };
  },
};

import { toLanguage } from '../shared/edition-language.ts';
import { findXmlFiles } from '../shared/xml.ts';
import { toEditionFormat } from '../shared/xml-format.ts';
import { nameUsxBooks, type UsxText } from '../usx/usx-text.ts';
import { UsfxText } from './usfx-text.ts';

const ENDING = /\.(xml|usfx)$/i;
const BEGINNING = /^<(\w+:)?usfx[\s/>]/;

/** Unified Scripture Format XML, as eBible.org has it: all books in one document, or several. https://ebible.org/usfx/ */
export const usfxFormat = toEditionFormat({
  name: 'USFX',
  find: (source) => findXmlFiles(source, ENDING, BEGINNING),
  async read({ collector, readFiles }) {
    const books: UsxText[] = [];
    const titles = new Set<string>();
    let languageCode = '';
    const findings = {
      book: (text: UsxText) => books.push(text),
      language: (code: string) => {
        languageCode ||= code;
      },
      title: (title: string) => titles.add(title),
    };
    await readFiles((place) => new UsfxText(place, collector, findings));
    const language = toLanguage(languageCode);
    nameUsxBooks(collector, books, language);
    // What its books say of it is its name if they agree.
    const [title] = titles;
    return { name: titles.size === 1 && title ? title : null, language, rights: {}, sourceId: null };
  },
});

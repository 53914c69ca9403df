import { findXmlFiles } from '../../../import-files/xml.ts';
import { createBookNamer } from '../shared/book-names.ts';
import { toEditionFormat } from '../shared/xml-format.ts';
import { type OsisBookName, OsisHandler } from './osis-handler.ts';
import { OsisHeader } from './osis-header.ts';

const FILE_NAME = /\.(xml|osis)$/i;
const ROOT_ELEMENT = /^<(\w+:)?osis[\s/>]/;

/** Open Scripture Information Standard 2.1. Several documents can form one edition. https://crosswire.org/osis/ */
export const osisFormat = toEditionFormat({
  name: 'OSIS',
  find: (source) => findXmlFiles(source, FILE_NAME, ROOT_ELEMENT),
  async read({ collector, readFiles }) {
    const header = new OsisHeader();
    const names = new Map<number, OsisBookName>();
    const texts = await readFiles((place) => new OsisHandler(place, collector, header));
    for (const text of texts) {
      for (const [id, name] of text.names) if (!names.has(id)) names.set(id, name);
    }
    for (const [id, { long, short }] of names) collector.nameBook(id, { long, short, abbreviation: null });
    const { name, stated, rights, sourceId } = header;
    const shown = new Map([...names].map(([id, { long, short }]) => [id, short ?? long ?? '']));
    return { name, ...stated, rights, sourceId, nameOf: createBookNamer(shown, stated.language) };
  },
});

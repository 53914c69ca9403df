import { findXmlFiles } from '../../../import-files/xml.ts';
import { createBookNamer } from '../shared/book-names.ts';
import { toEditionFormat } from '../shared/xml-format.ts';
import { OsisHandler } from './osis-handler.ts';
import { OsisHeader } from './osis-header.ts';

const FILE_NAME = /\.(xml|osis)$/i;
const ROOT_ELEMENT = /^<(\w+:)?osis[\s/>]/;

/** Open Scripture Information Standard 2.1. Several documents can form one edition. https://crosswire.org/osis/ */
export const osisFormat = toEditionFormat({
  name: 'OSIS',
  find: (source) => findXmlFiles(source, FILE_NAME, ROOT_ELEMENT),
  async read({ collector, readFiles }) {
    const header = new OsisHeader();
    const names = new Map<number, string>();
    const texts = await readFiles((place) => new OsisHandler(place, collector, header));
    for (const text of texts) {
      for (const [id, name] of text.names) if (!names.has(id)) names.set(id, name);
    }
    const { name, language, rights, sourceId } = header;
    return { name, language, rights, sourceId, nameOf: createBookNamer(names, language) };
  },
});

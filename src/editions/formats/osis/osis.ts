import { createBookNamer } from '../shared/book-names.ts';
import { findXmlFiles } from '../shared/xml.ts';
import { toEditionFormat } from '../shared/xml-format.ts';
import { OsisHandler } from './osis-handler.ts';
import { OsisHeader } from './osis-header.ts';

const ENDING = /\.(xml|osis)$/i;
const BEGINNING = /^<(\w+:)?osis[\s/>]/;

/** Open Scripture Information Standard 2.1. Several documents may make one edition. https://crosswire.org/osis/ */
export const osisFormat = toEditionFormat({
  name: 'OSIS',
  find: (source) => findXmlFiles(source, ENDING, BEGINNING),
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

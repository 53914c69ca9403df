import { bookName, findBookByCode } from '../../../domain/scripture/canon.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat } from '../../read-edition.ts';
import type { EditionSource, SourceFile } from '../../sources/edition-source.ts';
import { type DblMetadata, findDblMetadata } from '../shared/dbl-metadata.ts';
import { findXmlFiles, readXmlFiles } from '../shared/xml.ts';
import { UsxText } from './usx-text.ts';

/** Unified Scripture XML 2.6 to 3.1, one book a file, and the bundles of the Digital Bible Library. https://docs.usfm.bible/ */
export const usxFormat: EditionFormat = {
  name: 'USX',

  recognizes: async (source) => (await usxFiles(source)).length > 0,

  async read(source, onProgress, options) {
    const metadata = await findDblMetadata(source);
    const files = toPublished(await usxFiles(source), metadata);
    const collector = new EditionCollector(options);
    const texts: UsxText[] = [];
    await readXmlFiles(
      files,
      (place) => {
        const text = new UsxText(place, collector);
        texts.push(text);
        return text;
      },
      onProgress,
      collector.faults,
    );
    for (const text of texts) {
      const book = text.code ? findBookByCode(text.code) : null;
      if (book) collector.startBook(book, text.name ?? bookName(book.id, metadata.language ?? 'und'));
    }
    const { name, language, rights, sourceId } = metadata;
    return { name, language, rights, sourceId, ...collector.finish({ file: source.path, line: null }) };
  },
};

/** A file that is called .usx is taken for one, however it begins: then it is damaged. */
async function usxFiles(source: EditionSource): Promise<SourceFile[]> {
  const named = await findXmlFiles(source, /\.usx$/i, /(?:)/);
  return named.length > 0 ? named : findXmlFiles(source, /\.xml$/i, /^<usx[\s/>]/);
}

/** A bundle can hold several publications of the same books: the default one counts. */
function toPublished(files: SourceFile[], { contents }: DblMetadata): SourceFile[] {
  const published = files.filter(({ name }) => contents.some((content) => `/${name}`.endsWith(`/${content}`)));
  return published.length > 0 ? published : files;
}

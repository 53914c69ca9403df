import type { ImportSource, SourceFile } from '../../../import-files/import-source.ts';
import { findXmlFiles } from '../../../import-files/xml.ts';
import { type DblMetadata, findDblMetadata } from '../shared/dbl-metadata.ts';
import { toEditionFormat } from '../shared/xml-format.ts';
import { nameUsxBooks, UsxHandler } from './usx-handler.ts';

/**
 * Unified Scripture XML 2.6 to 3.1, one book per file, and bundles of the Digital Bible Library.
 * https://docs.usfm.bible/
 */
export const usxFormat = toEditionFormat({
  name: 'USX',
  find: findUsxFiles,
  async read({ source, files, collector, readFiles }) {
    const metadata = await findDblMetadata(source);
    const texts = await readFiles((place) => new UsxHandler(place, collector), toPublished(files, metadata));
    const { name, language, languageTag, rights, sourceId } = metadata;
    nameUsxBooks(collector, texts, language);
    return { name, language, languageTag, rights, sourceId };
  },
});

/**
 * Finds USX files. A file called .usx counts as one, however it starts; otherwise it would not be reported as damaged.
 */
async function findUsxFiles(source: ImportSource): Promise<SourceFile[]> {
  const named = await findXmlFiles(source, /\.usx$/i, /(?:)/);
  return named.length > 0 ? named : findXmlFiles(source, /\.xml$/i, /^<usx[\s/>]/);
}

/** Returns the files of the default publication, if the bundle has several publications of the same books. */
function toPublished(files: readonly SourceFile[], { contents }: DblMetadata): readonly SourceFile[] {
  const published = files.filter(({ name }) => contents.some((content) => `/${name}`.endsWith(`/${content}`)));
  return published.length > 0 ? published : files;
}

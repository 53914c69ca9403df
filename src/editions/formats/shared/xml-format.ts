import type { ImportSource, SourceFile } from '../../../import-files/import-source.ts';
import { readXmlFiles, type XmlHandler, type XmlPosition } from '../../../import-files/xml.ts';
import { type BookNamer, type CollectedEdition, EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat, ParsedEdition } from '../../edition-format.ts';

/** The metadata that the documents of an edition state, apart from its text. */
interface EditionMetadata extends Omit<ParsedEdition, keyof CollectedEdition> {
  /** Names the books, in formats whose book names are known only after all documents are read. */
  readonly nameOf?: BookNamer;
}

/** The tools with which an XML format is read. */
interface XmlReading {
  readonly source: ImportSource;
  /** The documents of the format in the source, by name. */
  readonly files: readonly SourceFile[];
  readonly collector: EditionCollector;
  /** Reads all documents, or those in `files`, and returns their handlers. */
  readFiles<Handler extends XmlHandler>(
    toHandler: (place: XmlPosition) => Handler,
    files?: readonly SourceFile[],
  ): Promise<Handler[]>;
}

export interface XmlFormat {
  readonly name: string;
  /** Returns the documents of the format in a source. Cheap, as in `EditionFormat.recognizes`. */
  find(source: ImportSource): Promise<SourceFile[]>;
  /** Sends the text to the collector, and returns the metadata of the documents. */
  read(reading: XmlReading): Promise<EditionMetadata>;
}

/** Creates a format of XML documents, several of which may make one edition. */
export const toEditionFormat = ({ name, find, read }: XmlFormat): EditionFormat => ({
  name,

  recognizes: async (source) => (await find(source)).length > 0,

  async read(source, onProgress, options) {
    const files = await find(source);
    const collector = new EditionCollector(options);
    const { nameOf, ...metadata } = await read({
      source,
      files,
      collector,
      readFiles: (toHandler, chosen = files) => readXmlFiles(chosen, toHandler, onProgress, collector.errors),
    });
    return { ...metadata, ...collector.finish({ file: source.path, line: null }, nameOf) };
  },
});

import { type BookNamer, type CollectedEdition, EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat, ParsedEdition } from '../../edition-format.ts';
import type { EditionSource, SourceFile } from '../../sources/edition-source.ts';
import { readXmlFiles, type XmlHandler, type XmlPosition } from './xml.ts';

/** What the documents of an edition say of it, beside its text. */
interface EditionAbout extends Omit<ParsedEdition, keyof CollectedEdition> {
  /** For a format that knows the names of books only when all documents are read. */
  readonly nameOf?: BookNamer;
}

/** What an XML format reads with. */
interface XmlReading {
  readonly source: EditionSource;
  /** The documents of the format in the source, in order of name. */
  readonly files: readonly SourceFile[];
  readonly collector: EditionCollector;
  /** Reads documents, all of them unless `files` says which, and returns their handlers. */
  readFiles<Handler extends XmlHandler>(
    toHandler: (place: XmlPosition) => Handler,
    files?: readonly SourceFile[],
  ): Promise<Handler[]>;
}

export interface XmlFormat {
  readonly name: string;
  /** The documents of the format in a source: cheap, as in `EditionFormat.recognizes`. */
  find(source: EditionSource): Promise<SourceFile[]>;
  /** Sends the text to the collector, and returns what else the documents say. */
  read(reading: XmlReading): Promise<EditionAbout>;
}

/** A format of XML documents, several of which are one edition. */
export const toEditionFormat = ({ name, find, read }: XmlFormat): EditionFormat => ({
  name,

  recognizes: async (source) => (await find(source)).length > 0,

  async read(source, onProgress, options) {
    const files = await find(source);
    const collector = new EditionCollector(options);
    const { nameOf, ...about } = await read({
      source,
      files,
      collector,
      readFiles: (toHandler, chosen = files) => readXmlFiles(chosen, toHandler, onProgress, collector.errors),
    });
    return { ...about, ...collector.finish({ file: source.path, line: null }, nameOf) };
  },
});

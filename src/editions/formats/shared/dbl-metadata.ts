import type { TranslationRights } from '../../../contract/schemas/translation.ts';
import type { ImportSource, SourceFile } from '../../../import-files/import-source.ts';
import {
  findXmlFiles,
  readXml,
  type XmlAttributes,
  type XmlContent,
  type XmlHandler,
} from '../../../import-files/xml.ts';
import { readEditionLanguage, type StatedLanguage } from './edition-language.ts';
import { toTranslationRights } from './edition-rights.ts';

/** The contents of a bundle's `metadata.xml`. */
export interface DblMetadata extends StatedLanguage {
  name: string | null;
  rights: Partial<TranslationRights>;
  sourceId: string | null;
  /** The files of the default publication, relative to the bundle. Empty if unknown. */
  contents: string[];
}

const NO_METADATA: Readonly<DblMetadata> = {
  name: null,
  language: null,
  languageTag: null,
  rights: {},
  sourceId: null,
  contents: [],
};

/** Maps paths of elements to fields. If several elements have the same field, the first with text counts. */
const FIELDS = new Map([
  ['identification/nameLocal', 'nameLocal'],
  ['identification/name', 'name'],
  ['language/iso', 'language'],
  ['copyright/fullStatement/statementContent', 'copyright'],
  ['copyright/statement', 'copyright'],
  ['agencies/rightsHolder/url', 'url'],
]);

/** Returns the metadata of a bundle of the Digital Bible Library, or empty metadata if the source is no such bundle. */
export async function findDblMetadata(source: ImportSource): Promise<DblMetadata> {
  const [file] = await findXmlFiles(source, /(^|\/)metadata\.xml$/i, /^<DBLMetadata[\s>]/);
  return file ? readDblMetadata(file) : NO_METADATA;
}

class MetadataHandler implements XmlHandler {
  readonly fields = new Map<string, string>();
  readonly contents: string[] = [];
  readonly #path: string[] = [];
  /** Whether the current publication, or list of books, is the default one. */
  #isDefault = false;

  open(name: string, attributes: XmlAttributes): XmlContent {
    if (name === 'DBLMetadata') {
      for (const key of ['id', 'revision']) if (attributes[key]) this.fields.set(key, attributes[key]);
      return true;
    }
    this.#path.push(name);
    const field = FIELDS.get(this.#path.join('/'));
    if (field !== undefined) {
      this.#path.pop();
      return {
        whole: (text) => {
          if (text !== '' && !this.fields.has(field)) this.fields.set(field, text);
        },
      };
    }
    if (name === 'publication') this.#isDefault = attributes.default === 'true';
    if (name === 'content' && this.#isDefault && attributes.src?.endsWith('.usx')) this.contents.push(attributes.src);
    return () => {
      this.#path.pop();
    };
  }

  text(): void {}
}

/** Reads a bundle's metadata, version 1 or 2. Throws DamagedSourceError. */
async function readDblMetadata(file: SourceFile): Promise<DblMetadata> {
  const handler = new MetadataHandler();
  await readXml(
    file,
    () => handler,
    () => {},
  );
  const { fields, contents } = handler;
  const name = fields.get('nameLocal') ?? fields.get('name') ?? null;
  const id = fields.get('id');
  const revision = fields.get('revision');
  return {
    name,
    ...readEditionLanguage(fields.get('language') ?? ''),
    rights: toTranslationRights({
      edition: fields.get('name') ?? name,
      statement: fields.get('copyright'),
      url: fields.get('url'),
    }),
    sourceId: id === undefined ? null : `dbl:${id}${revision === undefined ? '' : `@${revision}`}`,
    contents,
  };
}

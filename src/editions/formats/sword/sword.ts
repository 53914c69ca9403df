import { NO_NAMES } from '../../../contract/book-names.ts';
import { findVersification } from '../../../domain/scripture/versification/versification.ts';
import { DamagedSourceError, type ImportSource, type SourceFile } from '../../../import-files/import-source.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat } from '../../edition-format.ts';
import { readSwordConf, type SwordConf } from '../../sources/sword-conf.ts';
import { dataFolderOf, findDescriptions, toSeveralModulesError } from '../../sources/sword-module.ts';
import { createBookNamer } from '../shared/book-names.ts';
import { readEditionLanguage } from '../shared/edition-language.ts';
import { type SwordModuleKind, SwordModuleParser } from './sword-module-parser.ts';
import { toSwordRights } from './sword-rights.ts';
import { readZText, type ZTextEntry } from './sword-ztext.ts';

/**
 * Maximum length of a book name, which is shown with every verse. Longer names are meant for a title page, and the
 * canon's names are used instead.
 */
const NAME_MAX_CHARACTERS = 40;

/** A SWORD module in the zText format, packed or installed: `mods.d/*.conf` and the folder that it names. [D30] */
export const swordFormat: EditionFormat = {
  name: 'SWORD',

  recognizes: async ({ files }) => findDescriptions(files).length > 0,

  async read(source, onProgress, options) {
    const description = requireDescription(source);
    const conf = readSwordConf(await description.read(), description.name);
    const { blockType, packing, versification, encoding } = requireSupported(conf);
    const folder = dataFolderOf(conf);
    const collector = new EditionCollector(options);
    const testaments: { file: string; entries: ZTextEntry[] }[] = [];
    for (const testament of ['ot', 'nt'] as const) {
      const place = { folder, testament, blockType, packing };
      const entries = await readZText(source, place, versification[testament], (file, notice) =>
        collector.warn({ file, line: null }, notice),
      );
      if (entries) testaments.push({ file: `${folder}${testament}`, entries });
      onProgress(testament === 'ot' ? 0.25 : 0.5);
    }
    if (testaments.length === 0)
      throw new DamagedSourceError(conf.file, null, `there is no text in its folder ${folder}`);
    const markup = findMarkup(
      conf,
      testaments.flatMap(({ entries }) => entries),
    );
    const reader = new SwordModuleParser(collector, { markup, encoding, versification });
    for (const [at, { entries, file }] of testaments.entries()) {
      reader.readTestament(entries, file);
      onProgress(0.5 + (0.5 * (at + 1)) / testaments.length);
    }
    const stated = readEditionLanguage(conf.values.get('lang') ?? '');
    const areNames = [...reader.names.values()].every((name) => name.length <= NAME_MAX_CHARACTERS);
    for (const [id, name] of areNames ? reader.names : []) collector.nameBook(id, { ...NO_NAMES, long: name });
    return {
      name: conf.values.get('description') || conf.module,
      ...stated,
      rights: toSwordRights(conf),
      sourceId: `sword:${conf.module}${conf.values.has('version') ? `@${conf.values.get('version')}` : ''}`,
      ...collector.finish(
        { file: conf.file, line: null },
        createBookNamer(areNames ? reader.names : new Map(), stated.language),
      ),
    };
  },
};

function requireDescription({ files, path }: ImportSource): SourceFile {
  const descriptions = findDescriptions(files);
  if (descriptions.length > 1) throw toSeveralModulesError(path, descriptions);
  return descriptions[0]!;
}

const ENCODINGS = new Map<string, SwordModuleKind['encoding']>([
  ['utf-8', 'utf-8'],
  ['latin-1', 'latin1'],
]);

const MARKUPS = new Map<string, SwordModuleKind['markup']>([
  ['osis', 'osis'],
  ['gbf', 'gbf'],
  ['plain', 'plain'],
  ['plaintext', 'plain'],
]);

/** Elements and attributes that only OSIS has. */
const OSIS_ELEMENT = /<(?:transChange|divineName)\b|<\w+\s[^<>]*\b(?:osisID|osisRef|[se]ID|lemma|morph)=/;

/** Returns the markup of the module. A text with elements of OSIS is OSIS, whatever the description says. */
function findMarkup(conf: SwordConf, entries: readonly ZTextEntry[]): SwordModuleKind['markup'] {
  const declared = MARKUPS.get((conf.values.get('sourcetype') || 'Plaintext').toLowerCase());
  if (declared === 'osis' || entries.some(({ bytes }) => OSIS_ELEMENT.test(bytes.toString('latin1')))) return 'osis';
  if (!declared) throw toRefusal(conf, 'SourceType', 'only OSIS, GBF and Plaintext are supported');
  return declared;
}

const toRefusal = ({ file, values }: SwordConf, key: string, reason: string): DamagedSourceError =>
  new DamagedSourceError(file, null, `${key}=${values.get(key.toLowerCase()) ?? ''}: ${reason}`);

/** Returns how the module is stored. Throws DamagedSourceError if it is not supported. */
function requireSupported(conf: SwordConf) {
  const { values } = conf;
  const value = (key: string, otherwise: string) => values.get(key.toLowerCase()) || otherwise;
  const refuse = (key: string, reason: string) => toRefusal(conf, key, reason);
  if (value('ModDrv', '').toLowerCase() !== 'ztext')
    throw refuse('ModDrv', 'only Bibles with the driver zText are supported');
  if (values.has('cipherkey')) throw refuse('CipherKey', 'the text is encrypted');
  const packing = value('CompressType', 'LZSS').toLowerCase();
  if (packing !== 'zip' && packing !== 'lzss') throw refuse('CompressType', 'only ZIP and LZSS are supported');
  const blockType = value('BlockType', 'CHAPTER').toLowerCase();
  if (!['book', 'chapter', 'verse'].includes(blockType))
    throw refuse('BlockType', 'this must be BOOK, CHAPTER or VERSE');
  const encoding = ENCODINGS.get(value('Encoding', 'Latin-1').toLowerCase());
  if (!encoding) throw refuse('Encoding', 'only UTF-8 and Latin-1 are supported');
  const versification = findVersification(value('Versification', 'KJV'));
  if (!versification) throw refuse('Versification', 'this versification is unknown');
  return { packing, encoding, blockType, versification } as const;
}

import { findVersification } from '../../../domain/scripture/versification/versification.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat } from '../../edition-format.ts';
import { DamagedEditionError, type EditionSource, type SourceFile } from '../../sources/edition-source.ts';
import { readSwordConf, type SwordConf } from '../../sources/sword-conf.ts';
import { dataFolderOf, findDescriptions, toSeveralModulesError } from '../../sources/sword-module.ts';
import { createBookNamer } from '../shared/book-names.ts';
import { findEditionLanguage } from '../shared/edition-language.ts';
import { type SwordModuleKind, SwordModuleParser } from './sword-module-parser.ts';
import { toSwordRights } from './sword-rights.ts';
import { readZText } from './sword-ztext.ts';

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
    const kind = requireSupported(conf);
    const folder = dataFolderOf(conf);
    const collector = new EditionCollector(options);
    const reader = new SwordModuleParser(collector, kind);
    let testaments = 0;
    for (const testament of ['ot', 'nt'] as const) {
      const place = { folder, testament, blockType: kind.blockType };
      const entries = await readZText(source, place, kind.versification[testament]);
      if (entries) {
        testaments++;
        reader.readTestament(entries, `${folder}${testament}`);
      }
      onProgress(testament === 'ot' ? 0.5 : 1);
    }
    if (testaments === 0) throw new DamagedEditionError(conf.file, null, `there is no text in its folder ${folder}`);
    const language = findEditionLanguage(conf.values.get('lang') ?? '');
    const areNames = [...reader.names.values()].every((name) => name.length <= NAME_MAX_CHARACTERS);
    return {
      name: conf.values.get('description') || conf.module,
      language,
      rights: toSwordRights(conf),
      sourceId: `sword:${conf.module}${conf.values.has('version') ? `@${conf.values.get('version')}` : ''}`,
      ...collector.finish(
        { file: conf.file, line: null },
        createBookNamer(areNames ? reader.names : new Map(), language),
      ),
    };
  },
};

function requireDescription({ files, path }: EditionSource): SourceFile {
  const descriptions = findDescriptions(files);
  if (descriptions.length > 1) throw toSeveralModulesError(path, descriptions);
  return descriptions[0]!;
}

const ENCODINGS = new Map<string, SwordModuleKind['encoding']>([
  ['utf-8', 'utf-8'],
  ['latin-1', 'latin1'],
]);

/** Returns how the module is encoded. Throws DamagedEditionError if it is not supported. */
function requireSupported({ file, values }: SwordConf): SwordModuleKind {
  const value = (key: string, otherwise: string) => values.get(key.toLowerCase()) || otherwise;
  const refuse = (key: string, reason: string) =>
    new DamagedEditionError(file, null, `${key}=${values.get(key.toLowerCase()) ?? ''}: ${reason}`);
  if (value('ModDrv', '').toLowerCase() !== 'ztext')
    throw refuse('ModDrv', 'only Bibles with the driver zText are supported');
  if (values.has('cipherkey')) throw refuse('CipherKey', 'the text is encrypted');
  if (value('CompressType', 'LZSS').toLowerCase() !== 'zip') throw refuse('CompressType', 'only ZIP is supported');
  const blockType = value('BlockType', 'CHAPTER').toLowerCase();
  if (!['book', 'chapter', 'verse'].includes(blockType))
    throw refuse('BlockType', 'this must be BOOK, CHAPTER or VERSE');
  const markup = value('SourceType', 'Plaintext').toLowerCase().replace('plaintext', 'plain');
  if (markup !== 'osis' && markup !== 'plain') throw refuse('SourceType', 'only OSIS and Plaintext are supported');
  const encoding = ENCODINGS.get(value('Encoding', 'Latin-1').toLowerCase());
  if (!encoding) throw refuse('Encoding', 'only UTF-8 and Latin-1 are supported');
  const versification = findVersification(value('Versification', 'KJV'));
  if (!versification) throw refuse('Versification', 'this versification is unknown');
  return { markup, encoding, blockType, versification };
}

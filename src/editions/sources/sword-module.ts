import { basename } from 'node:path';
import { LecternError } from '../../contract/lectern-error.ts';
import { DamagedSourceError, type SourceFile } from '../../import-files/import-source.ts';
import { readSwordConf, type SwordConf } from './sword-conf.ts';

/** The folder of module descriptions, next to the folder of their texts. */
export const DESCRIPTIONS_FOLDER = 'mods.d';
const DESCRIPTION = /(?:^|\/)mods\.d\/[^/]+\.conf$/i;
const NAMED_MAX = 10;

export const isDescription = (name: string): boolean => DESCRIPTION.test(name);

export const findDescriptions = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter(({ name }) => isDescription(name));

/**
 * Returns the description of a module, by its name or file name, ignoring case. Without a name there must be exactly
 * one. Throws `not_found` and DamagedSourceError.
 */
export async function selectModule(
  files: readonly SourceFile[],
  path: string,
  module: string | undefined,
): Promise<SwordConf> {
  const descriptions = findDescriptions(files);
  if (module === undefined && descriptions.length > 1) throw toSeveralModulesError(path, descriptions);
  for (const { name, read } of descriptions) {
    const conf = readSwordConf(await read(), name);
    if (module === undefined || [conf.module, fileNameOf(name)].some((each) => isSame(each, module))) return conf;
  }
  const contained = descriptions.length === 0 ? 'no modules' : `the modules ${toNames(descriptions)}`;
  throw new LecternError('not_found', `"${path}" has no module "${module}". It contains ${contained}.`);
}

/** Returns an error that explains how to import one of several modules. */
export const toSeveralModulesError = (path: string, descriptions: readonly SourceFile[]): DamagedSourceError =>
  new DamagedSourceError(
    path,
    null,
    `this contains ${descriptions.length} modules (${toNames(descriptions)}): ` +
      'choose one with --module, or give the path of its .conf file',
  );

/**
 * Returns the module's folder, next to the folder of descriptions and never outside of the source. Throws
 * DamagedSourceError.
 */
export function dataFolderOf({ file, values }: SwordConf): string {
  const given = values.get('datapath') ?? '';
  const path = given.replace(/^(?:\.?\/)+/, '').replace(/\/*$/, '/');
  if (path === '/' || path.split('/').includes('..') || path.includes('\\')) {
    throw new DamagedSourceError(file, null, `DataPath=${given}: this is not a folder of the module`);
  }
  return `${file.replace(/mods\.d\/[^/]+$/i, '')}${path}`;
}

/** Returns whether a file belongs to the module, or a folder leads to one that does. */
export function belongsToModule(conf: SwordConf, name: string): boolean {
  const [file, folder, wanted] = [conf.file, dataFolderOf(conf), name].map((each) => each.toLowerCase());
  const leadsTo = (path: string) => path.startsWith(`${wanted}/`);
  return wanted === file || `${wanted}/`.startsWith(folder!) || leadsTo(file!) || leadsTo(folder!);
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const fileNameOf = (name: string): string => basename(name).replace(/\.conf$/i, '');

function toNames(descriptions: readonly SourceFile[]): string {
  const names = descriptions.map(({ name }) => fileNameOf(name));
  return names.slice(0, NAMED_MAX).join(', ') + (names.length > NAMED_MAX ? ', …' : '');
}

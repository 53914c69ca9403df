import type { TranslationRights } from '../../../contract/schemas/translation.ts';
import type { SwordConf } from '../../sources/sword-conf.ts';

/** The form in module descriptions: "Creative Commons: BY-NC-ND 4.0". */
const CREATIVE_COMMONS = /^Creative Commons:?\s+(BY(?:-(?:NC|ND|SA))*|CC0)(?:\s+(\d\.\d))?$/i;
/** The form in prose: "Creative Commons Attribution 3.0 Brazil". */
const ATTRIBUTION_IN_WORDS = /^Creative Commons Attribution (\d\.\d)( Brazil)?$/i;

/** Returns the rights in a SWORD module's description. What it does not state is left out. */
export function toSwordRights({ module, values }: SwordConf): Partial<TranslationRights> {
  const license = values.get('distributionlicense');
  const copyright = values.get('shortcopyright') ?? values.get('copyright') ?? values.get('copyrightholder');
  const name = values.get('description') ?? module;
  const version = values.get('version');
  const rights: Partial<TranslationRights> = {
    edition: version === undefined ? name : `${name}, SWORD module ${module} ${version}`,
  };
  if (license) rights.rights_status = license;
  if (copyright) rights.copyright = copyright;
  if (license) rights.attribution = joinDistinct([name, copyright, license]);
  const source = ['textsource', 'copyrightcontacturl'].map((key) => values.get(key)).find(isAddress);
  if (source) rights.source_url = source;
  return { ...rights, ...toLicense(license ?? '') };
}

/** Joins parts without repetitions. Many modules say "PUBLIC DOMAIN" twice. */
function joinDistinct(parts: readonly (string | undefined)[]): string {
  const given = parts.filter((part) => part !== undefined);
  return given
    .filter((part, index) => given.findIndex((each) => each.toLowerCase() === part.toLowerCase()) === index)
    .join('. ');
}

const isAddress = (text: string | undefined): text is string => text !== undefined && /^https?:\/\/\S+$/i.test(text);

function toLicense(license: string): Pick<TranslationRights, 'license_id' | 'license_url'> {
  const [, kind = '', version] = CREATIVE_COMMONS.exec(license) ?? [];
  if (/^CC0$/i.test(kind)) {
    return { license_id: 'CC0-1.0', license_url: 'https://creativecommons.org/publicdomain/zero/1.0/' };
  }
  if (version !== undefined) {
    const address = `https://creativecommons.org/licenses/${kind.toLowerCase()}/${version}/`;
    return { license_id: `CC-${kind.toUpperCase()}-${version}`, license_url: address };
  }
  const [, attribution, brazil] = ATTRIBUTION_IN_WORDS.exec(license) ?? [];
  if (attribution === undefined) return {};
  const address = `https://creativecommons.org/licenses/by/${attribution}/`;
  // The Brazilian version of the license has no SPDX identifier.
  return brazil ? { license_url: `${address}br/` } : { license_id: `CC-BY-${attribution}`, license_url: address };
}

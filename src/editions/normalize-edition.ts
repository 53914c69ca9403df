import { basename, extname, resolve } from 'node:path';
import { LecternError } from '../contract/lectern-error.ts';
import type { Language, TranslationRights } from '../contract/schemas/translation.ts';
import { isVisible } from '../domain/name.ts';
import { parseSlug } from '../domain/scripture/editions.ts';
import { isBlank, repairWindows1252 } from './collector/normalize-verse-text.ts';
import type { ParsedEdition } from './edition-format.ts';
import type { NormalizedEdition } from './normalized-edition.ts';
import { DamagedEditionError, type EditionSource, toPlainLine } from './sources/edition-source.ts';
import { MEBIBYTE, TEXT_MAX_BYTES } from './sources/source-limits.ts';

/** What stands where a person and the source say nothing of it. */
export const UNKNOWN_RIGHTS = 'Unknown';
const SLUG_MAX_CHARACTERS = 32;
const NAME_MAX_CHARACTERS = 200;
/** Rights go out with each verse. */
const RIGHTS_MAX_CHARACTERS = 2_000;

/** What a person says about an edition; it counts before what the source says. */
export interface EditionOverrides {
  readonly slug?: string | undefined;
  readonly name?: string | undefined;
  readonly language?: Language | undefined;
  readonly rights?: { readonly [field in keyof TranslationRights]?: string | undefined };
}

/**
 * What was read, as an edition that can be installed. Nothing is guessed: a language that nobody names is "und"; rights that
 * nobody names are "Unknown", and the attribution, which stands below each verse, says so. Throws `invalid_fields` for a slug
 * that cannot be one, and DamagedEditionError for what a format should not have given, or is more than a Bible can be.
 */
export function normalizeEdition(
  read: ParsedEdition,
  source: EditionSource,
  options: EditionOverrides = {},
): NormalizedEdition {
  requireWhole(read, source);
  const fileName = basename(resolve(source.path));
  const bareName = fileName.slice(0, fileName.length - extname(fileName).length) || fileName;
  const named = toShortLine(options.name ?? read.name ?? bareName, NAME_MAX_CHARACTERS);
  const name = isVisible(named) ? named : bareName;
  return {
    slug: requireSlug(options.slug ?? toSlug(bareName), options.slug !== undefined),
    name,
    language: options.language ?? read.language ?? 'und',
    rights: toRights(name, read, options),
    provenance: { archive_sha256: source.sha256, reviewed_on: null, source_id: read.sourceId },
    books: [...read.books],
  };
}

/** Throws `invalid_fields`; `given`: by a person, not made from the name of the file. */
function requireSlug(text: string, given: boolean): string {
  const slug = parseSlug(text);
  if (slug) return slug;
  const rule = 'A slug has 2 to 32 letters a to z, digits and hyphens.';
  throw new LecternError(
    'invalid_fields',
    given ? `"${text}" is no slug. ${rule}` : `Give a slug with --slug. ${rule}`,
  );
}

/** "bsb_usfm" is "bsb-usfm". */
const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_CHARACTERS)
    .replace(/^-|-$/g, '');

function toRights(name: string, read: ParsedEdition, options: EditionOverrides): TranslationRights {
  const found = { ...given(read.rights), ...given(options.rights ?? {}) };
  const { license_id, license_url, copyright } = found;
  const status = found.rights_status ?? license_id ?? UNKNOWN_RIGHTS;
  const changes = found.change_notice ?? toChangeNotice(read.removed);
  return {
    edition: found.edition ?? name,
    rights_status: status,
    source_url: found.source_url ?? UNKNOWN_RIGHTS,
    attribution: found.attribution ?? `${copyright ?? name}${status === UNKNOWN_RIGHTS ? ' (rights unknown)' : ''}`,
    ...(license_id && { license_id }),
    ...(license_url && { license_url }),
    ...(copyright && { copyright }),
    ...(changes && { change_notice: changes }),
  };
}

/** The fields that say something. */
const given = (rights: EditionOverrides['rights'] & object): Partial<TranslationRights> =>
  Object.fromEntries(
    Object.entries(rights)
      .map(([field, text]) => [field, toShortLine(text ?? '', RIGHTS_MAX_CHARACTERS)] as const)
      .filter(([, text]) => text !== ''),
  );

/** No more than the first `max` UTF-16 units, and no half of a character. */
const toShortLine = (text: string, max: number): string =>
  toPlainLine(repairWindows1252(text))
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '');

/** Licences ask to be told what was changed. */
function toChangeNotice(removed: ParsedEdition['removed']): string | undefined {
  const kinds = Object.keys(removed).filter((kind) => removed[kind]! > 0);
  if (kinds.length === 0) return undefined;
  const last = kinds.pop()!;
  const all = kinds.length === 0 ? last : `${kinds.join(', ')} and ${last}`;
  return `${all[0]!.toUpperCase()}${all.slice(1)} were left out; the words are unchanged.`;
}

/** What must hold whatever the format: a reader that breaks it would put a wrong verse on a screen. */
function requireWhole({ books }: ParsedEdition, { path }: EditionSource): void {
  const damage = (reason: string) => new DamagedEditionError(basename(path), null, reason);
  if (books.length === 0) throw damage('there is no verse in it');
  let bookId = 0;
  let bytes = 0;
  for (const { book_id, name, verses } of books) {
    if (book_id <= bookId) throw damage(`the book ${name} stands twice or in a wrong place`);
    bookId = book_id;
    if (verses.length === 0) throw damage(`the book ${name} has no verse`);
    let before = 0;
    let end = 0;
    for (const each of verses) {
      const { chapter, verse, last = verse, text } = each;
      const place = chapter * 1_000 + verse;
      // Where a bridge ends with a part of a verse, the next one begins with the other.
      const isAfter = place > before && place >= end;
      if (!(chapter >= 1 && verse >= 1 && last >= verse && last < 1_000 && isAfter)) {
        throw damage(`${name} ${chapter}:${verse} stands twice or in a wrong place`);
      }
      if (isBlank(text)) throw damage(`${name} ${chapter}:${verse} is empty`);
      bytes += Buffer.byteLength(JSON.stringify(each)) + 1;
      if (bytes > TEXT_MAX_BYTES) throw damage(`the text has more than ${TEXT_MAX_BYTES / MEBIBYTE} MiB as JSON`);
      before = place;
      end = chapter * 1_000 + last;
    }
  }
}

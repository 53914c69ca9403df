import { basename, extname, resolve } from 'node:path';
import { LecternError } from '../contract/lectern-error.ts';
import type { Language, TranslationRights } from '../contract/schemas/translation.ts';
import { isVisible } from '../domain/name.ts';
import { parseSlug } from '../domain/scripture/editions.ts';
import { DamagedSourceError, type ImportSource, toPlainLine } from '../import-files/import-source.ts';
import { tagOf, toLanguageTag } from '../import-files/language-tag.ts';
import { repairWindows1252 } from '../import-files/windows-1252.ts';
import { isBlank } from './collector/normalize-verse-text.ts';
import type { ParsedEdition } from './edition-format.ts';
import { completeRights } from './edition-rights.ts';
import type { NormalizedEdition } from './normalized-edition.ts';
import { MEBIBYTE, TEXT_MAX_BYTES } from './sources/source-limits.ts';

const SLUG_MAX_CHARACTERS = 32;
const NAME_MAX_CHARACTERS = 200;
/** Limited because rights are sent with each verse. */
const RIGHTS_MAX_CHARACTERS = 2_000;

/** Metadata from the person who imports. They take precedence over the source. */
export interface EditionOverrides {
  readonly slug?: string | undefined;
  readonly name?: string | undefined;
  readonly language?: Language | undefined;
  readonly languageTag?: string | undefined;
  readonly rights?: { readonly [field in keyof TranslationRights]?: string | undefined };
}

/**
 * Converts a parsed edition to one that can be saved. Nothing is guessed: an unknown language is "und"; unknown rights
 * are "unknown", and the attribution is the name. Throws `invalid_fields` for an invalid slug, and
 * DamagedSourceError for a result that no format should return, or that is larger than a Bible can be.
 */
export function normalizeEdition(
  read: ParsedEdition,
  source: ImportSource,
  options: EditionOverrides = {},
): NormalizedEdition {
  requireWhole(read, source);
  const fileName = basename(resolve(source.path));
  const bareName = fileName.slice(0, fileName.length - extname(fileName).length) || fileName;
  const named = toShortLine(options.name ?? read.name ?? bareName, NAME_MAX_CHARACTERS);
  const name = isVisible(named) ? named : bareName;
  const language = options.language ?? read.language ?? 'und';
  return {
    slug: requireSlug(options.slug ?? toSlug(bareName), options.slug !== undefined),
    name,
    language,
    language_tag: requireTag(options.languageTag) ?? read.languageTag ?? tagOf(language),
    rights: toRights(name, read, options),
    provenance: { archive_sha256: source.sha256, reviewed_on: null, source_id: read.sourceId },
    books: [...read.books],
  };
}

/** Throws `invalid_fields`. `given`: the slug comes from a person, not from the file name. */
function requireSlug(text: string, given: boolean): string {
  const slug = parseSlug(text);
  if (slug) return slug;
  const rule = 'A slug has 2 to 32 letters a to z, digits and hyphens.';
  throw new LecternError(
    'invalid_fields',
    given ? `"${text}" is not a valid slug. ${rule}` : `Give a slug with --slug. ${rule}`,
  );
}

/** Throws `invalid_fields`. */
function requireTag(text: string | undefined): string | null {
  const tag = text === undefined ? null : toLanguageTag(text);
  if (tag !== null || text === undefined) return tag;
  throw new LecternError('invalid_fields', `"${text}" is not a language tag. Examples are es, pt-BR and zh-Hant.`);
}

/** Converts a file name to a slug: "bsb_usfm" becomes "bsb-usfm". */
export const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_CHARACTERS)
    .replace(/^-|-$/g, '');

function toRights(name: string, read: ParsedEdition, options: EditionOverrides): TranslationRights {
  const found = { ...withoutEmpty(read.rights), ...withoutEmpty(options.rights ?? {}) };
  const changes = found.change_notice ?? toChangeNotice(read);
  return completeRights(name, { ...found, ...(changes && { change_notice: changes }) });
}

/** Returns the fields with a value. */
const withoutEmpty = (rights: EditionOverrides['rights'] & object): Partial<TranslationRights> =>
  Object.fromEntries(
    Object.entries(rights)
      .map(([field, text]) => [field, toShortLine(text ?? '', RIGHTS_MAX_CHARACTERS)] as const)
      .filter(([, text]) => text !== ''),
  );

/** Shortens to at most `max` UTF-16 code units without splitting a character. */
const toShortLine = (text: string, max: number): string =>
  toPlainLine(repairWindows1252(text))
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '');

/** Returns a change notice, which many licenses require. */
function toChangeNotice({ removed, spacesAdded = 0 }: ParsedEdition): string | undefined {
  const kinds = Object.keys(removed).filter((kind) => removed[kind]! > 0);
  const spaces = spacesAdded > 0 ? ['missing spaces between words were added'] : [];
  if (kinds.length === 0 && spaces.length === 0) return undefined;
  const last = kinds.pop();
  const all = kinds.length === 0 ? last : `${kinds.join(', ')} and ${last}`;
  const changes = [...(all ? [`${all} were left out`] : []), ...spaces, 'the words are unchanged'].join('; ');
  return `${changes[0]!.toUpperCase()}${changes.slice(1)}.`;
}

/** Checks what must hold for every format, because a bug in a parser would put a wrong verse on a screen. */
function requireWhole({ books }: ParsedEdition, { path }: ImportSource): void {
  const damage = (reason: string) => new DamagedSourceError(basename(path), null, reason);
  if (books.length === 0) throw damage('it contains no verses');
  let bookId = 0;
  let bytes = 0;
  for (const { book_id, name, verses } of books) {
    if (book_id <= bookId) throw damage(`the book ${name} appears twice or out of order`);
    bookId = book_id;
    if (verses.length === 0) throw damage(`the book ${name} has no verse`);
    let previous = 0;
    let end = 0;
    for (const each of verses) {
      const { chapter, verse, last = verse, text } = each;
      const position = chapter * 1_000 + verse;
      // If a bridge ends with a part of a verse, the next one starts with the other part.
      const isInOrder = position > previous && position >= end;
      if (!(chapter >= 1 && verse >= 1 && last >= verse && last < 1_000 && isInOrder)) {
        throw damage(`${name} ${chapter}:${verse} appears twice or out of order`);
      }
      if (isBlank(text)) throw damage(`${name} ${chapter}:${verse} is empty`);
      bytes += Buffer.byteLength(JSON.stringify(each)) + 1;
      if (bytes > TEXT_MAX_BYTES) throw damage(`the text has more than ${TEXT_MAX_BYTES / MEBIBYTE} MiB as JSON`);
      previous = position;
      end = chapter * 1_000 + last;
    }
  }
}

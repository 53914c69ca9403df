import { setImmediate as nextTick } from 'node:timers/promises';
import { LecternError } from '../contract/lectern-error.ts';
import { newId } from '../domain/identifiers.ts';
import { isVisible } from '../domain/name.ts';
import type { Editions } from '../domain/scripture/editions.ts';
import { tagOf } from '../import-files/language-tag.ts';
import type { AuditRecord } from '../storage/storage.ts';
import { listBookNames } from './list-book-names.ts';
import type { NormalizedEdition } from './normalized-edition.ts';

/** Result of an import. */
export interface SavedEdition {
  slug: string;
  books: number;
  verses: number;
  archive_sha256: string | null;
  /** The edition that was installed under the same slug before; null if there was none. */
  replaced: { name: string; books: number; rights_status: string; attribution: string } | null;
}

/** Saves an edition as a new revision, completely or not at all. Throws `invalid_fields`. [D30] */
export async function saveEdition(
  editions: Editions,
  text: NormalizedEdition,
  { revisionId = newId(), audit }: { revisionId?: string; audit?: AuditRecord } = {},
): Promise<SavedEdition> {
  await requireStorable(text);
  const { slug, name, language, language_tag: languageTag = tagOf(language), rights, provenance, checks } = text;
  const books = text.books.map((book) => ({ bookId: book.book_id, name: book.name, verses: book.verses }));
  const bookNames = await listBookNames(text.books, languageTag);
  const before = await editions.reload(slug);
  await editions.import(
    { id: revisionId, slug, name, language, languageTag, rights, bookNames, provenance, books, checks },
    audit,
  );
  return {
    slug,
    books: books.length,
    verses: books.reduce((sum, book) => sum + book.verses.length, 0),
    archive_sha256: provenance.archive_sha256,
    replaced: before?.revisionId
      ? {
          name: before.name,
          books: before.bookIds.length,
          rights_status: before.rights.rights_status,
          attribution: before.rights.attribution,
        }
      : null,
  };
}

/**
 * No database keeps NUL, or half of a character, as it is. The importers never produce them, but a client may send
 * them.
 */
async function requireStorable({ name, rights, provenance, books }: NormalizedEdition): Promise<void> {
  requireName(name, 'The name');
  for (const [field, value] of Object.entries({ ...rights, ...provenance })) requireCharacters(value ?? '', field);
  for (const book of books) {
    for (const each of [book.name, ...Object.values(book.names ?? {})]) {
      if (each !== null) requireName(each, `The name of book ${book.book_id}`);
    }
    for (const { chapter, verse, text } of book.verses) requireCharacters(text, `${book.name} ${chapter}:${verse}`);
    // Other work of the server continues in between.
    await nextTick();
  }
}

function requireName(text: string, what: string): void {
  requireCharacters(text, what);
  if (!isVisible(text)) throw new LecternError('invalid_fields', `${what} has no visible characters.`);
}

function requireCharacters(text: string, what: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw new LecternError('invalid_fields', `${what} contains an invalid character.`);
  }
}

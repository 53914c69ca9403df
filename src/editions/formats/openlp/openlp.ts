import { isHiddenFile } from '../../../contract/archived-files.ts';
import { NO_NAMES } from '../../../contract/book-names.ts';
import { toNotice } from '../../../contract/import-notices.ts';
import {
  CANON_LANGUAGES,
  type CanonBook,
  findBook,
  findBookByCode,
  findBookByName,
} from '../../../domain/scripture/canon.ts';
import { ForeignDatabase, isSqlite } from '../../../import-files/foreign-database.ts';
import { DamagedSourceError, type ImportSource, type SourceFile } from '../../../import-files/import-source.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat } from '../../edition-format.ts';
import { findBookOfAddition } from '../shared/addition-names.ts';
import { readEditionLanguage } from '../shared/edition-language.ts';
import { toTranslationRights } from '../shared/edition-rights.ts';
import { parseChapterNumber, parseVerseNumber } from '../shared/verse-number.ts';
import { quoteExcerpt, trimBookName, VerseWriter } from '../shared/verse-writer.ts';
import { OPENLP_LANGUAGES } from './openlp-languages.ts';

const PROTESTANT_BOOKS = 66;
/** The books of OpenLP from number 67. "Rest of Daniel" has parts of several books. */
const FURTHER_BOOKS: readonly string[] = 'JDT WIS TOB SIR BAR 1MA 2MA 3MA 4MA - ESG MAN LJE S3Y SUS BEL 1ES 2ES'.split(
  ' ',
);

/** A Bible of OpenLP: a database with tables of books, verses and metadata. https://openlp.org */
export const openLpBibleFormat: EditionFormat = {
  name: 'OpenLP Bible',

  recognizes: async (source) => (await findDatabases(source)).length > 0,

  async read(source, onProgress, options) {
    const [file, second] = await findDatabases(source);
    if (second) throw new DamagedSourceError(second.name, null, toNotice('edition_second_file', { file: file!.name }));
    using database = new ForeignDatabase(await file!.read(), file!.name);
    const metadata = new Map(
      Array.from(database.read('metadata', ['key', 'value']), ({ key, value }) => [key, value?.trim() ?? '']),
    );
    const stated = (key: string) => metadata.get(key) ?? '';
    const collector = new EditionCollector(options);
    const place = { file: file!.name, line: null };
    readVerses(database, collector, file!.name);
    onProgress(1);
    if (stated('download_source') !== '') collector.warn(place, toNotice('edition_downloaded_in_part'));
    const name = stated('name') || stated('Version');
    const statement = ['copyright', 'permissions', 'Copyright', 'Permissions'].map(stated).filter(Boolean).join(' / ');
    const languageId = stated('language_id');
    return {
      name: name || null,
      ...readEditionLanguage(OPENLP_LANGUAGES[Number(languageId) - 1] ?? languageId),
      rights: toTranslationRights({ edition: name, statement }),
      sourceId: null,
      ...collector.finish(place),
    };
  },
};

/** Returns the files that are databases of a Bible. */
async function findDatabases({ files }: ImportSource): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  for (const file of files) {
    if (isHiddenFile(file.name) || !/\.(?:sqlite3?|db)$/i.test(file.name)) continue;
    const bytes = await file.read();
    if (!isSqlite(bytes)) continue;
    using database = new ForeignDatabase(bytes, file.name);
    const isBible =
      database.hasTable('book', ['id', 'name']) && database.hasTable('verse', ['book_id', 'chapter', 'verse', 'text']);
    if (isBible) found.push(file);
  }
  return found;
}

/** Sends the verses to the collector. They can stand in any order. */
function readVerses(database: ForeignDatabase, collector: EditionCollector, file: string): void {
  const writer = new VerseWriter(collector);
  const place = { file, line: null };
  /** The books by their ids. Null for one that is not in the canon. */
  const books = new Map<string | null, { book: CanonBook; name: string } | null>();
  for (const { id, name, book_reference_id } of database.read('book', ['id', 'name', 'book_reference_id'])) {
    const own = trimBookName(name ?? '');
    const book = findOwnBook(Number(book_reference_id ?? 0), own);
    books.set(id, book && { book, name: own });
    if (!book) collector.errors.add(place, toNotice('edition_book_code', { code: quoteExcerpt(own || `${id}`) }));
  }
  let open: string | null = null;
  for (const row of database.read('verse', ['book_id', 'chapter', 'verse', 'text'])) {
    const own = books.get(row.book_id);
    if (own === undefined) collector.errors.add(place, toNotice('edition_verse_before_book'));
    if (!own) continue;
    if (row.book_id !== open) {
      writer.startBook(own.book, own.name || null);
      collector.nameBook(own.book.id, { ...NO_NAMES, long: own.name || null });
      open = row.book_id;
    }
    if (row.isTooLong) collector.errors.add(place, toNotice('database_value_too_long'));
    const chapter = parseChapterNumber(row.chapter ?? '');
    const number = chapter === null ? null : parseVerseNumber(row.verse ?? '', chapter);
    if (number) writer.startVerse(number, place);
    else writer.discardVerse(place, toNotice('edition_verse_number', { number: `${row.chapter}:${row.verse}` }));
    writer.write(row.text ?? '', place);
    writer.endVerse();
  }
}

/** Returns the book with OpenLP's number, or with the name. */
function findOwnBook(number: number, name: string): CanonBook | null {
  if (number > PROTESTANT_BOOKS) {
    const book = findBookByCode(FURTHER_BOOKS[number - PROTESTANT_BOOKS - 1] ?? '');
    if (book) return book;
  } else if (Number.isInteger(number) && number > 0) return findBook(number);
  for (const language of CANON_LANGUAGES) {
    const book = findBookByName(name, language);
    if (book) return book;
  }
  return findBookOfAddition(name);
}

import { extname } from 'node:path';
import { isHiddenFile } from '../../../contract/archived-files.ts';
import { NO_NAMES } from '../../../contract/book-names.ts';
import { toNotice } from '../../../contract/import-notices.ts';
import { decodeText } from '../../../import-files/decode-text.ts';
import { DamagedSourceError, type ImportSource, type SourceFile } from '../../../import-files/import-source.ts';
import { getField, getList, getText, isRecord, toList, toTextValue } from '../../../import-files/json-values.ts';
import { LooseJsonError, parseLooseJson } from '../../../import-files/loose-json.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat } from '../../edition-format.ts';
import { BookOrder } from '../shared/book-order.ts';
import { ChapterVerses } from '../shared/chapter-verses.ts';
import { readEditionLanguage } from '../shared/edition-language.ts';
import { toTranslationRights } from '../shared/edition-rights.ts';
import { trimBookName } from '../shared/verse-writer.ts';

const EXTENSIONS = new Set(['.json', '.fsb']);
/** Finds the beginning of the books, behind what a file states about itself. */
const BOOKS_WITHIN_BYTES = 64 * 1024;
const BOOKS = /^\ufeff?\s*[[{][\s\S]*?"(?:books|chapters)"\s*:\s*\[/;
/** The name of a file that begins with the language: "pt_nvi.json". */
const LANGUAGE = /^([a-z]{2,3})[_-][\w-]+\.json$/i;
/** Marks the words of Jesus, in FreeShow. */
const WORDS_OF_JESUS = /!\{|\}!/g;
/** A book without a name that can be found by its position. */
const WHOLE_CANON = 66;

/**
 * Bibles in JSON: of FreeShow (`.fsb`), of the collection of Thiago Bodruk (books of chapters of verses, without
 * numbers) and others of their kind. https://github.com/thiagobodruk/bible
 */
export const jsonFormat: EditionFormat = {
  name: 'JSON',

  recognizes: async (source) => (await findJsonFiles(source)).length > 0,

  async read(source, onProgress, options) {
    const collector = new EditionCollector(options);
    const [file, ...others] = await findJsonFiles(source);
    if (others.length > 0) {
      throw new DamagedSourceError(others[0]!.name, null, toNotice('edition_second_file', { file: file!.name }));
    }
    const root = await readJson(file!);
    const books = Array.isArray(root) ? root : getList(root, 'books');
    await collector.errors.catchDamage(async () => readBooks(books, file!.name, collector, onProgress));
    return {
      ...findMetadata(root, file!.name),
      sourceId: null,
      ...collector.finish({ file: source.path, line: null }),
    };
  },
};

async function findJsonFiles({ files }: ImportSource): Promise<SourceFile[]> {
  const found: SourceFile[] = [];
  for (const file of files) {
    if (isHiddenFile(file.name) || !EXTENSIONS.has(extname(file.name).toLowerCase())) continue;
    const head = (await file.read()).toString('utf8', 0, BOOKS_WITHIN_BYTES);
    if (BOOKS.test(head)) found.push(file);
  }
  return found;
}

/** Returns the edition, which FreeShow writes with its id before it. */
async function readJson({ name, read }: SourceFile): Promise<unknown> {
  try {
    const root = parseLooseJson(decodeText(await read(), name));
    return isFreeShow(root) ? root[1] : root;
  } catch (error) {
    if (error instanceof LooseJsonError) throw new DamagedSourceError(name, error.line, error.notice);
    throw error;
  }
}

const isFreeShow = (root: unknown): root is readonly [string, unknown] =>
  Array.isArray(root) && typeof root[0] === 'string' && isRecord(root[1]);

function findMetadata(root: unknown, file: string) {
  const metadata = getField(root, 'metadata');
  const name = getText(root, 'name') || getText(root, 'translation') || getText(metadata, 'title') || null;
  const stated = getText(metadata, 'language') || getText(root, 'language') || (LANGUAGE.exec(file)?.[1] ?? '');
  const statement = [getText(metadata, 'rights'), getText(metadata, 'copyright'), getText(root, 'copyright')];
  const rights = toTranslationRights({ edition: name, statement: statement.find((text) => text !== '') });
  return { name, ...readEditionLanguage(stated), rights };
}

function readBooks(
  books: readonly unknown[],
  file: string,
  collector: EditionCollector,
  onProgress: (share: number) => void,
): void {
  const order = new BookOrder();
  const verses = new ChapterVerses(collector);
  for (const [index, each] of books.entries()) {
    const own = trimBookName(getText(each, 'customName') || getText(each, 'name') || getText(each, 'book'));
    const abbreviation = trimBookName(getText(each, 'abbreviation') || getText(each, 'abbrev'));
    const known = own || (books.length === WHOLE_CANON ? '' : abbreviation);
    const book = order.next(known, { file, line: null }, Number(getText(each, 'number')));
    // JSON has no lines by which a person finds a place.
    const place = { file: `${file} (${book.names.en})`, line: null };
    const chapters = getList(each, 'chapters').map(toVerses);
    // A book without any words is not part of the edition.
    if (chapters.every((chapter) => chapter.verses.every(({ text }) => text === ''))) continue;
    verses.startBook(book, own || null);
    collector.nameBook(book.id, { ...NO_NAMES, long: own || null, abbreviation: abbreviation || null });
    for (const [at, chapter] of chapters.entries()) {
      verses.startChapter(chapter.number || String(at + 1), place);
      for (const { number, text } of chapter.verses) verses.addVerse(number, text, place);
      verses.endChapter();
    }
    onProgress((index + 1) / books.length);
  }
  order.finish();
}

interface Chapter {
  /** Empty if the file does not state it. */
  readonly number: string;
  readonly verses: readonly { readonly number: string; readonly text: string }[];
}

/** Returns a chapter, whose verses are texts by their places, or have numbers. */
function toVerses(chapter: unknown): Chapter {
  const verses = isRecord(chapter) ? getList(chapter, 'verses') : toList(chapter);
  return {
    number: getText(chapter, 'number') || getText(chapter, 'chapter'),
    verses: verses.map((verse, index) => ({
      number: getText(verse, 'number') || getText(verse, 'verse') || String(index + 1),
      text: (getText(verse, 'text') || getText(verse, 'value') || toTextValue(verse)).replace(WORDS_OF_JESUS, ''),
    })),
  };
}

import { extname } from 'node:path';
import { isHiddenFile } from '../../../contract/archived-files.ts';
import { NO_NAMES } from '../../../contract/book-names.ts';
import { toNotice } from '../../../contract/import-notices.ts';
import { decodeText } from '../../../import-files/decode-text.ts';
import { DamagedSourceError, type ImportSource, type SourceFile } from '../../../import-files/import-source.ts';
import { DELIMITERS, foldColumn, readTable, TableError, type TableRow } from '../../../import-files/read-table.ts';
import { EditionCollector } from '../../collector/edition-collector.ts';
import type { EditionFormat } from '../../edition-format.ts';
import { BookOrder } from '../shared/book-order.ts';
import { ChapterVerses } from '../shared/chapter-verses.ts';
import { readEditionLanguage } from '../shared/edition-language.ts';
import { trimBookName } from '../shared/verse-writer.ts';

const EXTENSIONS = new Set(['.csv', '.tsv', '.txt']);
const HEAD_BYTES = 1024;
/** Names of columns in English, German, Portuguese and Spanish, as `foldColumn` writes them. */
const COLUMNS = {
  book: 'book,b,bookname,booknumber,bookid,bookno,buch,buchname,buchnummer,livro,libro',
  chapter: 'chapter,c,chapternumber,kapitel,capitulo',
  verse: 'verse,v,versenumber,vers,versnummer,versiculo,startverse',
  text: 't,text,versetext,content,words,wortlaut,texto',
};
type Column = keyof typeof COLUMNS;
const NAMES = Object.entries(COLUMNS).map(([column, names]) => [column as Column, new Set(names.split(','))] as const);

interface Head {
  readonly delimiter: string;
  readonly places: Readonly<Record<Column, number>>;
}

/** A table (CSV, TSV) with a row for each verse: book (its name or its number), chapter, verse and text. */
export const csvFormat: EditionFormat = {
  name: 'CSV',

  recognizes: async (source) => (await findTables(source)).length > 0,

  async read(source, onProgress, options) {
    const collector = new EditionCollector(options);
    const tables = await findTables(source);
    for (const [index, { file, head }] of tables.entries()) {
      await collector.errors.catchDamage(async () => readRows(await readFile(file, head), file.name, head, collector));
      onProgress((index + 1) / tables.length);
    }
    const collected = collector.finish({ file: source.path, line: null });
    return { name: null, ...readEditionLanguage(''), rights: {}, sourceId: null, ...collected };
  },
};

async function findTables({ files }: ImportSource): Promise<{ file: SourceFile; head: Head }[]> {
  const found: { file: SourceFile; head: Head }[] = [];
  for (const file of files) {
    if (isHiddenFile(file.name) || !EXTENSIONS.has(extname(file.name).toLowerCase())) continue;
    const beginning = (await file.read()).toString('utf8', 0, HEAD_BYTES).replace(/^\ufeff/, '');
    const head = findHead(beginning.split(/\r?\n/)[0]!);
    if (head) found.push({ file, head });
  }
  return found;
}

/** Returns the places of the columns, or null if one is missing. */
function findHead(firstLine: string): Head | null {
  for (const delimiter of DELIMITERS) {
    const cells = firstLine.split(delimiter).map(foldColumn);
    const places = NAMES.map(([column, names]) => [column, cells.findIndex((cell) => names.has(cell))] as const);
    if (places.every(([, place]) => place !== -1)) {
      return { delimiter, places: Object.fromEntries(places) as Record<Column, number> };
    }
  }
  return null;
}

async function readFile({ name, read }: SourceFile, { delimiter }: Head): Promise<TableRow[]> {
  const text = decodeText(await read(), name);
  try {
    return readTable(text, delimiter).slice(1);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new DamagedSourceError(name, error.line, toNotice(error.isCutOff ? 'table_quote_open' : 'file_damaged'));
  }
}

function readRows(rows: readonly TableRow[], file: string, { places }: Head, collector: EditionCollector): void {
  const order = new BookOrder();
  const verses = new ChapterVerses(collector);
  const get = ({ cells }: TableRow, column: Column) => cells[places[column]] ?? '';
  for (const ofBook of divide(rows, (row) => get(row, 'book'))) {
    const name = trimBookName(get(ofBook[0]!, 'book'));
    const book = order.next(name, { file, line: ofBook[0]!.line });
    // Tables of one testament also have the verses of the other one, without words.
    if (ofBook.every((row) => get(row, 'text') === '')) continue;
    const own = /^\d+$/.test(name) ? null : name;
    verses.startBook(book, own);
    collector.nameBook(book.id, { ...NO_NAMES, long: own });
    for (const ofChapter of divide(ofBook, (row) => get(row, 'chapter'))) {
      verses.startChapter(get(ofChapter[0]!, 'chapter'), { file, line: ofChapter[0]!.line });
      for (const row of ofChapter) verses.addVerse(get(row, 'verse'), get(row, 'text'), { file, line: row.line });
      verses.endChapter();
    }
  }
  order.finish();
}

/** Divides rows where a value changes. */
function divide(rows: readonly TableRow[], toValue: (row: TableRow) => string): TableRow[][] {
  const parts: TableRow[][] = [];
  let value: string | null = null;
  for (const row of rows) {
    if (toValue(row) !== value) parts.push([]);
    value = toValue(row);
    parts.at(-1)!.push(row);
  }
  return parts;
}

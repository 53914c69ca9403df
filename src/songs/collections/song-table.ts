import { toNotice } from '../../contract/import-notices.ts';
import { readTable, TableError, type TableRow } from '../../import-files/read-table.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import { bareChordProFormat, chordProFormat } from '../formats/chordpro.ts';
import { addAuthors } from '../formats/copyright-lines.ts';
import { toParagraphs } from '../formats/paragraphs.ts';
import { readParagraphs } from '../formats/plain-text.ts';
import type { ImportedPlan, ImportedPlanEntry } from '../imported-plan.ts';
import type { SongCollection } from '../song-collection.ts';
import { toBaseName } from '../sources/base-name.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { SongSource } from '../sources/song-source.ts';
import { findDate } from './find-date.ts';
import { readCollectionText, toHead } from './read-collection-text.ts';
import { findTableHead, type TableColumn, type TableHead } from './table-columns.ts';

/** The cells of a row by what their columns are. Those of unknown columns are counted. */
interface Cells {
  readonly line: number;
  readonly others: number;
  get(column: TableColumn): string;
}

/** Lines of charts of Planning Center that are not words. */
const CHART_MARKS = /^(?:COLUMN_BREAK|PAGE_BREAK|TRANSPOSE KEY [+-]?\d{1,2})[ \t]*$/gm;

const firstLine = (text: string): string => text.slice(0, text.search(/\n|$/)).replace(/\r$/, '');

/** A table (CSV, TSV) of songs, each with its words in a cell, or of an order of service. */
export const songTable: SongCollection = {
  name: 'table',
  recognizes: (file) => findTableHead(firstLine(toHead(file))) !== null,
  async *read(file) {
    const { text, isAssumed } = await readCollectionText(file);
    // The rest of the file can have another encoding than its head.
    const head = findTableHead(firstLine(text.replace(/^\ufeff/, ''))) ?? findTableHead(firstLine(toHead(file)))!;
    const rows = readRows(text, head, file.fileName);
    const baseName = toBaseName(file.fileName);
    if (head.kind === 'plan') {
      yield { kind: 'plan', name: file.fileName, plan: toPlan(baseName, rows) };
      return;
    }
    for (const row of rows) {
      const title = row.get('title');
      if (row.get('lyrics') === '' && title === '') continue;
      yield {
        kind: 'song',
        name: title || `${baseName}, ${row.line}`,
        read: (collector) => {
          if (isAssumed) collector.warn(toNotice('song_windows_1252'));
          readRow(row, new SongSource(title, Buffer.from(row.get('lyrics').replace(CHART_MARKS, ''))), collector);
        },
      };
    }
  },
};

function readRows(text: string, { delimiter, columns }: TableHead, fileName: string): Cells[] {
  try {
    return readTable(text, delimiter)
      .slice(1)
      .map((row) => toCells(row, columns));
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new DamagedSongError(fileName, error.line, toNotice(error.isCutOff ? 'table_quote_open' : 'file_damaged'));
  }
}

const toCells = ({ cells, line }: TableRow, columns: TableHead['columns']): Cells => ({
  line,
  others: cells.filter((cell, index) => cell !== '' && (columns[index] ?? null) === null).length,
  get: (column) => cells[columns.indexOf(column)] ?? '',
});

function readRow(row: Cells, lyrics: SongSource, collector: SongCollector): void {
  collector.setTitle(row.get('title'));
  for (const column of ['author', 'composer'] as const) {
    for (const name of row.get(column).split(/[;\n]/)) addAuthors(name, collector);
  }
  collector.addCopyright(row.get('copyright'));
  collector.setCcli(row.get('ccli'));
  collector.setSongbook(`${row.get('songbook')} ${row.get('number')}`);
  collector.setOrder(toLabels(row.get('order')));
  if (row.get('arrangements') !== '') collector.omit('arrangements');
  const language = row.get('language');
  if (language !== '') collector.setLanguage(language);
  for (const column of ['key', 'tempo', 'themes'] as const) if (row.get(column) !== '') collector.omit(column);
  const comments = [row.get('note'), row.get('date')].filter(Boolean).length;
  collector.omit('comments', row.others + comments);
  if (lyrics.bytes.length === 0) return;
  const format = [chordProFormat, bareChordProFormat].find((each) => each.recognizes(lyrics));
  if (format) format.read(lyrics, collector);
  else readParagraphs(toParagraphs(lyrics.text), collector, { mayHaveHead: false });
}

/** Returns the labels of an order: "Verse 1, Chorus", "V1 C V2". */
const toLabels = (order: string): string[] =>
  order
    .split(/[,;|>\n]/.test(order) ? /[,;|>\n]/ : /\s+/)
    .map((label) => label.trim())
    .filter(Boolean);

function toPlan(title: string, rows: readonly Cells[]): ImportedPlan {
  const entries = rows.flatMap((row): ImportedPlanEntry[] => {
    const [note, passage, person] = [row.get('note'), row.get('passage'), row.get('person')];
    const shown = row.get('title') || passage;
    if (shown === '') return [];
    const minutes = toMinutes(row.get('minutes'));
    return [
      {
        title: shown,
        ...(note !== '' && { note }),
        ...(passage !== '' && { passage }),
        ...(minutes > 0 && { minutes }),
        ...(person !== '' && { person }),
      },
    ];
  });
  const dates = rows.map((row) => findDate(row.get('date'), { dotted: true }));
  return { title, date: dates.find((date) => date !== null) ?? findDate(title), entries };
}

/** Returns minutes of "5", "5 min", "4:30" (minutes and seconds) or "0:04:30"; 0 for anything else. */
function toMinutes(text: string): number {
  const [, hours = '0', minutes, seconds = '0'] =
    /^(?:(\d{1,2}):(?=\d{1,2}:))?(\d{1,3})(?::(\d{2}))?(?:\s*(?:min|m|').{0,9})?$/i.exec(text) ?? [];
  return minutes === undefined ? 0 : Math.ceil(Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
}

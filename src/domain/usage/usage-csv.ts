import type { UsageCount } from '../../storage/storage.ts';

const COLUMNS = {
  day: ({ day }) => day,
  live_id: ({ liveId }) => liveId,
  what: ({ what }) => what,
  title: ({ title }) => title,
  authors: ({ authors }) => authors,
  copyright: ({ copyright }) => copyright,
  ccli: ({ ccli }) => ccli,
  songbook: ({ songbook }) => songbook?.name,
  songbook_number: ({ songbook }) => songbook?.number,
  count: ({ count }) => String(count),
} satisfies Record<string, (row: UsageCount) => string | null | undefined>;

/** Returns rows as CSV (RFC 4180), with names of the columns. Cells that a spreadsheet would run are text. [D77] */
export const toUsageCsv = (rows: readonly UsageCount[]): string =>
  [Object.keys(COLUMNS), ...rows.map((row) => Object.values(COLUMNS).map((read) => toCell(read(row) ?? '')))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

function toCell(text: string): string {
  const cell = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

import { styleText } from 'node:util';

/** Formats a table with a bold heading. Put names in the last column, because their width on screen is unknown. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const [first, ...rest] = toColumns([headings, ...rows]);
  return [styleText('bold', first!), ...rest].join('\n');
}

/** Formats labels and values, one pair per line. */
export const formatFacts = (facts: Readonly<Record<string, string>>): string =>
  toColumns(Object.entries(facts)).join('\n');

function toColumns(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number) => rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0);
  const widths = (rows[0] ?? []).map((_, column) => widthOf(column));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

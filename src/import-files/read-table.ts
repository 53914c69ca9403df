import { CsvError, parse } from 'csv-parse/sync';

/** A row of a table. Cells of columns that the row lacks are empty. */
export interface TableRow {
  readonly cells: readonly string[];
  /** The line in the file on which the row ends. */
  readonly line: number;
}

/** A table that cannot be read, with the line. */
export class TableError extends Error {
  readonly line: number | null;
  readonly isCutOff: boolean;

  constructor(line: number | null, isCutOff: boolean) {
    super('the table is damaged');
    this.line = line;
    this.isCutOff = isCutOff;
  }
}

export const DELIMITERS = ['\t', ';', ',', '|'] as const;

/**
 * Reads a table (CSV, RFC 4180) whose cells the delimiter divides, without empty rows. Throws TableError if a quote is
 * not closed.
 */
export function readTable(text: string, delimiter: string): TableRow[] {
  try {
    const rows: { record: string[]; info: { lines: number } }[] = parse(text, {
      delimiter,
      bom: true,
      info: true,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
    }) as never;
    return rows
      .map(({ record, info }) => ({ cells: record.map((cell) => cell.trim()), line: info.lines }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: number };
    throw new TableError(lines ?? null, error.code === 'CSV_QUOTE_NOT_CLOSED');
  }
}

/** Returns the name of a column without case, accents and spaces: "Título da música" becomes "titulodamusica". */
export const foldColumn = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}#]/gu, '')
    .toLowerCase();

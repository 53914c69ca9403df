import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { toNotice } from '../contract/import-notices.ts';
import { DamagedSourceError } from './import-source.ts';

/** The beginning of an SQLite database. */
const MAGIC = 'SQLite format 3\0';
/** Longest value, in bytes. A row with a longer one is marked. */
const VALUE_MAX_BYTES = 5 * 1024 * 1024;
/** Most rows of a table. A Bible has some 36,000. */
const ROWS_MAX = 200_000;
/** Most tables, indexes and the like. EasyWorship has some 60. */
const SCHEMA_MAX = 1_000;
/** Statements of a schema as SQLite stores them. Views can cost any time, and virtual tables run other code. */
const STATEMENT = /^CREATE (?:TABLE|INDEX|UNIQUE INDEX|TRIGGER)\b/;
/** The bytes that say whether a database has a write-ahead log, which one in memory cannot have. */
const JOURNAL_VERSIONS = [18, 19];

/** A row, as text. Columns that the table lacks, and values that are too long, are null. */
export type ForeignRow<Column extends string> = Readonly<Record<Column, string | null>> & {
  /** Whether a value was too long. */
  readonly isTooLong: boolean;
};

export const isSqlite = (head: Buffer): boolean => head.toString('latin1', 0, MAGIC.length) === MAGIC;

/**
 * A database of another program, which may be hostile. It is opened for reading alone, also while its program runs.
 * Only its own tables can be read, without generated columns. One with views or virtual tables is refused. Throws
 * DamagedSourceError. [D1]
 */
export class ForeignDatabase implements Disposable {
  readonly #name: string;
  readonly #database: DatabaseSync;
  /** The columns of each table. */
  readonly #tables: ReadonlyMap<string, ReadonlySet<string>>;

  /** Opens a file, or a database in memory. `name` is the name in messages. */
  constructor(content: string | Buffer, name = typeof content === 'string' ? basename(content) : '') {
    this.#name = name;
    const isFile = typeof content === 'string';
    this.#database = new DatabaseSync(isFile ? toImmutable(content) : ':memory:', {
      readOnly: isFile,
      defensive: true,
      limits: { length: 4 * VALUE_MAX_BYTES, sqlLength: 100_000, attach: 0, triggerDepth: 1, vdbeOp: 100_000 },
    });
    try {
      if (!isFile) this.#database.deserialize(withoutLog(content));
      this.#database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON');
      this.#tables = this.#run(() => this.#readSchema());
    } catch (error) {
      this.#database.close();
      throw this.#toDamage(error);
    }
  }

  /** Returns whether there is a table with these columns. */
  hasTable(table: string, columns: readonly string[]): boolean {
    const own = this.#tables.get(table);
    return own !== undefined && columns.every((column) => own.has(column));
  }

  /** Yields the rows of a table in their order in the file; none if there is no such table. */
  *read<Column extends string>(table: string, columns: readonly Column[]): Generator<ForeignRow<Column>> {
    const own = this.#tables.get(table);
    if (!own) return;
    const known = columns.filter((column) => own.has(column)).map(quote);
    const values = known.map((column) => `iif(octet_length(${column}) <= ${VALUE_MAX_BYTES}, ${column}, NULL)`);
    const excess = known.map((column) => `ifnull(octet_length(${column}), 0) > ${VALUE_MAX_BYTES}`);
    const sql = `SELECT ${[...values.map((value, at) => `${value} AS ${known[at]}`)].join(', ') || 'NULL'},
      ${excess.join(' OR ') || 0} AS isTooLong FROM ${quote(table)} NOT INDEXED`;
    const statement = this.#run(() => this.#database.prepare(sql));
    statement.setReadBigInts(true);
    const rows = this.#run(() => statement.iterate());
    for (let count = 0; ; count++) {
      const { value: row, done } = this.#run(() => rows.next());
      if (done) return;
      if (count >= ROWS_MAX) throw this.#damaged(toNotice('database_too_many_rows', { max: ROWS_MAX }));
      const texts = Object.fromEntries(columns.map((column) => [column, toText(row![column])]));
      yield { ...texts, isTooLong: row!.isTooLong === 1n } as ForeignRow<Column>;
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #readSchema(): Map<string, Set<string>> {
    let entries = 0;
    for (const { sql } of this.#database.prepare('SELECT sql FROM sqlite_schema').iterate()) {
      if (++entries > SCHEMA_MAX || (sql !== null && !STATEMENT.test(String(sql)))) {
        throw this.#damaged(toNotice('database_schema'));
      }
    }
    const tables = this.#database.prepare('PRAGMA main.table_list').all();
    const own = tables.filter(({ schema, type }) => schema === 'main' && type === 'table');
    const columns = this.#database.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0');
    return new Map(
      own.map(({ name }) => [String(name), new Set(columns.all(name!).map((column) => String(column.name)))]),
    );
  }

  #run<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw this.#toDamage(error);
    }
  }

  #toDamage(error: unknown): unknown {
    const isSqliteError = (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR';
    return isSqliteError ? this.#damaged(toNotice('database_damaged')) : error;
  }

  #damaged(reason: ReturnType<typeof toNotice>): DamagedSourceError {
    return new DamagedSourceError(this.#name, null, reason);
  }
}

/** Returns an address with which SQLite takes no locks, and neither needs nor reads a write-ahead log. */
function toImmutable(path: string): URL {
  const url = pathToFileURL(path);
  url.search = '?mode=ro&immutable=1';
  return url;
}

function withoutLog(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  for (const at of JOURNAL_VERSIONS) if (copy[at] === 2) copy[at] = 1;
  return copy;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns a value as text. Programs store texts as bytes, and numbers as texts, too. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return value instanceof Uint8Array ? Buffer.from(value).toString() : String(value);
}

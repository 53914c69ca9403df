import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type CompiledQuery, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';
import { LecternError } from '../../contract/lectern-error.ts';

/** How long a statement waits for a lock that another program holds. It blocks the process, so it is short. */
const BUSY_TIMEOUT_MS = 200;
/**
 * The log is brought into the database when it has so many pages, some 8 MB. SQLite's 1,000 are a dozen changes of many Lives
 * together, and a page that all of them change is then written twice as often.
 */
const LOG_MAX_PAGES = 2_000;
/**
 * A log that has grown beyond this, because somebody was reading for long, is cut to it when it begins anew. Twice what it usually has.
 */
const LOG_KEPT_BYTES = 16 * 1024 * 1024;
/** Compiled statements that are kept; the program has far fewer. */
const STATEMENTS_MAX = 256;

/** SQLite's primary result codes that mean "not now" rather than "wrong": https://sqlite.org/rescode.html */
const UNAVAILABLE_CODES = new Map([
  [5, 'The database is locked by another program.'],
  [6, 'The database is locked.'],
  [8, 'The database cannot be written: its file system or its file is read-only.'],
  [10, 'The disk does not answer.'],
  [13, 'The disk is full.'],
  [14, 'The database file cannot be opened.'],
]);

/** An opened SQLite database: for Kysely, and for transactions that are ready as a list of statements. */
export interface SqliteDatabase {
  readonly dialect: SqliteDialect;
  /**
   * Runs lists of statements as one transaction, without a pause between them. Of a list whose first statement does not
   * change exactly one row nothing is done; the answer says which lists were. To be called while nobody else uses the
   * connection.
   */
  transact(lists: readonly (readonly CompiledQuery[])[]): boolean[];
}

/** Kysely's own SQLite dialect over `node:sqlite`, with every statement compiled once. */
export function openSqlite(file: string, synchronous: 'FULL' | 'NORMAL'): SqliteDatabase {
  // Made by us, so that only its owner can read it; SQLite gives its other files the same mode.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA cache_size = -16384;
    PRAGMA wal_autocheckpoint = ${LOG_MAX_PAGES}; PRAGMA journal_size_limit = ${LOG_KEPT_BYTES}`);
  const statements = new Map<string, CachedStatement>();
  const prepare = (sql: string): SqliteStatement => {
    // A full disk has undone the transaction by itself, and that is what is to be heard of.
    if (sql === ROLLBACK && !database.isTransaction) return NOTHING;
    const known = statements.get(sql);
    if (known) return known;
    const statement = translated(() => new CachedStatement(database.prepare(sql)));
    // What a pragma does, it does when it is compiled.
    if (sql.startsWith('PRAGMA')) return statement;
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value!);
    statements.set(sql, statement);
    return statement;
  };
  return {
    dialect: new TransactionalDialect({ database: { close: () => database.close(), prepare } }),
    transact: (lists) => {
      prepare('BEGIN IMMEDIATE').run([]);
      try {
        const done = lists.map(([first, ...rest]) => {
          if (prepare(first!.sql).run(first!.parameters).changes !== 1) return false;
          for (const { sql, parameters } of rest) prepare(sql).run(parameters);
          return true;
        });
        prepare('COMMIT').run([]);
        return done;
      } catch (error) {
        prepare(ROLLBACK).run([]);
        throw error;
      }
    },
  };
}

/** Migrations are one transaction, as SQLite can: a process that is killed in the middle leaves the schema as it was. */
class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** As Kysely writes it. */
const ROLLBACK = 'rollback';
const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

class CachedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]) {
    return translated(() => this.#statement.all(...(parameters as SQLInputValue[])));
  }

  run(parameters: readonly unknown[]) {
    return translated(() => this.#statement.run(...(parameters as SQLInputValue[])));
  }

  iterate(parameters: readonly unknown[]) {
    return translated(() => this.#statement.iterate(...(parameters as SQLInputValue[])));
  }
}

function translated<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const code = (error as { errcode?: number }).errcode;
    const detail = code === undefined ? undefined : UNAVAILABLE_CODES.get(code & 0xff);
    if (detail) throw new LecternError('unavailable', detail, { cause: error });
    throw error;
  }
}

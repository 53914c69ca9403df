import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type CompiledQuery, SqliteAdapter, SqliteDialect, type SqliteStatement } from 'kysely';
import { LecternError } from '../../contract/lectern-error.ts';

/** The time that a statement waits for a lock of another program. It is short because the wait blocks the process. */
const BUSY_TIMEOUT_MS = 200;
/**
 * Pages of the write-ahead log, about 8 MB, after which it is checkpointed. SQLite's default of 1,000 is reached by a
 * dozen concurrent changes of many Lives, and a page that all of them change is then written twice as often.
 */
const WAL_MAX_PAGES = 2_000;
/**
 * A log that has grown beyond this size, because of a long read, is truncated to it when it restarts. Twice its usual
 * size.
 */
const WAL_KEPT_BYTES = 16 * 1024 * 1024;
/** Maximum number of cached statements. The program has far fewer. */
const STATEMENTS_MAX = 256;

/** SQLite's primary result codes of temporary failures: https://sqlite.org/rescode.html */
const UNAVAILABLE_CODES = new Map([
  [5, 'The database is locked by another program.'],
  [6, 'The database is locked.'],
  [8, 'The database is not writable: its file system or its file is read-only.'],
  [10, 'The disk does not respond.'],
  [13, 'The disk is full.'],
  [14, 'The database file cannot be opened.'],
]);

/** Codes of writes for which the disk may have no space. */
const SPACE_CODES = [10, 13];

/** Whether a statement has failed for lack of space since this was last reset. */
interface Shortage {
  isNoted: boolean;
}

/** An open SQLite database: a dialect for Kysely, and a function for precompiled transactions. */
export interface SqliteDatabase {
  readonly dialect: SqliteDialect;
  readonly shortage: Shortage;
  /**
   * Runs lists of statements as one transaction, without yielding. Skips the rest of a list whose first statement does
   * not change exactly one row. Returns, for each list, whether it was run. Call it while the connection is not in use.
   */
  transact(lists: readonly (readonly CompiledQuery[])[]): boolean[];
}

/** Opens a database with Kysely's SQLite dialect over `node:sqlite`, and compiles every statement once. */
export function openSqlite(file: string, synchronous: 'FULL' | 'NORMAL'): SqliteDatabase {
  // Creates the file, so that only its owner can read it. SQLite gives its other files the same mode.
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA cache_size = -16384;
    PRAGMA wal_autocheckpoint = ${WAL_MAX_PAGES}; PRAGMA journal_size_limit = ${WAL_KEPT_BYTES}`);
  const shortage: Shortage = { isNoted: false };
  const statements = new Map<string, CachedStatement>();
  const prepare = (sql: string): SqliteStatement => {
    // A full disk has already rolled back the transaction. A failing rollback would hide that error.
    if (sql === ROLLBACK && !database.isTransaction) return NOOP_STATEMENT;
    const known = statements.get(sql);
    if (known) return known;
    const statement = translateErrors(shortage, () => new CachedStatement(database.prepare(sql), shortage));
    // A pragma takes effect when it is compiled.
    if (sql.startsWith('PRAGMA')) return statement;
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value!);
    statements.set(sql, statement);
    return statement;
  };
  return {
    shortage,
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

/** Runs migrations in one transaction, which SQLite supports: a process that is killed leaves the schema unchanged. */
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

/** The statement as Kysely writes it. */
const ROLLBACK = 'rollback';
const NOOP_STATEMENT: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

class CachedStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;
  readonly #shortage: Shortage;

  constructor(statement: StatementSync, shortage: Shortage) {
    this.#statement = statement;
    this.#shortage = shortage;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]) {
    return translateErrors(this.#shortage, () => this.#statement.all(...(parameters as SQLInputValue[])));
  }

  run(parameters: readonly unknown[]) {
    return translateErrors(this.#shortage, () => this.#statement.run(...(parameters as SQLInputValue[])));
  }

  iterate(parameters: readonly unknown[]) {
    return translateErrors(this.#shortage, () => this.#statement.iterate(...(parameters as SQLInputValue[])));
  }
}

function translateErrors<Result>(shortage: Shortage, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const code = (error as { errcode?: number }).errcode;
    const primary = (code ?? 0) & 0xff;
    if (SPACE_CODES.includes(primary)) shortage.isNoted = true;
    const detail = UNAVAILABLE_CODES.get(primary);
    if (detail) throw new LecternError('unavailable', detail, { cause: error });
    throw error;
  }
}

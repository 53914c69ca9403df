import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type CompiledQuery, Kysely, sql } from 'kysely';
import { postgresDialect, translatePostgresError } from './dialects/postgres.ts';
import { openSqlite } from './dialects/sqlite.ts';
import { migrate } from './migrations/migrate.ts';
import { acquireProcessLock } from './process-lock.ts';
import { accountStore } from './queries/accounts.ts';
import { credentialStore } from './queries/credentials.ts';
import { editionStore } from './queries/editions.ts';
import { libraryStore } from './queries/libraries.ts';
import { liveStore, type Transact } from './queries/lives.ts';
import type { Tables } from './schema.ts';
import type { Engine, Storage } from './storage.ts';

/** How long a start waits for a process that is just ending. */
const LOCK_WAIT_MS = 1_500;

interface StorageOptions {
  dataDir: string;
  databaseUrl: string | null;
  sqliteSynchronous: 'FULL' | 'NORMAL';
  postgresConnections: number;
}

/**
 * Opens the database and brings its schema up to date. Throws DataFolderInUseError (SQLite: another process has it)
 * and SchemaTooNewError. `warn` hears of troubles that mend themselves.
 */
export async function openStorage(options: StorageOptions, warn: (error: Error) => void): Promise<Storage> {
  if (options.databaseUrl) {
    const dialect = postgresDialect(options.databaseUrl, options.postgresConnections, warn);
    const db = new Kysely<Tables>({ dialect });
    return overDatabase(
      db,
      'postgres',
      (queries) => transactPostgres(db, queries),
      () => {},
    );
  }
  const lock = acquireProcessLock(options.dataDir, LOCK_WAIT_MS);
  try {
    const { dialect, transact } = openSqlite(join(options.dataDir, 'lectern.db'), options.sqliteSynchronous);
    const db = new Kysely<Tables>({ dialect });
    // Kysely hands out its one connection to one after another, so no other transaction is open meanwhile.
    const inTurn: Transact = (queries) => db.connection().execute(async () => transact(queries));
    return await overDatabase(db, 'sqlite', inTurn, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

function transactPostgres(db: Kysely<Tables>, [first, ...rest]: readonly CompiledQuery[]): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await transaction.executeQuery(first!);
    if (numAffectedRows !== 1n) return false;
    for (const query of rest) await transaction.executeQuery(query);
    return true;
  });
}

async function overDatabase(
  db: Kysely<Tables>,
  engine: Engine,
  transact: Transact,
  released: () => void,
): Promise<Storage> {
  try {
    await migrate(db as Kysely<unknown>, engine);
    const stores = {
      lives: liveStore(db, engine, transact),
      accounts: accountStore(db),
      credentials: credentialStore(db),
      editions: editionStore(db, engine),
      libraries: libraryStore(db),
    };
    return {
      engine,
      soleWriter: engine === 'sqlite',
      epoch: await installationEpoch(db),
      ...(engine === 'postgres' ? translating(stores) : stores),
      findFact: (name) => translated(findFact(db, name)),
      setFact: (name, value) => translated(setFact(db, name, value)),
      ping: async () => {
        await translated(sql`SELECT 1`.execute(db));
      },
      close: async () => {
        await db.destroy();
        released();
      },
    };
  } catch (error) {
    await db.destroy();
    throw engine === 'postgres' ? translatePostgresError(error) : error;
  }
}

async function installationEpoch(db: Kysely<Tables>): Promise<string> {
  await db
    .insertInto('installation')
    .values({ key: 'epoch', value: randomBytes(12).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await findFact(db, 'epoch'))!;
}

async function findFact(db: Kysely<Tables>, key: string): Promise<string | null> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

async function setFact(db: Kysely<Tables>, key: string, value: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

const translated = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error) => Promise.reject(translatePostgresError(error)));

type Stores = Pick<Storage, 'lives' | 'accounts' | 'credentials' | 'editions' | 'libraries'>;

/** The same stores, with the driver's errors of connection and overload turned into `unavailable`. */
function translating(stores: Stores): Stores {
  const wrapped = Object.entries(stores).map(([name, store]) => {
    const methods = Object.entries(store as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>).map(
      ([method, run]) => [method, (...args: unknown[]) => translated(run(...args))],
    );
    return [name, Object.fromEntries(methods)];
  });
  return Object.fromEntries(wrapped);
}

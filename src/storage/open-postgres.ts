import { Kysely, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { createStores } from './create-stores.ts';
import { maintenanceDialect, postgresDialect } from './dialects/postgres.ts';
import { acquirePostgresClusterLock } from './dialects/postgres-cluster-lock.ts';
import { requireEncoding } from './dialects/postgres-encoding.ts';
import { translatePostgresError } from './dialects/postgres-errors.ts';
import { PostgresFeed } from './dialects/postgres-feed.ts';
import { migrate } from './migrations/migrate.ts';
import { NOTIFICATION_CHANNEL } from './notifications.ts';
import { budgetStore } from './queries/cluster/budgets.ts';
import { watchStore } from './queries/cluster/watches.ts';
import { postgresCommitGroup } from './queries/live/commit-postgres.ts';
import { EPOCH, installationValueStore, readEpoch } from './queries/shared/installation-values.ts';
import type { Tables } from './schema.ts';
import type { Storage } from './storage.ts';
import { flush } from './tick-queue.ts';
import { explainPostgresError, ReplacedDataError } from './unusable-data-error.ts';

interface PostgresOptions {
  databaseUrl: string;
  postgresConnections: number;
}

/** As `openStorage`, for a database that several nodes may share. */
export async function openPostgresStorage(options: PostgresOptions, warn: (error: Error) => void): Promise<Storage> {
  try {
    return await open(options, warn);
  } catch (error) {
    throw explainPostgresError(translatePostgresError(error));
  }
}

async function open(
  { databaseUrl, postgresConnections }: PostgresOptions,
  warn: (error: Error) => void,
): Promise<Storage> {
  await using opened = new AsyncDisposableStack();
  const changes = new PostgresFeed(databaseUrl, warn);
  opened.defer(() => changes.close());
  const dialect = postgresDialect(databaseUrl, postgresConnections, warn, refuseReplaced(warn));
  const db = new Kysely<Tables>({ dialect });
  opened.defer(() => db.destroy());
  await prepare(new Kysely({ dialect: maintenanceDialect(databaseUrl, warn) }));
  const epoch = await readEpoch(db);
  const commitGroup = postgresCommitGroup(db);
  const resources = opened.move();
  return {
    engine: 'postgres',
    epoch,
    // Other nodes write as well.
    reuseOrRead: (_known, read) => read(),
    ...translatingAll(
      createStores(db, 'postgres', {
        commitGroup: (changes) => translated(commitGroup(changes)),
        sendNotification: async (transaction, notice) => {
          await sql`SELECT pg_notify(${NOTIFICATION_CHANNEL}, ${notice})`.execute(transaction);
        },
      }),
    ),
    ...translating(installationValueStore(db)),
    cluster: { changes, ...translatingAll({ watches: watchStore(db), budgets: budgetStore(db) }) },
    // Also what a standby refuses: a balancer should pass it over. Nothing is locked.
    ping: async () => {
      await translated(sql`SELECT 1 FROM installation WHERE false FOR UPDATE`.execute(db));
    },
    acquireClusterLock: () => translated(acquirePostgresClusterLock(databaseUrl)),
    flush,
    close: () => resources.disposeAsync(),
  };
}

/**
 * Refuses connections to what was restored while this process had none, and tells: what it keeps, and all validators that it would
 * let pass, are of another past. A restore waits for the end of every connection, so none of before is left.
 */
function refuseReplaced(tell: (error: Error) => void): (client: ClientBase) => Promise<void> {
  let known: string | undefined;
  return async (client) => {
    const { rows } = await client.query<{ value: string }>(`SELECT value FROM installation WHERE key = '${EPOCH}'`);
    const epoch = rows[0]?.value;
    known ??= epoch;
    if (epoch === known) return;
    const error = new ReplacedDataError('The database was restored while this node was cut off from it.');
    tell(error);
    throw error;
  };
}

async function prepare(db: Kysely<unknown>): Promise<void> {
  try {
    await requireEncoding(db);
    await migrate(db, 'postgres');
  } finally {
    await db.destroy();
  }
}

const translated = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error) => Promise.reject(translatePostgresError(error)));

/** The same store, with the driver's errors of connection and overload turned into `unavailable`. */
function translating<Store extends object>(store: Store): Store {
  const methods = Object.entries(store as Record<string, (...args: unknown[]) => Promise<unknown>>);
  return Object.fromEntries(
    methods.map(([name, run]) => [name, (...args: unknown[]) => translated(run(...args))]),
  ) as Store;
}

const translatingAll = <Stores extends Record<string, object>>(stores: Stores): Stores =>
  Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, translating(store)])) as Stores;

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

/** Opens a PostgreSQL database, which several nodes can share. See `openStorage`. */
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
    // Always reads: other nodes write too.
    reuseOrRead: (_known, read) => read(),
    ...withTranslatedErrorsAll(
      createStores(db, 'postgres', {
        commitGroup: (changes) => translateErrors(commitGroup(changes)),
        sendNotification: async (transaction, notification) => {
          await sql`SELECT pg_notify(${NOTIFICATION_CHANNEL}, ${notification})`.execute(transaction);
        },
      }),
    ),
    ...withTranslatedErrors(installationValueStore(db)),
    cluster: { changes, ...withTranslatedErrorsAll({ watches: watchStore(db), budgets: budgetStore(db) }) },
    // Fails on a standby too, so that a load balancer skips it. Locks no row.
    ping: async () => {
      await translateErrors(sql`SELECT 1 FROM installation WHERE false FOR UPDATE`.execute(db));
    },
    acquireClusterLock: () => translateErrors(acquirePostgresClusterLock(databaseUrl)),
    flush,
    close: () => resources.disposeAsync(),
  };
}

/**
 * Returns a check that refuses connections to a database that was restored while this process had none, and reports it:
 * the caches of this process, and all validators that it would accept, are from before the restore. A restore waits
 * until every connection has ended, so no old one remains.
 */
function refuseReplaced(report: (error: Error) => void): (client: ClientBase) => Promise<void> {
  let known: string | undefined;
  return async (client) => {
    const { rows } = await client.query<{ value: string }>(`SELECT value FROM installation WHERE key = '${EPOCH}'`);
    const epoch = rows[0]?.value;
    known ??= epoch;
    if (epoch === known) return;
    const error = new ReplacedDataError('The database was restored while this node was disconnected from it.');
    report(error);
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

const translateErrors = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error) => Promise.reject(translatePostgresError(error)));

/** Wraps a store so that the driver's errors of connection and overload become `unavailable`. */
function withTranslatedErrors<Store extends object>(store: Store): Store {
  const methods = Object.entries(store as Record<string, (...args: unknown[]) => Promise<unknown>>);
  return Object.fromEntries(
    methods.map(([name, run]) => [name, (...args: unknown[]) => translateErrors(run(...args))]),
  ) as Store;
}

const withTranslatedErrorsAll = <Stores extends Record<string, object>>(stores: Stores): Stores =>
  Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, withTranslatedErrors(store)])) as Stores;

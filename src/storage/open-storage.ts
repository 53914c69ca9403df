import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { requireEncoding } from './dialects/postgres-encoding.ts';
import { translatePostgresError } from './dialects/postgres-errors.ts';
import { openSqlite } from './dialects/sqlite.ts';
import { migrate } from './migrations/migrate.ts';
import { NOTICE_CHANNEL, toDeletionNotice } from './notices.ts';
import { acquireProcessLock } from './process-lock.ts';
import { budgetStore } from './queries/cluster/budgets.ts';
import { viewerStore } from './queries/cluster/viewers.ts';
import { watchStore } from './queries/cluster/watches.ts';
import { editionStore } from './queries/editions/editions.ts';
import { libraryStore } from './queries/editions/libraries.ts';
import { leavingStore } from './queries/leaving/leaving.ts';
import type { CommitGroup } from './queries/live/commit-groups.ts';
import { postgresCommitGroup } from './queries/live/commit-postgres.ts';
import { sqliteCommitGroup, type Transact } from './queries/live/commit-sqlite.ts';
import { type Announce, liveStore } from './queries/live/lives.ts';
import { oauthStore } from './queries/oauth/oauth.ts';
import { ownerStore } from './queries/owners/owners.ts';
import { accountStore } from './queries/people/accounts.ts';
import { credentialStore } from './queries/people/credentials.ts';
import { linkStore } from './queries/people/one-time-links.ts';
import { organizationStore } from './queries/people/organizations.ts';
import { passkeyStore } from './queries/people/passkeys.ts';
import { peopleStore } from './queries/people/people.ts';
import { sessionStore } from './queries/people/sessions.ts';
import { tryStore } from './queries/people/sign-in-failures.ts';
import { terminalLoginStore } from './queries/people/terminal-logins.ts';
import { deckStore } from './queries/presentations/decks.ts';
import { imageStore } from './queries/presentations/images.ts';
import { searchStore } from './queries/search/search.ts';
import { auditStore } from './queries/shared/audit.ts';
import { receiptStore } from './queries/shared/receipts.ts';
import type { Tables } from './schema.ts';
import type { Cluster, Engine, Storage } from './storage.ts';
import { hurry } from './turns.ts';
import { explainOpening, explainPostgres, ReplacedDataError } from './unusable-data-error.ts';

/** Of the facts about an installation: what a restore renews. */
const EPOCH = 'epoch';

/** How long a start waits for a process that is just ending. */
const LOCK_WAIT_MS = 1_500;

interface StorageOptions {
  dataDir: string;
  databaseUrl: string | null;
  sqliteSynchronous: 'FULL' | 'NORMAL';
  postgresConnections: number;
}

/**
 * Opens the database and brings its schema up to date. Throws DataFolderInUseError (SQLite: another process has it),
 * UnusableDataError and SchemaTooNewError. `warn` hears of troubles that mend themselves, and of one that does not: ReplacedDataError.
 */
export async function openStorage(options: StorageOptions, warn: (error: Error) => void): Promise<Storage> {
  if (options.databaseUrl) {
    // With the driver, which nobody else needs.
    const [{ patientDialect, postgresDialect }, { PostgresFeed }, { holdTurn }] = await Promise.all([
      import('./dialects/postgres.ts'),
      import('./dialects/postgres-feed.ts'),
      import('./dialects/postgres-turn.ts'),
    ]);
    const { databaseUrl } = options;
    const dialect = postgresDialect(databaseUrl, options.postgresConnections, warn, refuseReplaced(warn));
    const db = new Kysely<Tables>({ dialect });
    const changes = new PostgresFeed(databaseUrl, warn);
    return overDatabase(db, {
      engine: 'postgres',
      prepare: () => preparePostgres(new Kysely({ dialect: patientDialect(databaseUrl, warn) })),
      takeTurn: () => translated(holdTurn(databaseUrl)),
      // Also what a standby refuses: a balancer should pass it over. Nothing is locked.
      ping: async () => {
        await translated(sql`SELECT 1 FROM installation WHERE false FOR UPDATE`.execute(db));
      },
      commitGroup: (changes) => translated(postgresCommitGroup(db)(changes)),
      // Other nodes write as well.
      fresh: (_known, read) => read(),
      announceDeletion: async (transaction, liveId) => {
        await sql`SELECT pg_notify(${NOTICE_CHANNEL}, ${toDeletionNotice(liveId)})`.execute(transaction);
      },
      cluster: { changes, ...translating({ watches: watchStore(db), budgets: budgetStore(db) }) },
      close: () => changes.close(),
    });
  }
  try {
    return await openSqliteStorage(options);
  } catch (error) {
    throw explainOpening(error, options.dataDir);
  }
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

async function preparePostgres(db: Kysely<unknown>): Promise<void> {
  try {
    await requireEncoding(db);
    await migrate(db, 'postgres');
  } finally {
    await db.destroy();
  }
}

async function openSqliteStorage(options: StorageOptions): Promise<Storage> {
  const lock = acquireProcessLock(options.dataDir, LOCK_WAIT_MS);
  try {
    const { dialect, transact } = openSqlite(join(options.dataDir, 'lectern.db'), options.sqliteSynchronous);
    const db = new Kysely<Tables>({ dialect });
    // Kysely hands out its one connection to one after another, so no other transaction is open meanwhile.
    const inTurn: Transact = (lists) => db.getExecutor().provideConnection(async () => transact(lists));
    return await overDatabase(db, {
      engine: 'sqlite',
      prepare: () => migrate(db as Kysely<unknown>, 'sqlite'),
      takeTurn: async () => async () => {},
      ping: async () => {
        await sql`SELECT 1`.execute(db);
      },
      commitGroup: sqliteCommitGroup(db, inTurn),
      // The process lock keeps other writers out.
      fresh: async (known, read) => known ?? read(),
      announceDeletion: async () => {},
      cluster: null,
      close: async () => lock.release(),
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** In what the two engines differ. */
interface EngineParts {
  readonly engine: Engine;
  /** Brings the schema up to date. Throws SchemaTooNewError, and what is in the way. */
  readonly prepare: () => Promise<void>;
  readonly commitGroup: CommitGroup;
  readonly announceDeletion: Announce;
  readonly fresh: Storage['fresh'];
  readonly cluster: Cluster | null;
  readonly takeTurn: Storage['takeTurn'];
  readonly ping: Storage['ping'];
  close(): Promise<void>;
}

async function overDatabase(db: Kysely<Tables>, parts: EngineParts): Promise<Storage> {
  const { engine, cluster } = parts;
  try {
    await parts.prepare();
    const stores = {
      lives: liveStore(db, engine, parts.commitGroup, parts.announceDeletion),
      owners: ownerStore(db),
      viewers: viewerStore(db, engine),
      accounts: accountStore(db, engine),
      organizations: organizationStore(db, engine),
      credentials: credentialStore(db, engine),
      editions: editionStore(db, engine),
      libraries: libraryStore(db, engine),
      decks: deckStore(db, engine),
      images: imageStore(db, engine),
      search: searchStore(db, engine),
      audit: auditStore(db, engine),
      receipts: receiptStore(db, engine),
      leaving: leavingStore(db, engine),
      sessions: sessionStore(db, engine),
      people: peopleStore(db, engine),
      links: linkStore(db, engine),
      tries: tryStore(db),
      terminalLogins: terminalLoginStore(db, engine),
      passkeys: passkeyStore(db, engine),
      oauth: oauthStore(db, engine),
    };
    return {
      engine,
      fresh: parts.fresh,
      cluster,
      epoch: await installationEpoch(db),
      ...(engine === 'postgres' ? translating(stores) : stores),
      findFact: (name) => translated(findFact(db, name)),
      setFact: (name, value) => translated(setFact(db, name, value)),
      ping: parts.ping,
      takeTurn: parts.takeTurn,
      hurry,
      close: async () => {
        await db.destroy();
        await parts.close();
      },
    };
  } catch (error) {
    await db.destroy();
    throw engine === 'postgres' ? explainPostgres(translatePostgresError(error)) : error;
  }
}

async function installationEpoch(db: Kysely<Tables>): Promise<string> {
  await db
    .insertInto('installation')
    .values({ key: EPOCH, value: randomBytes(12).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await findFact(db, EPOCH))!;
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

/** The same stores, with the driver's errors of connection and overload turned into `unavailable`. */
function translating<Stores extends object>(stores: Stores): Stores {
  const wrapped = Object.entries(stores).map(([name, store]) => {
    const methods = Object.entries(store as Record<string, (...args: unknown[]) => Promise<unknown>>).map(
      ([method, run]) => [method, (...args: unknown[]) => translated(run(...args))],
    );
    return [name, Object.fromEntries(methods)];
  });
  return Object.fromEntries(wrapped) as Stores;
}

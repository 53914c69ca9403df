import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before } from 'node:test';
import { Kysely } from 'kysely';
import pg from 'pg';
import { LecternError } from '../../src/contract/lectern-error.ts';
import { newId, newUuid } from '../../src/domain/identifiers.ts';
import { postgresDialect } from '../../src/storage/dialects/postgres.ts';
import { openSqlite } from '../../src/storage/dialects/sqlite.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { EditionImport, Owner, Storage } from '../../src/storage/storage.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/server/database.ts';
import { delegateTo } from '../support/server/delegate-to.ts';
import type { TestEngine } from '../support/server/lectern.ts';

/** An empty database that can be opened several times, and queried without the storage. */
export interface Place {
  /** With `lockMaxMs`, a statement on PostgreSQL waits no longer for a lock. */
  open(options?: { lockMaxMs?: number }): Promise<Storage>;
  /** Runs SQL like another program, and returns its rows. */
  sql(statement: string): Promise<unknown[]>;
  /** A Kysely instance for the same tables. The caller destroys it. */
  tables(): Kysely<unknown>;
  /** Blocks other writers until the returned function is called. */
  lock(): Promise<() => Promise<void>>;
  readonly dataDir: string;
  drop(): Promise<void>;
}

export async function createPlace(engine: TestEngine): Promise<Place> {
  const dataDir = createDataDirectory();
  const options = { dataDir, databaseUrl: null, sqliteSynchronous: 'NORMAL' as const, postgresConnections: 8 };
  const ignore = () => {};
  if (engine === 'sqlite') {
    const file = join(dataDir, 'lectern.db');
    return {
      dataDir,
      open: () => openStorage(options, ignore),
      sql: async (statement) => {
        using database = new DatabaseSync(file);
        return database.prepare(statement).all();
      },
      tables: () => new Kysely({ dialect: openSqlite(file, 'NORMAL').dialect }),
      lock: async () => {
        const database = new DatabaseSync(file);
        database.exec('BEGIN IMMEDIATE');
        return async () => database.close();
      },
      drop: async () => {},
    };
  }
  const { url, drop } = await createLinguisticDatabase();
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  };
  return {
    dataDir,
    open: ({ lockMaxMs } = {}) => {
      const opened = new URL(url);
      if (lockMaxMs !== undefined) opened.searchParams.set('options', `-c lock_timeout=${lockMaxMs}ms`);
      return openStorage({ ...options, databaseUrl: opened.href }, ignore);
    },
    sql: async (statement) => {
      const client = await connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    },
    tables: () => new Kysely({ dialect: postgresDialect(url, 2, ignore) }),
    lock: async () => {
      const client = await connect();
      await client.query('BEGIN; LOCK TABLE lives, queue_items IN EXCLUSIVE MODE');
      return () => client.end();
    },
    drop,
  };
}

interface OpenedPlace {
  readonly place: Place;
  readonly storage: Storage;
  /** Opens the storage again, which the caller has closed. */
  readonly reopen: (...options: Parameters<Place['open']>) => Promise<void>;
}

/** Provides a database and its storage to the calling suite. Call it before the suite's own hooks. */
export function useStorage(engine: TestEngine): OpenedPlace {
  let place: Place | undefined;
  let storage: Storage | undefined;
  const reopen: OpenedPlace['reopen'] = async (options) => {
    storage = await place!.open(options);
  };
  before(async () => {
    place = await createPlace(engine);
    await reopen();
  });
  after(async () => {
    await storage?.close();
    await place?.drop();
  });
  return { place: delegateTo(() => place!), storage: delegateTo(() => storage!), reopen };
}

/** A database with English collation, as administrators create them. Other test databases sort by code point. */
async function createLinguisticDatabase() {
  const plain = await createPostgresDatabase();
  const url = new URL(plain.url);
  const name = `${url.pathname.slice(1)}_en`;
  const execute = async (statement: string) => {
    const client = new pg.Client({ connectionString: plain.url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await execute(`CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'`);
  url.pathname = `/${name}`;
  const drop = async () => {
    await execute(`DROP DATABASE ${name} WITH (FORCE)`);
    await plain.drop();
  };
  return { url: url.href, drop };
}

/** A small edition, ready to import. */
export const edition = (slug: string, more: Partial<EditionImport> = {}): EditionImport => ({
  id: newId(),
  slug,
  name: `Edition ${slug}`,
  language: 'en',
  rights: {
    edition: slug,
    rights_status: 'Public domain',
    source_url: 'https://example.org/',
    attribution: `${slug}, public domain`,
  },
  provenance: { archive_sha256: null, reviewed_on: '2026-01-01', source_id: null },
  books: [{ bookId: 1, name: 'Genesis', verses: [{ chapter: 1, verse: 1, text: 'In the beginning' }] }],
  ...more,
});

export const isUnavailable = (error: unknown) => error instanceof LecternError && error.code === 'unavailable';

/** Creates a user with a personal account, who owns an organization. */
export async function createOwners(storage: Storage) {
  const userId = newUuid();
  const account: Owner = { kind: 'account', id: newUuid() };
  const organization: Owner = { kind: 'organization', id: newUuid() };
  const user = { id: userId, email: 'owner@example.org', name: 'Owner', accountId: account.id, passwordHash: null };
  assert.equal(await storage.accounts.createUser(user), 'created');
  await storage.accounts.createOrganization({ id: organization.id, name: 'Organization', ownerUserId: userId });
  return { userId, account, organization };
}

export const count = (outcomes: readonly string[], outcome: string) => outcomes.filter((one) => one === outcome).length;

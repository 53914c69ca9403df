import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { LecternError } from '../../src/contract/lectern-error.ts';
import { newId } from '../../src/domain/identifiers.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { EditionImport, Storage } from '../../src/storage/storage.ts';
import { createDataDirectory, createPostgresDatabase } from '../support/database.ts';
import type { Engine } from '../support/lectern.ts';

/** An empty database that can be opened several times, and looked into past the storage. */
export interface Place {
  open(): Promise<Storage>;
  /** Runs SQL as another program would, and gives its rows. */
  sql(statement: string): Promise<unknown[]>;
  /** Keeps others from writing until the answer is called. */
  lock(): Promise<() => Promise<void>>;
  readonly dataDir: string;
  drop(): Promise<void>;
}

export async function createPlace(engine: Engine): Promise<Place> {
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
      lock: async () => {
        const database = new DatabaseSync(file);
        database.exec('BEGIN IMMEDIATE');
        return async () => database.close();
      },
      drop: async () => {},
    };
  }
  const { url, drop } = await createPostgresDatabase();
  // A lock that is waited for ends soon here: what has to be seen is what a storage makes of it.
  const impatient = new URL(url);
  impatient.searchParams.set('options', '-c lock_timeout=300ms');
  const connect = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  };
  return {
    dataDir,
    open: () => openStorage({ ...options, databaseUrl: impatient.href }, ignore),
    sql: async (statement) => {
      const client = await connect();
      try {
        return (await client.query(statement)).rows;
      } finally {
        await client.end();
      }
    },
    lock: async () => {
      const client = await connect();
      await client.query('BEGIN; LOCK TABLE lives, queue_items IN EXCLUSIVE MODE');
      return () => client.end();
    },
    drop,
  };
}

/** A small edition as the storage takes it. */
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

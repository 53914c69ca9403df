import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates the first responses to requests with an Idempotency-Key. [D9] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text } = columnTypes(engine);
  const statements = [
    `CREATE TABLE receipts (credential_id ${text} NOT NULL, key ${text} NOT NULL, hash TEXT NOT NULL, at ${text} NOT NULL,
       body TEXT NOT NULL, etag TEXT, location TEXT, PRIMARY KEY (credential_id, key)) ${keyed}`,
    'CREATE INDEX receipts_by_time ON receipts (at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

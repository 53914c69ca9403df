import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates browsers that wait for an output. Their secrets and codes are stored as hashes. [D61] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text } = columnTypes(engine);
  const statements = [
    `CREATE TABLE waiting_screens (secret_hash ${text} PRIMARY KEY, code_hash ${text} NOT NULL UNIQUE, address TEXT NOT NULL,
       network ${text} NOT NULL, output_id ${text}, created_at ${text} NOT NULL, expires_at ${text} NOT NULL) ${keyed}`,
    'CREATE INDEX waiting_screens_by_network ON waiting_screens (network)',
    'CREATE INDEX waiting_screens_by_end ON waiting_screens (expires_at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates the credentials that have watched or changed a Live in the last minute. [D64] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text, real } = columnTypes(engine);
  const statements = [
    `CREATE TABLE operators (live_id ${text} NOT NULL, credential_id ${text} NOT NULL, since TEXT NOT NULL, expires_at ${real} NOT NULL,
       PRIMARY KEY (live_id, credential_id)) ${keyed}`,
    'CREATE INDEX operators_by_end ON operators (expires_at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

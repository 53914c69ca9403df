import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates the backups that administrators make on the web pages. [D69] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text, real, long } = columnTypes(engine);
  await sql
    .raw(
      `CREATE TABLE backups (id ${text} PRIMARY KEY, host TEXT NOT NULL,
         made_by ${text} REFERENCES users(id) ON DELETE SET NULL, started_at ${text} NOT NULL, share ${real} NOT NULL,
         expires_at ${real}, finished_at ${text}, bytes ${long}, problem TEXT) ${keyed}`,
    )
    .execute(db);
  await sql.raw('CREATE INDEX backups_by_maker ON backups (made_by)').execute(db);
}

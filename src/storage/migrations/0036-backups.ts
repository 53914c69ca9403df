import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/** Creates the backups that administrators make on the web pages. [D69] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const keyed = engine === 'sqlite' ? 'STRICT, WITHOUT ROWID' : '';
  const text = engine === 'sqlite' ? 'TEXT' : 'TEXT COLLATE "C"';
  const real = engine === 'sqlite' ? 'REAL' : 'DOUBLE PRECISION';
  const bytes = engine === 'sqlite' ? 'INTEGER' : 'BIGINT';
  await sql
    .raw(
      `CREATE TABLE backups (id ${text} PRIMARY KEY, host TEXT NOT NULL,
         made_by ${text} REFERENCES users(id) ON DELETE SET NULL, started_at ${text} NOT NULL, share ${real} NOT NULL,
         expires_at ${real}, finished_at ${text}, bytes ${bytes}, problem TEXT) ${keyed}`,
    )
    .execute(db);
  await sql.raw('CREATE INDEX backups_by_maker ON backups (made_by)').execute(db);
}

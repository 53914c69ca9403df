import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates the import jobs of editions with their uploaded parts, and keeps the checks of each revision. [D69] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, real, bytes, plain } = columnTypes(engine);
  const statements = [
    `CREATE TABLE edition_jobs (id ${text} PRIMARY KEY, source ${text} NOT NULL, name ${text} NOT NULL,
       size INTEGER NOT NULL, sha256 ${text}, state ${text} NOT NULL, options TEXT NOT NULL, outcome TEXT,
       progress ${real} NOT NULL, runner ${text}, revision_id ${text},
       created_at ${text} NOT NULL, touched_at ${text} NOT NULL) ${plain}`,
    `CREATE TABLE edition_job_parts (job_id ${text} NOT NULL REFERENCES edition_jobs(id) ON DELETE CASCADE,
       part INTEGER NOT NULL, content ${bytes} NOT NULL, PRIMARY KEY (job_id, part)) ${plain}`,
    'ALTER TABLE edition_revisions ADD COLUMN checks TEXT',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/** Creates the viewer counts of a Live on each node, and the peak over all nodes. [D52] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const keyed = engine === 'sqlite' ? 'STRICT, WITHOUT ROWID' : '';
  const text = engine === 'sqlite' ? 'TEXT' : 'TEXT COLLATE "C"';
  const real = engine === 'sqlite' ? 'REAL' : 'DOUBLE PRECISION';
  const statements = [
    `CREATE TABLE viewers (live_id ${text} NOT NULL, node ${text} NOT NULL, viewers INTEGER NOT NULL, expires_at ${real} NOT NULL,
       PRIMARY KEY (live_id, node)) ${keyed}`,
    `CREATE TABLE viewer_peaks (live_id ${text} PRIMARY KEY, viewers INTEGER NOT NULL, at TEXT NOT NULL) ${keyed}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

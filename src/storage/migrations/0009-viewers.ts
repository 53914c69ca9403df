import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates the viewer counts of a Live on each node, and the peak over all nodes. [D52] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text, real } = columnTypes(engine);
  const statements = [
    `CREATE TABLE viewers (live_id ${text} NOT NULL, node ${text} NOT NULL, viewers INTEGER NOT NULL, expires_at ${real} NOT NULL,
       PRIMARY KEY (live_id, node)) ${keyed}`,
    `CREATE TABLE viewer_peaks (live_id ${text} PRIMARY KEY, viewers INTEGER NOT NULL, at TEXT NOT NULL) ${keyed}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

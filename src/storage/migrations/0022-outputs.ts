import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates outputs, the leases of their connected pages, and their last reports. [D60] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text, real, long } = columnTypes(engine);
  const statements = [
    `CREATE TABLE outputs (id ${text} PRIMARY KEY, live_id ${text} NOT NULL, name TEXT NOT NULL, view TEXT NOT NULL,
       settings TEXT NOT NULL, hash ${text} NOT NULL, made_by_user ${text}, made_by_credential ${text},
       created_at ${text} NOT NULL) ${keyed}`,
    'CREATE INDEX outputs_by_live ON outputs (live_id)',
    'CREATE INDEX outputs_by_user ON outputs (made_by_user)',
    'CREATE INDEX outputs_by_credential ON outputs (made_by_credential)',
    `CREATE TABLE output_leases (id ${text} PRIMARY KEY, output_id ${text} NOT NULL, node ${text} NOT NULL,
       since ${real} NOT NULL, expires_at ${real} NOT NULL) ${keyed}`,
    'CREATE INDEX output_leases_by_output ON output_leases (output_id)',
    'CREATE INDEX output_leases_by_node ON output_leases (node)',
    `CREATE TABLE output_reports (output_id ${text} PRIMARY KEY, seen_at TEXT,
       sequence ${long}, part INTEGER, painted_at TEXT, width INTEGER, height INTEGER, problem TEXT) ${keyed}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates the imports of songs, with what became of each song. [D70] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, real, plain, keyed } = columnTypes(engine);
  const statements = [
    `CREATE TABLE imports (id ${text} PRIMARY KEY, organization_id ${text} NOT NULL, file_name TEXT NOT NULL,
       state ${text} NOT NULL, progress ${real} NOT NULL, runner ${text}, failure TEXT, omitted TEXT NOT NULL,
       created_at ${text} NOT NULL, touched_at ${text} NOT NULL) ${plain}`,
    'CREATE INDEX imports_by_organization ON imports (organization_id, created_at, id)',
    `CREATE TABLE import_items (import_id ${text} NOT NULL REFERENCES imports(id) ON DELETE CASCADE,
       position INTEGER NOT NULL, result ${text} NOT NULL, deck_id ${text}, plan_id ${text}, content TEXT NOT NULL,
       PRIMARY KEY (import_id, position)) ${keyed}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

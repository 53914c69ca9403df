import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates plans, and adds the plan and entry of a Live and the deck revision of a snapshot. [D65] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { plain, text } = columnTypes(engine);
  const statements = [
    `CREATE TABLE plans (id ${text} PRIMARY KEY, owner_kind ${text} NOT NULL, owner_id ${text} NOT NULL, name TEXT NOT NULL, date TEXT,
       revision INTEGER NOT NULL, entries TEXT NOT NULL, removed TEXT NOT NULL, created_at ${text} NOT NULL) ${plain}`,
    'CREATE INDEX plans_by_owner ON plans (owner_kind, owner_id, created_at, id)',
    `ALTER TABLE lives ADD COLUMN plan_id ${text}`,
    `ALTER TABLE lives ADD COLUMN plan_entry_id ${text}`,
    'ALTER TABLE snapshots ADD COLUMN deck_revision INTEGER',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

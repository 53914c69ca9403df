import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Adds what is on air in each Live, the counts of songs and editions, and the license of organizations. [D77] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { text, keyed } = columnTypes(engine);
  const statements = [
    `ALTER TABLE lives ADD COLUMN usage TEXT NOT NULL DEFAULT '[]'`,
    'ALTER TABLE owner_profiles ADD COLUMN ccli_licence TEXT',
    `CREATE TABLE usage_counts (
      organization_id ${text} NOT NULL,
      thing ${text} NOT NULL,
      day ${text} NOT NULL,
      live_id ${text} NOT NULL,
      title TEXT NOT NULL,
      authors TEXT,
      copyright TEXT,
      ccli TEXT,
      songbook TEXT,
      count INTEGER NOT NULL,
      PRIMARY KEY (organization_id, thing, day, live_id)
    ) ${keyed}`,
    // For reports, and for the deletion of what is too old.
    'CREATE INDEX usage_counts_by_day ON usage_counts (day, organization_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

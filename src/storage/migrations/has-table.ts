import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/** Returns whether the database has a table of this name. */
export async function hasTable<Tables>(db: Kysely<Tables>, engine: Engine, name: string): Promise<boolean> {
  const found =
    engine === 'sqlite'
      ? sql`SELECT 1 FROM sqlite_master WHERE name = ${name}`
      : sql`SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = ${name}`;
  return (await found.execute(db)).rows.length > 0;
}

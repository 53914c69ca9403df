import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Engine } from '../storage.ts';
import * as initial from './0001-initial.ts';
import * as cluster from './0002-cluster.ts';
import * as search from './0003-search.ts';
import * as longSequences from './0004-long-sequences.ts';

/** In order. A landed migration never changes; a new one is added below. */
const MIGRATIONS = {
  '0001-initial': initial,
  '0002-cluster': cluster,
  '0003-search': search,
  '0004-long-sequences': longSequences,
};

/** The database was written by a newer Lectern: to go on could lose what this one does not know. */
export class SchemaTooNewError extends Error {}

/** Brings the schema up to date, under a lock. Throws SchemaTooNewError, having changed nothing. */
export async function migrate(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const unknown = (await executedMigrations(db, engine)).filter((name) => !(name in MIGRATIONS));
  if (unknown.length > 0) {
    throw new SchemaTooNewError(
      `The database was written by a newer version of Lectern (it has "${unknown.join('", "')}", which this version does not know). ` +
        'Nothing was changed. Start the newer version, or restore a backup that this version made.',
    );
  }
  const migrations = Object.entries(MIGRATIONS).map(([name, { up }]) => [
    name,
    { up: (transaction: Kysely<unknown>) => up(transaction, engine) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function executedMigrations(db: Kysely<unknown>, engine: Engine): Promise<string[]> {
  const table =
    engine === 'sqlite'
      ? sql<{ found: number }>`SELECT count(*) AS found FROM sqlite_master WHERE name = 'kysely_migration'`
      : sql<{
          found: number;
        }>`SELECT count(*) AS found FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'kysely_migration'`;
  if (!(await table.execute(db)).rows[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  return rows.map((row) => row.name);
}

import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/**
 * Creates the state that several nodes on one PostgreSQL share: watches, budgets, and notifications of changed
 * authority. A process with SQLite keeps these in memory.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  const statements = [
    `CREATE TABLE watches (live_id TEXT COLLATE "C" NOT NULL, node TEXT COLLATE "C" NOT NULL, held INTEGER NOT NULL,
       expires_at TIMESTAMPTZ NOT NULL, PRIMARY KEY (live_id, node))`,
    // Counts of one minute, which may restart after a crash of the database.
    `CREATE UNLOGGED TABLE budgets (name TEXT COLLATE "C" NOT NULL, key TEXT COLLATE "C" NOT NULL, minute BIGINT NOT NULL,
       used BIGINT NOT NULL, PRIMARY KEY (name, key))`,
    // Every change of authority, by any program, notifies all nodes with the commit.
    `CREATE FUNCTION lectern_authority_changed() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_notify('lectern', '{"type":"authority"}'); RETURN NULL; END $$`,
    ...['credentials', 'users', 'members'].map(
      (table) => `CREATE TRIGGER ${table}_authority AFTER UPDATE OR DELETE OR TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION lectern_authority_changed()`,
    ),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

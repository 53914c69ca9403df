import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/**
 * Adds owner profiles, the protection, slide and journal of a Live, and the audit. [D20]–[D22], [D27], [D42], [D43],
 * [D50]
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text, long } = columnTypes(engine);
  const statements = [
    'ALTER TABLE lives ADD COLUMN secret_hash TEXT',
    'ALTER TABLE lives ADD COLUMN slide TEXT',
    `ALTER TABLE lives ADD COLUMN journal TEXT NOT NULL DEFAULT '{"end":0,"undo":0,"depth":0}'`,
    // A ring buffer: a new entry overwrites one that is too old to be kept.
    `CREATE TABLE journal (live_id ${text} NOT NULL, slot INTEGER NOT NULL, number ${long} NOT NULL, at TEXT NOT NULL, undo TEXT, shown TEXT,
       PRIMARY KEY (live_id, slot)) ${keyed}`,
    `CREATE TABLE owner_profiles (owner_kind ${text} NOT NULL, owner_id ${text} NOT NULL, version ${long} NOT NULL, restricted INTEGER NOT NULL,
       design TEXT, design_revision ${long} NOT NULL, logo TEXT, PRIMARY KEY (owner_kind, owner_id)) ${keyed}`,
    // In the order of an owner's records, which is chronological, so that rows are appended.
    `CREATE TABLE audit (owner_id ${text} NOT NULL, id ${text} NOT NULL, owner_kind TEXT NOT NULL, at TEXT NOT NULL, channel TEXT NOT NULL,
       user_id TEXT, credential_id TEXT, operation TEXT NOT NULL, resource TEXT, request_id TEXT, before ${long}, after ${long},
       PRIMARY KEY (owner_id, id)) ${keyed}`,
  ];
  if (engine === 'postgres') {
    statements.push(
      `CREATE FUNCTION lectern_profile_changed() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM pg_notify('lectern', json_build_object('type', 'profile', 'owner',
           json_build_object('kind', NEW.owner_kind, 'id', NEW.owner_id))::text); RETURN NULL; END $$`,
      `CREATE TRIGGER owner_profiles_changed AFTER INSERT OR UPDATE ON owner_profiles
         FOR EACH ROW EXECUTE FUNCTION lectern_profile_changed()`,
    );
  }
  for (const statement of statements) await sql.raw(statement).execute(db);
}

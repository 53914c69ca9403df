import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates links for stepping through a Live. The leases of their pages are stored with those of outputs. [D68] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { keyed, text } = columnTypes(engine);
  const statements = [
    `CREATE TABLE remote_links (id ${text} PRIMARY KEY, live_id ${text} NOT NULL, name TEXT NOT NULL, hash ${text} NOT NULL,
       made_by ${text} NOT NULL, created_at ${text} NOT NULL, expires_at ${text} NOT NULL, ended_at ${text}, last_used_at TEXT) ${keyed}`,
    'CREATE INDEX remote_links_by_live ON remote_links (live_id)',
    'CREATE INDEX remote_links_by_maker ON remote_links (made_by)',
    'CREATE INDEX remote_links_by_end ON remote_links (expires_at)',
  ];
  if (engine === 'postgres') {
    // Notifies every node of a link that ends, as for other changes of authority. A use is no such change.
    statements.push(
      `CREATE TRIGGER remote_links_authority AFTER UPDATE ON remote_links FOR EACH ROW
         WHEN (OLD.ended_at IS DISTINCT FROM NEW.ended_at) EXECUTE FUNCTION lectern_authority_changed()`,
    );
  }
  for (const statement of statements) await sql.raw(statement).execute(db);
}

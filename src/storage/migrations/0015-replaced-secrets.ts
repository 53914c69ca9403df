import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';

/**
 * Each secret that a rotation has replaced has an end of its own, however many rotations come after it. [D35] The two columns that
 * knew of one such secret stay for the nodes that still run the version before; nothing here reads them any more.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const keyed = engine === 'sqlite' ? 'STRICT, WITHOUT ROWID' : '';
  const text = engine === 'sqlite' ? 'TEXT' : 'TEXT COLLATE "C"';
  const statements = [
    `CREATE TABLE replaced_secrets (hash ${text} PRIMARY KEY,
       credential_id ${text} NOT NULL REFERENCES credentials(id) ON DELETE CASCADE, ends_at TEXT NOT NULL) ${keyed}`,
    'CREATE INDEX replaced_secrets_by_credential ON replaced_secrets (credential_id)',
    `INSERT INTO replaced_secrets (hash, credential_id, ends_at)
       SELECT previous_hash, id, previous_ends_at FROM credentials WHERE previous_hash IS NOT NULL AND previous_ends_at IS NOT NULL`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

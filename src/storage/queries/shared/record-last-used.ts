import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';

/** The tables that store uses, one row per id. */
const USE_TABLES = {
  credentials: { table: 'credential_uses', key: 'credential_id' },
  oauth_grants: { table: 'oauth_grant_uses', key: 'grant_id' },
} as const;

/** Records when credentials or grants were last used, by id. Ignores ids that no longer exist. */
export const recordLastUsed = (
  db: Kysely<Tables>,
  of: keyof typeof USE_TABLES,
  uses: ReadonlyMap<string, string>,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { table, key } = USE_TABLES[of];
    for (const [id, lastUsedAt] of uses) {
      await sql`INSERT INTO ${sql.table(table)} (${sql.ref(key)}, last_used_at)
        SELECT id, ${lastUsedAt} FROM ${sql.table(of)} WHERE id = ${id}
        ON CONFLICT (${sql.ref(key)}) DO UPDATE SET last_used_at = excluded.last_used_at`.execute(transaction);
    }
  });

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';

/** Whose uses are noted, and where: a row each, by its id. */
const PLACES = {
  credentials: { table: 'credential_uses', key: 'credential_id' },
  oauth_grants: { table: 'oauth_grant_uses', key: 'grant_id' },
} as const;

/** Remembers when each was last used, by its id; those that are gone are passed over. */
export const recordLastUsed = (
  db: Kysely<Tables>,
  of: keyof typeof PLACES,
  uses: ReadonlyMap<string, string>,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { table, key } = PLACES[of];
    for (const [id, lastUsedAt] of uses) {
      await sql`INSERT INTO ${sql.table(table)} (${sql.ref(key)}, last_used_at)
        SELECT id, ${lastUsedAt} FROM ${sql.table(of)} WHERE id = ${id}
        ON CONFLICT (${sql.ref(key)}) DO UPDATE SET last_used_at = excluded.last_used_at`.execute(transaction);
    }
  });

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, OauthStore } from '../../storage.ts';
import { lockRows } from '../shared/engine-sql.ts';
import { authorityQueries } from './oauth-authority.ts';
import { clientQueries } from './oauth-clients.ts';
import { grantQueries } from './oauth-grants.ts';
import { requestQueries } from './oauth-requests.ts';
import { tokenQueries } from './oauth-tokens.ts';

export function oauthStore(db: Kysely<Tables>, engine: Engine): OauthStore {
  return {
    ...clientQueries(db),
    ...requestQueries(db, engine),
    ...tokenQueries(db, engine),
    ...authorityQueries(db, engine),
    ...grantQueries(db),

    async deleteExpired(now, limit) {
      // Skips rows that another node is deleting, instead of waiting for it.
      const skipping = lockRows(engine, 'FOR UPDATE SKIP LOCKED');
      const removed = await Promise.all(
        EXPIRING_TABLES.map(([table, key, condition]) =>
          db.transaction().execute(async (transaction) => {
            const { rows } = await sql<{ key: string }>`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(key)} IN (
              SELECT ${sql.ref(key)} FROM ${sql.table(table)} WHERE expires_at <= ${now} ${sql.raw(condition)}
              ORDER BY expires_at LIMIT ${limit} ${skipping}
            ) RETURNING ${sql.ref(key)} AS key`.execute(transaction);
            if (table === 'oauth_grants' && rows.length > 0) {
              // Deletes the idempotency records of the grants too: otherwise they would outlive the account. [D52]
              const grants = rows.map((row) => row.key);
              await transaction.deleteFrom('receipts').where('credential_id', 'in', grants).execute();
            }
            return rows.length;
          }),
        ),
      );
      return Math.max(...removed);
    },
  };
}

/**
 * Tables with expiring rows. Redeemed codes and used refresh tokens are deleted with their grant, so that their reuse
 * is detected until then.
 */
const EXPIRING_TABLES = [
  ['oauth_requests', 'hash', ''],
  ['oauth_codes', 'hash', 'AND grant_id IS NULL'],
  ['oauth_access_tokens', 'hash', ''],
  ['oauth_grants', 'id', ''],
] as const;

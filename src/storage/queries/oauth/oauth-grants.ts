import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AuditRecord, Engine, GrantRecord, ListedGrant, OauthStore } from '../../storage.ts';
import { recordAudit, updateWithAudit } from '../shared/audit.ts';
import { lockRows } from '../shared/engine-sql.ts';
import { recordLastUsed } from '../shared/record-last-used.ts';

type Db = Kysely<Tables>;

type GrantQueries = Pick<OauthStore, 'recordGrantUses' | 'listGrants' | 'findGrant' | 'endGrant'>;

/** Creates the queries for grants. */
export const grantQueries = (db: Db): GrantQueries => ({
  recordGrantUses: (uses) => recordLastUsed(db, 'oauth_grants', uses),

  async listGrants({ userId, now }, limit) {
    const rows = await selectCurrent(db, userId, now)
      .orderBy('oauth_grants.created_at', 'desc')
      .orderBy('oauth_grants.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toListed);
  },

  async findGrant({ id, userId, now }) {
    const row = await selectCurrent(db, userId, now).where('oauth_grants.id', '=', id).executeTakeFirst();
    return row ? toListed(row) : null;
  },

  endGrant: ({ id, userId, now }, audit) =>
    updateWithAudit(db, audit, (transaction) =>
      transaction
        .updateTable('oauth_grants')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now),
    ),
});

/**
 * Reads and, on PostgreSQL, locks a grant. Every redemption, refresh and revocation locks it first, and decides only by
 * what it reads under the lock.
 */
export const lockGrant = (transaction: Transaction<Tables>, id: string, engine: Engine) =>
  transaction
    .selectFrom('oauth_grants')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(lockRows(engine, 'FOR UPDATE'))
    .executeTakeFirst();

export async function insertGrant(transaction: Transaction<Tables>, grant: GrantRecord): Promise<void> {
  await transaction
    .insertInto('oauth_grants')
    .values({
      id: grant.id,
      client_id: grant.clientId,
      user_id: grant.userId,
      scopes: JSON.stringify(grant.scopes),
      created_at: grant.createdAt,
      expires_at: grant.expiresAt,
      revoked_at: grant.revokedAt,
    })
    .execute();
}

/** Revokes a grant, and records it only if it was active. */
export async function revokeGrant(
  transaction: Transaction<Tables>,
  id: string,
  now: string,
  audit: AuditRecord | undefined,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('oauth_grants')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await recordAudit(transaction, audit);
}

/**
 * Makes room for a new grant. Returns false if the user has the maximum number of active grants and the one to replace
 * is not among them. [D38]
 */
export async function enforceGrantLimit(
  transaction: Transaction<Tables>,
  { userId, createdAt: now }: GrantRecord,
  grantsMax: number,
  replacedGrantId: string | null,
): Promise<boolean> {
  const current = await transaction
    .selectFrom('oauth_grants')
    .select('id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  if (current.length < grantsMax) return true;
  if (current.length > grantsMax || !current.some(({ id }) => id === replacedGrantId)) return false;
  await transaction.updateTable('oauth_grants').set({ revoked_at: now }).where('id', '=', replacedGrantId).execute();
  return true;
}

const selectCurrent = (db: Db, userId: string, now: string) =>
  db
    .selectFrom('oauth_grants')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
    .leftJoin('oauth_grant_uses', 'oauth_grant_uses.grant_id', 'oauth_grants.id')
    .selectAll('oauth_grants')
    .select(['oauth_clients.name as client_name', 'oauth_grant_uses.last_used_at'])
    .where('oauth_grants.user_id', '=', userId)
    .where('oauth_grants.revoked_at', 'is', null)
    .where('oauth_grants.expires_at', '>', now);

export const toGrantRecord = (row: Selectable<Tables['oauth_grants']>): GrantRecord => ({
  id: row.id,
  clientId: row.client_id,
  userId: row.user_id,
  scopes: JSON.parse(row.scopes),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
});

const toListed = (
  row: Selectable<Tables['oauth_grants']> & { client_name: string; last_used_at: string | null },
): ListedGrant => ({ ...toGrantRecord(row), clientName: row.client_name, lastUsedAt: row.last_used_at });

import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, GrantUser, NewAccessToken, OauthStore } from '../../storage.ts';
import { lockUser } from '../people/users.ts';
import { recordAudit } from '../shared/audit.ts';
import { findClient } from './oauth-clients.ts';
import { lockCode, redeemCode, toAuthorizationCode } from './oauth-codes.ts';
import { enforceGrantLimit, insertGrant, lockGrant, revokeGrant, toGrantRecord } from './oauth-grants.ts';

type TokenQueries = Pick<OauthStore, 'exchangeCode' | 'refresh' | 'revokeToken'>;

/**
 * Creates the queries that exchange codes and tokens for tokens. An exchange locks the user, whose grants it counts;
 * every other redemption or revocation locks the grant.
 */
export const tokenQueries = (db: Kysely<Tables>, engine: Engine): TokenQueries => ({
  exchangeCode: (hash, decide, grantsMax) =>
    db.transaction().execute(async (transaction) => {
      const code = await transaction
        .selectFrom('oauth_codes')
        .select('user_id')
        .where('hash', '=', hash)
        .executeTakeFirst();
      if (!code) return null;
      await lockUser(transaction, code.user_id, engine);
      // Read again under the lock: another exchange may have redeemed the code, or its session may have ended.
      const row = await lockCode(transaction, hash, engine);
      if (!row) return null;
      const verdict = decide({
        code: toAuthorizationCode(row),
        grantId: row.grant_id,
        sessionEndsAt: row.session_ends_at,
        client: (await findClient(transaction, row.client_id))!,
        user: await findUser(transaction, row.user_id),
      });
      if (verdict.kind === 'revoke' && row.grant_id !== null) {
        await revokeGrant(transaction, row.grant_id, verdict.at, verdict.audit);
      }
      if (verdict.kind !== 'issue') return verdict;
      const { grant } = verdict;
      const hasRoom = await enforceGrantLimit(transaction, grant, grantsMax, row.replaced_grant_id);
      if (!hasRoom) return 'too_many';
      await insertGrant(transaction, grant);
      await redeemCode(transaction, hash, grant.id);
      await insertTokens(transaction, grant.id, verdict);
      await recordAudit(transaction, verdict.audit);
      return verdict;
    }),

  refresh: (hash, decide) =>
    db.transaction().execute(async (transaction) => {
      const token = await findRefreshToken(transaction, hash);
      const grantRow = token && (await lockGrant(transaction, token.grant_id, engine));
      // Read again under the lock.
      const row = grantRow && (await findRefreshToken(transaction, hash));
      if (!row) return null;
      const grant = toGrantRecord(grantRow);
      const verdict = decide({
        usedAt: row.used_at,
        grant,
        client: (await findClient(transaction, grant.clientId))!,
        user: await findUser(transaction, grant.userId),
      });
      if (verdict.kind === 'revoke') await revokeGrant(transaction, grant.id, verdict.at, verdict.audit);
      if (verdict.kind !== 'rotate') return verdict;
      const { scopes, expiresAt, access } = verdict;
      await transaction
        .updateTable('oauth_refresh_tokens')
        .set({ used_at: access.createdAt })
        .where('hash', '=', hash)
        .execute();
      await transaction
        .updateTable('oauth_grants')
        .set({ scopes: JSON.stringify(scopes), expires_at: expiresAt })
        .where('id', '=', grant.id)
        .execute();
      await insertTokens(transaction, grant.id, verdict);
      await recordAudit(transaction, verdict.audit);
      return verdict;
    }),

  revokeToken: ({ hash, clientId, now }, toAudit) =>
    db.transaction().execute(async (transaction) => {
      const access = await transaction
        .selectFrom('oauth_access_tokens')
        .select('grant_id')
        .where('hash', '=', hash)
        .executeTakeFirst();
      const grantId = access?.grant_id ?? (await findRefreshToken(transaction, hash))?.grant_id;
      const grant = grantId === undefined ? undefined : await lockGrant(transaction, grantId, engine);
      if (!grant || grant.client_id !== clientId || grant.revoked_at !== null || grant.expires_at <= now) {
        return 'nothing';
      }
      const update = access
        ? transaction
            .updateTable('oauth_access_tokens')
            .set({ revoked_at: now })
            .where('hash', '=', hash)
            .where('revoked_at', 'is', null)
            .where('expires_at', '>', now)
        : transaction.updateTable('oauth_grants').set({ revoked_at: now }).where('id', '=', grant.id);
      const { numUpdatedRows } = await update.executeTakeFirst();
      if (numUpdatedRows === 0n) return 'nothing';
      await recordAudit(transaction, toAudit({ id: grant.id, user: await findUser(transaction, grant.user_id) }));
      return access ? 'token' : 'grant';
    }),
});

const findRefreshToken = (transaction: Transaction<Tables>, hash: string) =>
  transaction
    .selectFrom('oauth_refresh_tokens')
    .select(['grant_id', 'used_at'])
    .where('hash', '=', hash)
    .executeTakeFirst();

/** Returns the user of a code or grant, which exists as long as these do. */
async function findUser(transaction: Transaction<Tables>, id: string): Promise<GrantUser> {
  const row = await transaction
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.disabled', 'accounts.id as account_id'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, accountId: row.account_id, disabled: row.disabled === 1 };
}

async function insertTokens(
  transaction: Transaction<Tables>,
  grantId: string,
  { access, refreshHash }: { access: NewAccessToken; refreshHash: string | null },
): Promise<void> {
  await transaction
    .insertInto('oauth_access_tokens')
    .values({
      hash: access.hash,
      grant_id: grantId,
      scopes: JSON.stringify(access.scopes),
      created_at: access.createdAt,
      expires_at: access.expiresAt,
      revoked_at: null,
    })
    .execute();
  if (refreshHash === null) return;
  await transaction
    .insertInto('oauth_refresh_tokens')
    .values({ hash: refreshHash, grant_id: grantId, created_at: access.createdAt, used_at: null })
    .execute();
}

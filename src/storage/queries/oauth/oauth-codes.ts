import type { Selectable, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AuthorizationCodeRecord, Engine } from '../../storage.ts';
import { lockRows } from '../shared/engine-sql.ts';

/** Inserts a code. It ends with the session, unless it is redeemed. */
export async function insertCode(
  transaction: Transaction<Tables>,
  code: AuthorizationCodeRecord,
  sessionId: string,
): Promise<void> {
  await transaction
    .insertInto('oauth_codes')
    .values({
      hash: code.hash,
      client_id: code.clientId,
      user_id: code.userId,
      session_id: sessionId,
      redirect_uri: code.redirectUri,
      code_challenge: code.codeChallenge,
      scopes: JSON.stringify(code.scopes),
      replaced_grant_id: code.replacedGrantId,
      created_at: code.createdAt,
      expires_at: code.expiresAt,
      grant_id: null,
    })
    .execute();
}

/**
 * Reads a code with the expiry of its session. On PostgreSQL it locks the code, so that the session cannot end during
 * its exchange.
 */
export const lockCode = (transaction: Transaction<Tables>, hash: string, engine: Engine) =>
  transaction
    .selectFrom('oauth_codes')
    .leftJoin('sessions', 'sessions.id', 'oauth_codes.session_id')
    .selectAll('oauth_codes')
    .select('sessions.expires_at as session_ends_at')
    .where('oauth_codes.hash', '=', hash)
    .modifyEnd(lockRows(engine, 'FOR UPDATE OF oauth_codes'))
    .executeTakeFirst();

/**
 * Marks a code as redeemed and keeps it with its grant, independently of the session, so that its reuse is detected.
 */
export async function redeemCode(transaction: Transaction<Tables>, hash: string, grantId: string): Promise<void> {
  await transaction
    .updateTable('oauth_codes')
    .set({ grant_id: grantId, session_id: null })
    .where('hash', '=', hash)
    .execute();
}

export const toAuthorizationCode = (row: Selectable<Tables['oauth_codes']>): AuthorizationCodeRecord => ({
  hash: row.hash,
  clientId: row.client_id,
  userId: row.user_id,
  redirectUri: row.redirect_uri,
  codeChallenge: row.code_challenge,
  scopes: JSON.parse(row.scopes),
  replacedGrantId: row.replaced_grant_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

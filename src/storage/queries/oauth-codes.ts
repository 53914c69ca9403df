import type { Selectable, Transaction } from 'kysely';
import type { Tables } from '../schema.ts';
import type { AuthorizationCodeRecord } from '../storage.ts';

export async function insertCode(transaction: Transaction<Tables>, code: AuthorizationCodeRecord): Promise<void> {
  await transaction
    .insertInto('oauth_codes')
    .values({
      hash: code.hash,
      client_id: code.clientId,
      user_id: code.userId,
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

export const findCode = (transaction: Transaction<Tables>, hash: string) =>
  transaction.selectFrom('oauth_codes').selectAll().where('hash', '=', hash).executeTakeFirst();

/** Kept with the grant that it was exchanged for, so that its reuse is known. */
export async function spendCode(transaction: Transaction<Tables>, hash: string, grantId: string): Promise<void> {
  await transaction.updateTable('oauth_codes').set({ grant_id: grantId }).where('hash', '=', hash).execute();
}

export const toCode = (row: Selectable<Tables['oauth_codes']>): AuthorizationCodeRecord => ({
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

import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AuthorizationRequestRecord, Engine, OauthStore } from '../../storage.ts';
import { lockSession } from '../people/end-sessions.ts';
import { recordAudit } from '../shared/audit.ts';
import { insertCode } from './oauth-codes.ts';

type RequestQueries = Pick<OauthStore, 'createRequest' | 'findRequest' | 'bindRequest' | 'decideRequest'>;

/** Creates the queries for undecided authorization requests. */
export const requestQueries = (db: Kysely<Tables>, engine: Engine): RequestQueries => ({
  async createRequest(request) {
    await db
      .insertInto('oauth_requests')
      .values({
        hash: request.hash,
        client_id: request.clientId,
        redirect_uri: request.redirectUri,
        scopes: JSON.stringify(request.scopes),
        state: request.state,
        code_challenge: request.codeChallenge,
        browser_hash: request.browserHash,
        session_id: request.sessionId,
        created_at: request.createdAt,
        expires_at: request.expiresAt,
      })
      .execute();
  },

  async findRequest(hash, now) {
    const row = await db
      .selectFrom('oauth_requests')
      .selectAll()
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return row ? toRequest(row) : null;
  },

  async bindRequest(hash, sessionId, now) {
    const { numUpdatedRows } = await db
      .updateTable('oauth_requests')
      .set({ session_id: sessionId })
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .where((where) => where.or([where('session_id', 'is', null), where('session_id', '=', sessionId)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  decideRequest: (hash, { code, ...use }, audit) =>
    db.transaction().execute(async (transaction) => {
      const session = await lockSession(transaction, use, engine);
      if (session === null) return false;
      const { numDeletedRows } = await transaction
        .deleteFrom('oauth_requests')
        .where('hash', '=', hash)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      if (code) await insertCode(transaction, code, session);
      await recordAudit(transaction, audit);
      return true;
    }),
});

const toRequest = (row: Selectable<Tables['oauth_requests']>): AuthorizationRequestRecord => ({
  hash: row.hash,
  clientId: row.client_id,
  redirectUri: row.redirect_uri,
  scopes: JSON.parse(row.scopes),
  state: row.state,
  codeChallenge: row.code_challenge,
  browserHash: row.browser_hash,
  sessionId: row.session_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

import { type Kysely, sql } from 'kysely';
import type { Engine } from '../storage.ts';
import { columnTypes } from './column-types.ts';

/** Creates OAuth clients, requests, codes, grants and tokens. All secrets are stored as hashes. [D38]–[D41] */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { plain, keyed, text } = columnTypes(engine);
  const client = `${text} NOT NULL REFERENCES oauth_clients(id)`;
  const user = `${text} NOT NULL REFERENCES users(id) ON DELETE CASCADE`;
  const grant = `${text} NOT NULL REFERENCES oauth_grants(id) ON DELETE CASCADE`;
  const statements = [
    `CREATE TABLE oauth_clients (id ${text} PRIMARY KEY, name TEXT NOT NULL, redirect_uris TEXT NOT NULL, scopes TEXT NOT NULL,
       disabled INTEGER NOT NULL, created_at ${text} NOT NULL) ${plain}`,
    `CREATE TABLE oauth_requests (hash ${text} PRIMARY KEY, client_id ${client}, redirect_uri TEXT NOT NULL, scopes TEXT NOT NULL,
       state TEXT NOT NULL, code_challenge TEXT NOT NULL, browser_hash ${text} NOT NULL, session_id ${text},
       created_at ${text} NOT NULL, expires_at ${text} NOT NULL) ${plain}`,
    'CREATE INDEX oauth_requests_by_end ON oauth_requests (expires_at)',
    `CREATE TABLE oauth_grants (id ${text} PRIMARY KEY, client_id ${client}, user_id ${user}, scopes TEXT NOT NULL,
       created_at ${text} NOT NULL, expires_at ${text} NOT NULL, revoked_at ${text}) ${plain}`,
    'CREATE INDEX oauth_grants_by_user ON oauth_grants (user_id, created_at)',
    'CREATE INDEX oauth_grants_by_end ON oauth_grants (expires_at)',
    `CREATE TABLE oauth_grant_uses (grant_id ${text} PRIMARY KEY REFERENCES oauth_grants(id) ON DELETE CASCADE,
       last_used_at TEXT NOT NULL) ${keyed}`,
    `CREATE TABLE oauth_codes (hash ${text} PRIMARY KEY, client_id ${client}, user_id ${user}, redirect_uri TEXT NOT NULL,
       code_challenge TEXT NOT NULL, scopes TEXT NOT NULL, replaced_grant_id ${text}, created_at ${text} NOT NULL,
       expires_at ${text} NOT NULL, grant_id ${text} REFERENCES oauth_grants(id) ON DELETE CASCADE) ${plain}`,
    'CREATE INDEX oauth_codes_by_grant ON oauth_codes (grant_id)',
    'CREATE INDEX oauth_codes_by_user ON oauth_codes (user_id)',
    'CREATE INDEX oauth_codes_by_end ON oauth_codes (expires_at)',
    `CREATE TABLE oauth_access_tokens (hash ${text} PRIMARY KEY, grant_id ${grant}, scopes TEXT NOT NULL, created_at ${text} NOT NULL,
       expires_at ${text} NOT NULL, revoked_at ${text}) ${plain}`,
    'CREATE INDEX oauth_access_tokens_by_grant ON oauth_access_tokens (grant_id)',
    'CREATE INDEX oauth_access_tokens_by_end ON oauth_access_tokens (expires_at)',
    `CREATE TABLE oauth_refresh_tokens (hash ${text} PRIMARY KEY, grant_id ${grant}, created_at ${text} NOT NULL, used_at ${text}) ${plain}`,
    'CREATE INDEX oauth_refresh_tokens_by_grant ON oauth_refresh_tokens (grant_id)',
  ];
  if (engine === 'postgres') {
    // Notifies every node with the commit, as for other changes of authority, also of a new client, whose pages may
    // read responses. A new or swept token is no change of authority.
    const notify = 'EXECUTE FUNCTION lectern_authority_changed()';
    statements.push(
      `CREATE TRIGGER oauth_clients_authority AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON oauth_clients FOR EACH STATEMENT ${notify}`,
      `CREATE TRIGGER oauth_grants_authority AFTER UPDATE ON oauth_grants FOR EACH ROW
         WHEN (OLD.scopes IS DISTINCT FROM NEW.scopes OR OLD.expires_at IS DISTINCT FROM NEW.expires_at
           OR OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) ${notify}`,
      `CREATE TRIGGER oauth_access_tokens_authority AFTER UPDATE ON oauth_access_tokens FOR EACH ROW
         WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) ${notify}`,
    );
  }
  for (const statement of statements) await sql.raw(statement).execute(db);
}

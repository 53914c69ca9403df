import type { Kysely } from 'kysely';
import type { Scope } from '../../../contract/scopes.ts';
import type { Tables } from '../../schema.ts';
import type { DelegatedAuthority, Engine, OauthStore } from '../../storage.ts';
import { byKeys } from '../shared/by-keys.ts';
import { coalesce } from '../shared/coalesce.ts';

/** Creates the queries for the authority of access tokens. */
export function authorityQueries(db: Kysely<Tables>, engine: Engine): Pick<OauthStore, 'findDelegatedAuthority'> {
  const readAuthorities = byKeys(db, engine, 'access-tokens', (among) =>
    db
      .selectFrom('oauth_access_tokens as token')
      .innerJoin('oauth_grants as grant', 'grant.id', 'token.grant_id')
      .innerJoin('oauth_clients as client', 'client.id', 'grant.client_id')
      .innerJoin('users', 'users.id', 'grant.user_id')
      .innerJoin('accounts', 'accounts.user_id', 'grant.user_id')
      .leftJoin('owner_profiles', (join) => join.on('owner_kind', '=', 'account').onRef('owner_id', '=', 'accounts.id'))
      .select([
        'token.hash',
        'token.scopes as token_scopes',
        'token.expires_at as token_expires_at',
        'grant.id as grant_id',
        'grant.user_id',
        'grant.scopes as grant_scopes',
        'grant.expires_at as grant_expires_at',
        'accounts.id as account_id',
        'owner_profiles.restricted',
      ])
      .where(among('token.hash'))
      .where('token.revoked_at', 'is', null)
      .where('grant.revoked_at', 'is', null)
      .where('client.disabled', '=', 0)
      .where('users.disabled', '=', 0),
  );
  return {
    findDelegatedAuthority: coalesce(async (hashes) => {
      const rows = await readAuthorities(hashes);
      const authorities = new Map(
        rows.map((row): [string, DelegatedAuthority] => {
          const granted = new Set<Scope>(JSON.parse(row.grant_scopes));
          const scopes = (JSON.parse(row.token_scopes) as Scope[]).filter((scope) => granted.has(scope));
          const endsAt = row.token_expires_at < row.grant_expires_at ? row.token_expires_at : row.grant_expires_at;
          return [
            row.hash,
            {
              grantId: row.grant_id,
              userId: row.user_id,
              scopes,
              endsAt,
              restricted: row.restricted === 1,
              owner: { kind: 'account', id: row.account_id },
            },
          ];
        }),
      );
      return hashes.map((hash) => authorities.get(hash) ?? null);
    }),
  };
}

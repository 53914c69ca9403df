import { type SelectQueryBuilder, sql } from 'kysely';
import type { Role } from '../../../contract/scopes.ts';
import type { Tables } from '../../schema.ts';
import type { Owner } from '../../storage.ts';

type Credentials = 'credentials' | 'console_credentials';

/** Selects what decides which owner a credential can access, and with which role. */
// biome-ignore lint/suspicious/noExplicitAny: the query may join other tables
export function selectOwner<Row>(query: SelectQueryBuilder<any, any, Row>, of: Credentials) {
  const from: SelectQueryBuilder<Tables, Credentials, Row> = query;
  return from
    .leftJoin('users', 'users.id', `${of}.user_id`)
    .leftJoin('accounts', 'accounts.user_id', `${of}.user_id`)
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', `${of}.user_id`)
        .onRef('members.organization_id', '=', `${of}.organization_id`),
    )
    .leftJoin('owner_profiles', (join) =>
      join
        .on(
          'owner_kind',
          '=',
          sql`CASE WHEN ${sql.ref(`${of}.organization_id`)} IS NULL THEN 'account' ELSE 'organization' END`,
        )
        .on('owner_id', '=', sql`coalesce(${sql.ref(`${of}.organization_id`)}, accounts.id)`),
    )
    .select(['users.disabled', 'accounts.id as account_id', 'members.role', 'owner_profiles.restricted']);
}

interface OwnerRow {
  readonly user_id: string | null;
  readonly organization_id: string | null;
  readonly disabled: number | null;
  readonly account_id: string | null;
  readonly role: string | null;
  readonly restricted: number | null;
}

/**
 * Returns the owner that a credential can access: the organization of a service token, or the account of a personal
 * credential's user. [Authentication] Returns null if the user is disabled, has no account, or is no longer a member of
 * the token's organization.
 */
export function toOwnerAuthority(row: OwnerRow): { owner: Owner; role: Role | null; restricted: boolean } | null {
  const { user_id: userId, organization_id: organizationId, account_id: accountId, role } = row;
  const ended = userId !== null && (row.disabled !== 0 || (organizationId !== null && role === null));
  const id = organizationId ?? accountId;
  if (ended || id === null) return null;
  const kind = organizationId === null ? 'account' : 'organization';
  return { owner: { kind, id }, role: role as Role | null, restricted: row.restricted === 1 };
}

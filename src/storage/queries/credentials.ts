import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../schema.ts';
import type { CredentialRecord, CredentialStore, Owner } from '../storage.ts';
import { batched } from './batched.ts';

export function credentialStore(db: Kysely<Tables>): CredentialStore {
  return {
    async create(credential) {
      await db
        .insertInto('credentials')
        .values({
          id: credential.id,
          kind: credential.kind,
          hash: credential.hash,
          name: credential.name,
          organization_id: credential.organizationId,
          user_id: credential.userId,
          scopes: JSON.stringify(credential.scopes),
          created_at: credential.createdAt,
          expires_at: credential.expiresAt,
          revoked_at: credential.revokedAt,
        })
        .execute();
    },

    findAuthority: batched(async (hashes) => {
      const rows = await db
        .selectFrom('credentials')
        .leftJoin('users', 'users.id', 'credentials.user_id')
        .leftJoin('accounts', 'accounts.user_id', 'credentials.user_id')
        .selectAll('credentials')
        .select(['users.disabled', 'accounts.id as account_id'])
        .where('credentials.hash', 'in', hashes)
        .where('credentials.revoked_at', 'is', null)
        .execute();
      const authorities = new Map(
        rows
          .filter((row) => row.kind === 'service' || row.disabled === 0)
          .map((row) => [row.hash, { credential: toCredential(row), owner: toOwner(row) }]),
      );
      return hashes.map((hash) => authorities.get(hash) ?? null);
    }),

    async list(of) {
      const rows = await db
        .selectFrom('credentials')
        .selectAll()
        .$if('organizationId' in of, (query) =>
          query.where('organization_id', '=', (of as { organizationId: string }).organizationId),
        )
        .$if('userId' in of, (query) => query.where('user_id', '=', (of as { userId: string }).userId))
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toCredential);
    },

    async revoke(id, revokedAt) {
      const { numUpdatedRows } = await db
        .updateTable('credentials')
        .set({ revoked_at: revokedAt })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** A service token reaches its organization, a personal credential the account of its user. [Authentication] */
function toOwner(row: { kind: string; organization_id: string | null; account_id: string | null }): Owner {
  const kind = row.kind === 'service' ? 'organization' : 'account';
  const id = kind === 'organization' ? row.organization_id : row.account_id;
  if (id === null) throw new Error(`a credential has no ${kind}`);
  return { kind, id };
}

function toCredential(row: Selectable<Tables['credentials']>): CredentialRecord {
  return {
    id: row.id,
    kind: row.kind as CredentialRecord['kind'],
    hash: row.hash,
    name: row.name,
    organizationId: row.organization_id,
    userId: row.user_id,
    scopes: JSON.parse(row.scopes),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

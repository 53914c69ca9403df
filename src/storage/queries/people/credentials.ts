import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Role } from '../../../contract/scopes.ts';
import type { Tables } from '../../schema.ts';
import type {
  ActiveCredentialKey,
  Authority,
  CredentialRecord,
  CredentialStore,
  Engine,
  ListedCredential,
} from '../../storage.ts';
import { recordAudit, updateWithAudit } from '../shared/audit.ts';
import { byKeys } from '../shared/by-keys.ts';
import { coalesce } from '../shared/coalesce.ts';
import { lockRows } from '../shared/engine-sql.ts';
import { recordLastUsed } from '../shared/record-last-used.ts';
import { selectOwner, toOwnerAuthority } from './credential-owner.ts';
import { lockUser } from './users.ts';

type Db = Kysely<Tables>;

export function credentialStore(db: Db, engine: Engine): CredentialStore {
  const readAuthorities = byKeys(db, engine, 'secrets', (among) =>
    db
      // Materialized, so that secrets are looked up once and first: a plan that PostgreSQL made for a few credentials
      // would repeat the look-up for each of thousands.
      .with(
        (named) => named('secrets').materialized(),
        (from) =>
          from
            .selectFrom('credentials')
            .select(['hash as secret', 'id as credential_id', 'expires_at as ends_at'])
            .where(among('hash'))
            .unionAll(
              from
                .selectFrom('credentials')
                .select(({ ref }) => ref('previous_hash').$notNull().as('secret'))
                .select(['id as credential_id', 'previous_ends_at as ends_at'])
                .where(among('previous_hash')),
            )
            .unionAll(
              from
                .selectFrom('replaced_secrets')
                .select(['hash as secret', 'credential_id', 'ends_at'])
                .where(among('hash')),
            ),
      )
      .selectFrom('secrets')
      .innerJoin('credentials', 'credentials.id', 'secrets.credential_id')
      .select(CREDENTIAL_COLUMNS)
      .select(['secrets.secret', 'secrets.ends_at'])
      .where('credentials.revoked_at', 'is', null)
      .$call((query) => selectOwner(query, 'credentials')),
  );
  return {
    create: (credential, { quota, audit } = {}) =>
      db.transaction().execute(async (transaction) => {
        if (quota !== undefined && (await countActive(transaction, engine, credential)) >= quota) {
          return 'quota_exceeded';
        }
        await insertCredential(transaction, credential);
        await recordAudit(transaction, audit);
        return 'created';
      }),

    findAuthority: coalesce(async (hashes) => {
      const rows = await readAuthorities(hashes);
      const authorities = new Map<string, Authority>();
      for (const row of rows) {
        const authority = toOwnerAuthority(row);
        if (authority) {
          authorities.set(row.secret, { credential: toCredential(row), ...authority, endsAt: row.ends_at });
        }
      }
      return hashes.map((hash) => authorities.get(hash) ?? null);
    }),

    async list(of) {
      const rows = await selectListed(db)
        .$if('organizationId' in of, (query) =>
          query.where('credentials.organization_id', '=', (of as { organizationId: string }).organizationId),
        )
        .$if('userId' in of, (query) =>
          query.where('credentials.user_id', '=', (of as { userId: string }).userId).where('kind', '=', 'personal'),
        )
        .orderBy('credentials.created_at')
        .orderBy('credentials.id')
        .execute();
      return rows.map(toListed);
    },

    async listActive(userId, { limit, after, now }) {
      const rows = await selectListed(db)
        .where('credentials.user_id', '=', userId)
        .where('kind', '=', 'personal')
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .$if(after !== null, (query) =>
          query.where((where) =>
            where(
              where.refTuple('credentials.created_at', 'credentials.id'),
              '>',
              where.tuple(after!.createdAt, after!.id),
            ),
          ),
        )
        .orderBy('credentials.created_at')
        .orderBy('credentials.id')
        .limit(limit)
        .execute();
      return rows.map(toListed);
    },

    async findActive(key) {
      const row = await selectActive(db, key).executeTakeFirst();
      return row ? toListed(row) : null;
    },

    rename: (key, name, audit) =>
      updateWithAudit(db, audit, (transaction) => updateActive(transaction, key).set({ name })),

    rotate: (key, { hash, replacedEndsAt, limit }, audit) =>
      db.transaction().execute(async (transaction) => {
        // Serializes concurrent rotations: each replaces the secret of the previous one.
        const present = await selectActive(transaction, key)
          .modifyEnd(lockRows(engine, 'FOR UPDATE OF credentials'))
          .executeTakeFirst();
        if (!present) return 'missing';
        const earlier = transaction.deleteFrom('replaced_secrets').where('credential_id', '=', key.id);
        if (replacedEndsAt === null) {
          await earlier.execute();
        } else {
          await earlier.where('ends_at', '<=', key.now).execute();
          await keepReplacedSecret(transaction, present, key.now);
          if ((await countReplaced(transaction, key.id)) >= limit) return 'too_many';
        }
        const previous = replacedEndsAt === null ? null : present.hash;
        const renewed = { hash, previous_hash: previous, previous_ends_at: replacedEndsAt };
        await transaction.updateTable('credentials').set(renewed).where('id', '=', key.id).execute();
        await recordAudit(transaction, audit);
        return 'rotated';
      }),

    end: (key, audit) =>
      updateWithAudit(db, audit, (transaction) => updateActive(transaction, key).set({ revoked_at: key.now })),

    endById: (id, now, audit) =>
      updateWithAudit(db, audit, (transaction) =>
        transaction
          .updateTable('credentials')
          .set({ revoked_at: now })
          .where('id', '=', id)
          .where('revoked_at', 'is', null),
      ),

    async revoke(id, revokedAt) {
      const { numUpdatedRows } = await db
        .updateTable('credentials')
        .set({ revoked_at: revokedAt })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async findOwner(id) {
      const row = await db
        .selectFrom('credentials')
        .leftJoin('accounts', 'accounts.user_id', 'credentials.user_id')
        .select(['organization_id', 'accounts.id as account_id'])
        .where('credentials.id', '=', id)
        .executeTakeFirst();
      if (row?.organization_id) return { kind: 'organization', id: row.organization_id };
      return row?.account_id ? { kind: 'account', id: row.account_id } : null;
    },

    async countTerminals(userId, now) {
      const { count } = await db
        .selectFrom('credentials')
        .innerJoin('members', (join) =>
          join
            .onRef('members.user_id', '=', 'credentials.user_id')
            .onRef('members.organization_id', '=', 'credentials.organization_id'),
        )
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('credentials.user_id', '=', userId)
        .where('kind', '=', 'service')
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    recordUses: (uses) => recordLastUsed(db, 'credentials', uses),
  };
}

export async function insertCredential(db: Db, credential: CredentialRecord): Promise<void> {
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
}

/** Counts the active personal credentials of a user while a new one is created. Serializes creations of one user. */
export async function countActive(
  transaction: Transaction<Tables>,
  engine: Engine,
  { userId, createdAt: now }: CredentialRecord,
): Promise<number> {
  if (userId === null) throw new Error('a quota applies only to the credentials of a user');
  await lockUser(transaction, userId, engine);
  const { count } = await transaction
    .selectFrom('credentials')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'personal')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

export const selectListed = (db: Db) =>
  db
    .selectFrom('credentials')
    .leftJoin('credential_uses', 'credential_uses.credential_id', 'credentials.id')
    .leftJoin('users', 'users.id', 'credentials.user_id')
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'credentials.user_id')
        .onRef('members.organization_id', '=', 'credentials.organization_id'),
    )
    .selectAll('credentials')
    .select(['credential_uses.last_used_at', 'users.name as user_name', 'members.role']);

const selectActive = (db: Db, { id, userId, now }: ActiveCredentialKey) =>
  selectListed(db)
    .where('credentials.id', '=', id)
    .where('credentials.user_id', '=', userId)
    .where('kind', '=', 'personal')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);

const updateActive = (db: Db, { id, userId, now }: ActiveCredentialKey) =>
  db
    .updateTable('credentials')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('kind', '=', 'personal')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);

/** Keeps the previously replaced secret, if it still works, before another rotation overwrites it. */
async function keepReplacedSecret(
  transaction: Transaction<Tables>,
  { id, previous_hash: hash, previous_ends_at: endsAt }: Selectable<Tables['credentials']>,
  now: string,
): Promise<void> {
  if (hash === null || endsAt === null || endsAt <= now) return;
  await transaction
    .insertInto('replaced_secrets')
    .values({ hash, credential_id: id, ends_at: endsAt })
    // A refused rotation may have kept it already.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function countReplaced(transaction: Transaction<Tables>, credentialId: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('replaced_secrets')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('credential_id', '=', credentialId)
    .executeTakeFirstOrThrow();
  return count;
}

const CREDENTIAL_COLUMNS = [
  ...(['credentials.id', 'credentials.kind', 'credentials.hash', 'credentials.name'] as const),
  ...(['credentials.organization_id', 'credentials.user_id', 'credentials.scopes'] as const),
  ...(['credentials.created_at', 'credentials.expires_at', 'credentials.revoked_at'] as const),
] as const;

function toCredential(
  row: Omit<Selectable<Tables['credentials']>, 'previous_hash' | 'previous_ends_at'>,
): CredentialRecord {
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

export const toListed = (
  row: Selectable<Tables['credentials']> & {
    last_used_at: string | null;
    user_name: string | null;
    role: string | null;
  },
): ListedCredential => ({
  ...toCredential(row),
  lastUsedAt: row.last_used_at,
  userName: row.user_name,
  role: row.kind === 'service' ? (row.role as Role | null) : null,
});

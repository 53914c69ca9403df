import type { Kysely, Transaction } from 'kysely';
import type { Role } from '../../contract/scopes.ts';
import type { Tables } from '../schema.ts';
import type { AccountStore, Engine } from '../storage.ts';

export function accountStore(db: Kysely<Tables>, engine: Engine): AccountStore {
  return {
    createUser: (user) =>
      db.transaction().execute(async (transaction) => {
        const created_at = new Date().toISOString();
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('users')
          .values({
            id: user.id,
            email: user.email,
            name: user.name,
            password_hash: user.passwordHash,
            disabled: 0,
            created_at,
          })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirst();
        if (!numInsertedOrUpdatedRows) return 'email_taken';
        await transaction
          .insertInto('accounts')
          .values({ id: user.accountId, user_id: user.id, name: user.name, handle: null, created_at })
          .execute();
        return 'created';
      }),

    async findUserByEmail(email) {
      const row = await db
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.user_id', 'users.id')
        .select(['users.id', 'users.email', 'users.name', 'users.disabled', 'accounts.id as accountId'])
        .where('users.email', '=', email)
        .executeTakeFirst();
      return row ? { ...row, disabled: row.disabled === 1 } : null;
    },

    async listUsers() {
      const rows = await db
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.user_id', 'users.id')
        .select(['users.id', 'users.email', 'users.name', 'users.disabled', 'accounts.id as accountId'])
        .orderBy('users.email')
        .execute();
      return rows.map((row) => ({ ...row, disabled: row.disabled === 1 }));
    },

    async setUserDisabled(id, disabled) {
      await db
        .updateTable('users')
        .set({ disabled: disabled ? 1 : 0 })
        .where('id', '=', id)
        .execute();
    },

    createOrganization: ({ id, name, ownerUserId }) =>
      db.transaction().execute(async (transaction) => {
        const created_at = new Date().toISOString();
        await transaction.insertInto('organizations').values({ id, name, created_at }).execute();
        await transaction
          .insertInto('members')
          .values({ organization_id: id, user_id: ownerUserId, role: 'owner', created_at })
          .execute();
      }),

    async findOrganization(id) {
      return (
        (await db.selectFrom('organizations').select(['id', 'name']).where('id', '=', id).executeTakeFirst()) ?? null
      );
    },

    listOrganizations: () =>
      db.selectFrom('organizations').select(['id', 'name']).orderBy('created_at').orderBy('id').execute(),

    async findAccount(id) {
      return (
        (await db.selectFrom('accounts').select(['id', 'name', 'handle']).where('id', '=', id).executeTakeFirst()) ??
        null
      );
    },

    setMember: ({ organizationId, userId, role }) =>
      db.transaction().execute(async (transaction) => {
        await lockOrganization(transaction, organizationId, engine);
        if (role !== 'owner' && (await isLastOwner(transaction, organizationId, userId))) return 'last_owner';
        await transaction
          .insertInto('members')
          .values({ organization_id: organizationId, user_id: userId, role, created_at: new Date().toISOString() })
          .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
          .execute();
        return 'set';
      }),

    removeMember: ({ organizationId, userId }) =>
      db.transaction().execute(async (transaction) => {
        await lockOrganization(transaction, organizationId, engine);
        if (await isLastOwner(transaction, organizationId, userId)) return 'last_owner';
        const { numDeletedRows } = await transaction
          .deleteFrom('members')
          .where('organization_id', '=', organizationId)
          .where('user_id', '=', userId)
          .executeTakeFirst();
        return numDeletedRows > 0n ? 'removed' : 'missing';
      }),

    async listMembers(organizationId) {
      const rows = await db
        .selectFrom('members')
        .innerJoin('users', 'users.id', 'members.user_id')
        .select(['users.id as userId', 'users.email', 'users.name', 'members.role', 'users.disabled'])
        .where('members.organization_id', '=', organizationId)
        .orderBy('users.email')
        .execute();
      return rows.map((row) => ({ ...row, role: row.role as Role, disabled: row.disabled === 1 }));
    },

    async findRole(organizationId, userId) {
      const row = await db
        .selectFrom('members')
        .select('role')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return (row?.role as Role | undefined) ?? null;
    },

    async isEmpty() {
      const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
      const organization = await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
      return !user && !organization;
    },
  };
}

/** Changes of one organization's members come one after another. One connection to SQLite sees to that anyway. */
export async function lockOrganization(transaction: Transaction<Tables>, id: string, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await transaction.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
}

export async function isLastOwner(
  transaction: Transaction<Tables>,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const owners = await transaction
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .execute();
  return owners.length === 1 && owners[0]!.user_id === userId;
}

import type { Kysely, Transaction } from 'kysely';
import type { Role } from '../../contract/scopes.ts';
import type { Tables } from '../schema.ts';
import type { AccountStore, Engine } from '../storage.ts';
import { endEntries } from './one-time-links.ts';

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

    setUserDisabled: (id, disabled) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('users')
          .set({ disabled: disabled ? 1 : 0 })
          .where('id', '=', id)
          .execute();
        if (disabled) await endEntries(transaction, id, null);
      }),

    createOrganization: ({ id, name, ownerUserId }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await keepsEnabled(transaction, ownerUserId, engine))) return 'missing';
        const created_at = new Date().toISOString();
        await transaction.insertInto('organizations').values({ id, name, created_at }).execute();
        await transaction
          .insertInto('members')
          .values({ organization_id: id, user_id: ownerUserId, role: 'owner', created_at })
          .execute();
        return 'created';
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
        const enabled = await keepsEnabled(transaction, userId, engine);
        await lockOrganization(transaction, organizationId, engine);
        if (!enabled && !(await findRole(transaction, organizationId, userId))) return 'disabled';
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

    findRole: (organizationId, userId) => findRole(db, organizationId, userId),

    async isEmpty() {
      const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
      const organization = await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
      return !user && !organization;
    },
  };
}

export async function findRole(db: Kysely<Tables>, organizationId: string, userId: string): Promise<Role | null> {
  const row = await db
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.role as Role | undefined) ?? null;
}

/** Changes of one organization's members come one after another. One connection to SQLite sees to that anyway. */
export async function lockOrganization(transaction: Transaction<Tables>, id: string, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  await transaction.selectFrom('organizations').select('id').where('id', '=', id).forUpdate().execute();
}

/** Whether a user is enabled, and stays so until the transaction is over: nobody joins anything while leaving for good. */
export async function keepsEnabled(transaction: Transaction<Tables>, id: string, engine: Engine): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('disabled', '=', 0)
    .$if(engine === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return row !== undefined;
}

/** An owner without whom the organization had none who is enabled. [D34] */
export async function isLastOwner(
  transaction: Transaction<Tables>,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const owners = await transaction
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'users.disabled'])
    .where('members.organization_id', '=', organizationId)
    .where('members.role', '=', 'owner')
    .execute();
  const others = owners.filter(({ user_id, disabled }) => user_id !== userId && disabled === 0);
  return others.length === 0 && owners.some(({ user_id }) => user_id === userId);
}

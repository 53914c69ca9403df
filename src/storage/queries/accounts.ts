import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { AccountStore } from '../storage.ts';

export function accountStore(db: Kysely<Tables>): AccountStore {
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

    async setMember({ organizationId, userId, role }) {
      await db
        .insertInto('members')
        .values({ organization_id: organizationId, user_id: userId, role, created_at: new Date().toISOString() })
        .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
        .execute();
    },

    async isEmpty() {
      const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
      const organization = await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst();
      return !user && !organization;
    },
  };
}

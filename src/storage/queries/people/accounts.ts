import type { Kysely } from 'kysely';
import type { Role } from '../../../contract/scopes.ts';
import type { Tables } from '../../schema.ts';
import type { AccountStore, Engine } from '../../storage.ts';
import { endRemoteLinks } from '../remote-links/remote-links.ts';
import { nameFirstAdministrator } from './administrators.ts';
import { endSessionsAndLinks } from './end-sessions.ts';
import {
  deleteMember,
  findRole,
  insertOrganization,
  isLastOwner,
  lockEnabledUser,
  lockOrganization,
  upsertMember,
} from './members.ts';
import { insertUser, selectUsers } from './users.ts';

export function accountStore(db: Kysely<Tables>, engine: Engine): AccountStore {
  return {
    createUser: (user) =>
      db.transaction().execute(async (transaction) => {
        if (!(await insertUser(transaction, user, engine))) return 'email_taken';
        await nameFirstAdministrator(transaction, user.id, engine);
        return 'created';
      }),

    async findUserByEmail(email) {
      const row = await selectUsers(db).where('users.email', '=', email).executeTakeFirst();
      return row ? { ...row, disabled: row.disabled === 1 } : null;
    },

    async listUsers() {
      const rows = await selectUsers(db).orderBy('users.email').execute();
      return rows.map((row) => ({ ...row, disabled: row.disabled === 1 }));
    },

    setUserDisabled: (id, disabled) =>
      db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('users')
          .set({ disabled: disabled ? 1 : 0 })
          .where('id', '=', id)
          .execute();
        if (!disabled) return;
        await endSessionsAndLinks(transaction, id, null);
        // Permanent, even if the user is enabled again. Remote links work again then. [D74]
        const kinds = ['control', 'data'] as const;
        await endRemoteLinks(transaction, { userId: id, kinds }, new Date().toISOString());
      }),

    createOrganization: ({ id, name, ownerUserId }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockEnabledUser(transaction, ownerUserId, engine))) return 'missing';
        await insertOrganization(transaction, { id, name, ownerUserId, createdAt: new Date().toISOString() }, engine);
        return 'created';
      }),

    async findOrganization(id) {
      return (
        (await db.selectFrom('organizations').select(['id', 'name']).where('id', '=', id).executeTakeFirst()) ?? null
      );
    },

    listOrganizations: () =>
      db.selectFrom('organizations').select(['id', 'name']).orderBy('created_at').orderBy('id').execute(),

    async findOnlyOrganization() {
      const found = await db.selectFrom('organizations').select('id').limit(2).execute();
      return found.length === 1 ? found[0]!.id : null;
    },

    async findAccount(id) {
      return (
        (await db.selectFrom('accounts').select(['id', 'name', 'handle']).where('id', '=', id).executeTakeFirst()) ??
        null
      );
    },

    async findAccountOfUser(userId) {
      const row = await db
        .selectFrom('accounts')
        .select(['id', 'name', 'handle'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row ?? null;
    },

    setMember: ({ organizationId, userId, role }) =>
      db.transaction().execute(async (transaction) => {
        const enabled = await lockEnabledUser(transaction, userId, engine);
        await lockOrganization(transaction, organizationId, engine);
        if (!enabled && !(await findRole(transaction, organizationId, userId))) return 'disabled';
        if (role !== 'owner' && (await isLastOwner(transaction, organizationId, userId))) return 'last_owner';
        await upsertMember(transaction, { organizationId, userId, role, at: new Date().toISOString() });
        return 'set';
      }),

    removeMember: ({ organizationId, userId }) =>
      db.transaction().execute(async (transaction) => {
        await lockOrganization(transaction, organizationId, engine);
        if (await isLastOwner(transaction, organizationId, userId)) return 'last_owner';
        return (await deleteMember(transaction, organizationId, userId, new Date().toISOString()))
          ? 'removed'
          : 'missing';
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

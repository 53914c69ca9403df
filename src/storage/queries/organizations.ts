import type { Kysely, Transaction } from 'kysely';
import type { Role } from '../../contract/scopes.ts';
import type { Tables } from '../schema.ts';
import type { AuditRecord, Engine, OrganizationStore } from '../storage.ts';
import { isLastOwner, lockOrganization } from './accounts.ts';
import { insertCredential, selectListed, toListed } from './credentials.ts';
import { toAuditRow } from './live-rows.ts';
import { changeProfile } from './owners.ts';

type Db = Kysely<Tables>;

export function organizationStore(db: Db, engine: Engine): OrganizationStore {
  return {
    async listOf(userId) {
      const rows = await selectMemberships(db)
        .where('members.user_id', '=', userId)
        .orderBy('name')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...row, role: row.role as Role }));
    },

    async find(organizationId, userId) {
      const row = await selectMemberships(db)
        .where('members.user_id', '=', userId)
        .where('organizations.id', '=', organizationId)
        .executeTakeFirst();
      return row ? { ...row, role: row.role as Role } : null;
    },

    create: ({ id, name, ownerUserId: user_id, createdAt: created_at }, quota, audit) =>
      db.transaction().execute(async (transaction) => {
        if (engine === 'postgres') {
          await transaction.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute();
        }
        const { owned } = await transaction
          .selectFrom('members')
          .select((select) => select.fn.countAll<number>().as('owned'))
          .where('user_id', '=', user_id)
          .where('role', '=', 'owner')
          .executeTakeFirstOrThrow();
        if (owned >= quota) return 'quota_exceeded';
        await transaction.insertInto('organizations').values({ id, name, created_at }).execute();
        await transaction
          .insertInto('members')
          .values({ organization_id: id, user_id, role: 'owner', created_at })
          .execute();
        await record(transaction, audit);
        return 'created';
      }),

    rename: (by, name, audit) =>
      db.transaction().execute(async (transaction) => {
        const role = await lockRole(transaction, by, engine);
        if (!role) return 'missing';
        by.judge(role);
        await rename(transaction, by.organizationId, name);
        await record(transaction, audit);
        return 'renamed';
      }),

    renameAny: (organizationId, name) =>
      db
        .transaction()
        .execute(async (transaction) => ((await rename(transaction, organizationId, name)) ? 'renamed' : 'missing')),

    changeMember: (by, { userId, role, at, judge }, audit) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId } = by;
        const own = await lockRole(transaction, by, engine);
        if (!own) return 'missing';
        if (!judge(own, await findRole(transaction, organizationId, userId))) return 'unchanged';
        if (role !== 'owner' && (await isLastOwner(transaction, organizationId, userId))) return 'last_owner';
        if (role === null) {
          await transaction
            .deleteFrom('members')
            .where('organization_id', '=', organizationId)
            .where('user_id', '=', userId)
            .execute();
        } else {
          await transaction
            .insertInto('members')
            .values({ organization_id: organizationId, user_id: userId, role, created_at: at })
            .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
            .execute();
        }
        await record(transaction, audit);
        return 'changed';
      }),

    listTokens: async (organizationId, now) => (await selectTokens(db, organizationId, now).execute()).map(toListed),

    createToken: (by, credential, quota, audit) =>
      db.transaction().execute(async (transaction) => {
        const role = await lockRole(transaction, by, engine);
        if (!role) return 'missing';
        by.judge(role);
        const present = await selectTokens(transaction, by.organizationId, credential.createdAt).execute();
        if (present.length >= quota) return 'quota_exceeded';
        await insertCredential(transaction, credential);
        await record(transaction, audit);
        return 'created';
      }),

    endToken: (by, { id, now, judge }, audit) =>
      db.transaction().execute(async (transaction) => {
        const role = await lockRole(transaction, by, engine);
        if (!role) return 'missing';
        const token = await selectTokens(transaction, by.organizationId, now)
          .where('credentials.id', '=', id)
          .executeTakeFirst();
        if (!token) return 'missing';
        judge(role, toListed(token));
        await transaction.updateTable('credentials').set({ revoked_at: now }).where('id', '=', id).execute();
        await record(transaction, audit);
        return 'ended';
      }),
  };
}

const selectMemberships = (db: Db) =>
  db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.name', 'members.role']);

/** Service tokens that work. */
const selectTokens = (db: Db, organizationId: string, now: string) =>
  selectListed(db)
    .where('organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('created_at')
    .orderBy('id');

/** The role that somebody has, and keeps until the transaction is over. */
async function lockRole(
  transaction: Transaction<Tables>,
  { organizationId, userId }: { organizationId: string; userId: string },
  engine: Engine,
): Promise<Role | null> {
  await lockOrganization(transaction, organizationId, engine);
  return findRole(transaction, organizationId, userId);
}

async function findRole(db: Db, organizationId: string, userId: string): Promise<Role | null> {
  const row = await db
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.role as Role | undefined) ?? null;
}

/** With the version of the owner's profile, by which viewers learn of it. False where there is no such organization. */
async function rename(transaction: Transaction<Tables>, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('organizations')
    .set({ name })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await changeProfile(transaction, { kind: 'organization', id }, {});
  return true;
}

async function record(transaction: Transaction<Tables>, audit: AuditRecord): Promise<void> {
  await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
}

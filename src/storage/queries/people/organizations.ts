import type { Kysely, Transaction } from 'kysely';
import type { Role } from '../../../contract/scopes.ts';
import type { Tables } from '../../schema.ts';
import type { ActingMember, Engine, OrganizationStore } from '../../storage.ts';
import { changeProfile } from '../owners/owners.ts';
import { recordAudit } from '../shared/audit.ts';
import { insertCredential, selectListed, toListed } from './credentials.ts';
import {
  deleteMember,
  findRole,
  insertOrganization,
  isLastOwner,
  lockEnabledUser,
  lockOrganization,
  upsertMember,
} from './members.ts';
import { insertLink } from './one-time-links.ts';
import { lockUser } from './users.ts';

type Db = Kysely<Tables>;

export function organizationStore(db: Db, engine: Engine): OrganizationStore {
  /**
   * Runs a write as a member, whose role is locked meanwhile. Returns `missing` if the user is not an enabled member.
   */
  const asMember = <Outcome extends string>(
    by: Omit<ActingMember, 'authorize'>,
    write: (transaction: Transaction<Tables>, role: Role) => Promise<Outcome>,
  ): Promise<Outcome | 'missing'> =>
    db.transaction().execute(async (transaction) => {
      const role = await lockRole(transaction, by, engine);
      return role ? write(transaction, role) : 'missing';
    });

  return {
    async listByUser(userId) {
      const rows = await selectMemberships(db)
        .where('members.user_id', '=', userId)
        .orderBy('name')
        .orderBy('id')
        .execute();
      return rows.map(toMembership);
    },

    async find(organizationId, userId) {
      const row = await selectMemberships(db)
        .where('members.user_id', '=', userId)
        .where('organizations.id', '=', organizationId)
        .executeTakeFirst();
      return row ? toMembership(row) : null;
    },

    create: (organization, quota, audit) =>
      db.transaction().execute(async (transaction) => {
        // Serializes the creation with others of the user, and with the deletion of the account.
        await lockUser(transaction, organization.ownerUserId, engine);
        const user = await transaction
          .selectFrom('users')
          .select('id')
          .where('id', '=', organization.ownerUserId)
          .where('disabled', '=', 0)
          .executeTakeFirst();
        if (!user) return 'missing';
        const { owned } = await transaction
          .selectFrom('members')
          .select((select) => select.fn.countAll<number>().as('owned'))
          .where('user_id', '=', organization.ownerUserId)
          .where('role', '=', 'owner')
          .executeTakeFirstOrThrow();
        if (owned >= quota) return 'quota_exceeded';
        await insertOrganization(transaction, organization, engine);
        await recordAudit(transaction, audit);
        return 'created';
      }),

    rename: (by, name, audit) =>
      asMember(by, async (transaction, role) => {
        by.authorize(role);
        await rename(transaction, by.organizationId, name);
        await recordAudit(transaction, audit);
        return 'renamed';
      }),

    renameAsAdministrator: (organizationId, name) =>
      db
        .transaction()
        .execute(async (transaction) => ((await rename(transaction, organizationId, name)) ? 'renamed' : 'missing')),

    changeMember: (by, { userId, role, at, authorize }, audit) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId } = by;
        const enabled = await lockEnabledUser(transaction, userId, engine);
        const own = await lockRole(transaction, by, engine);
        if (!own) return 'missing';
        const current = await findRole(transaction, organizationId, userId);
        if (!authorize(own, current)) return 'unchanged';
        if (!enabled && current === null) return 'missing';
        if (role !== 'owner' && (await isLastOwner(transaction, organizationId, userId))) return 'last_owner';
        if (role === null) await deleteMember(transaction, organizationId, userId, at);
        else await upsertMember(transaction, { organizationId, userId, role, at });
        await recordAudit(transaction, audit);
        return 'changed';
      }),

    createInvitation: (by, link, quota, audit) =>
      asMember(by, async (transaction, role) => {
        by.authorize(role);
        const open = await selectInvitations(transaction, by.organizationId, link.createdAt).execute();
        if (open.length >= quota) return 'quota_exceeded';
        await insertLink(transaction, link);
        await recordAudit(transaction, audit);
        return 'created';
      }),

    async listInvitations(organizationId, now) {
      const rows = await selectInvitations(db, organizationId, now).execute();
      return rows.map(({ id, email, role, invited_by, inviter, inviter_role, expires_at }) => ({
        id,
        email: email!,
        role: role as Role,
        expiresAt: expires_at,
        inviter: invited_by === null ? null : { name: inviter!, role: inviter_role as Role | null },
      }));
    },

    withdrawInvitation: (by, { id, now, authorize }, audit) =>
      asMember(by, async (transaction, role) => {
        const invitation = await selectInvitations(transaction, by.organizationId, now)
          .where('one_time_links.id', '=', id)
          .executeTakeFirst();
        if (!invitation) return 'missing';
        authorize(role, invitation.role as Role);
        await transaction.deleteFrom('one_time_links').where('id', '=', id).execute();
        await recordAudit(transaction, audit);
        return 'withdrawn';
      }),

    listTokens: async (organizationId, now) =>
      (await selectActiveTokens(db, organizationId, now).execute()).map(toListed),

    createToken: (by, credential, quota, audit) =>
      asMember(by, async (transaction, role) => {
        by.authorize(role);
        const active = await selectActiveTokens(transaction, by.organizationId, credential.createdAt).execute();
        if (active.length >= quota) return 'quota_exceeded';
        await insertCredential(transaction, credential);
        await recordAudit(transaction, audit);
        return 'created';
      }),

    endToken: (by, { id, now, authorize }, audit) =>
      asMember(by, async (transaction, role) => {
        const token = await selectActiveTokens(transaction, by.organizationId, now)
          .where('credentials.id', '=', id)
          .executeTakeFirst();
        if (!token) return 'missing';
        authorize(role, toListed(token));
        await transaction.updateTable('credentials').set({ revoked_at: now }).where('id', '=', id).execute();
        await recordAudit(transaction, audit);
        return 'ended';
      }),
  };
}

const selectMemberships = (db: Db) =>
  db
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .leftJoin('owner_profiles', (join) =>
      join
        .onRef('owner_profiles.owner_id', '=', 'organizations.id')
        .on('owner_profiles.owner_kind', '=', 'organization'),
    )
    .select(['organizations.id', 'organizations.name', 'members.role', 'owner_profiles.restricted']);

const toMembership = ({
  role,
  restricted,
  ...row
}: {
  id: string;
  name: string;
  role: string;
  restricted: number | null;
}) => ({
  ...row,
  role: role as Role,
  restricted: restricted === 1,
});

/** Selects open invitations with the inviter's current role, which is null if the inviter is not an enabled member. */
const selectInvitations = (db: Db, organizationId: string, now: string) =>
  db
    .selectFrom('one_time_links')
    .leftJoin('users', 'users.id', 'one_time_links.invited_by')
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'one_time_links.invited_by')
        .onRef('members.organization_id', '=', 'one_time_links.organization_id')
        .on('users.disabled', '=', 0),
    )
    .selectAll('one_time_links')
    .select(['users.name as inviter', 'members.role as inviter_role'])
    .where('one_time_links.organization_id', '=', organizationId)
    .where('one_time_links.purpose', '=', 'invitation')
    .where('one_time_links.expires_at', '>', now)
    .orderBy('one_time_links.created_at')
    .orderBy('one_time_links.id');

/** Selects the active service tokens of an organization. */
export const selectActiveTokens = (db: Db, organizationId: string, now: string) =>
  selectListed(db)
    .where('credentials.organization_id', '=', organizationId)
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .orderBy('credentials.created_at')
    .orderBy('credentials.id');

/**
 * Returns the current role of a user, and locks it until the transaction ends. Returns null if the user is disabled or
 * not a member.
 */
export async function lockRole(
  transaction: Transaction<Tables>,
  { organizationId, userId }: { organizationId: string; userId: string },
  engine: Engine,
): Promise<Role | null> {
  await lockOrganization(transaction, organizationId, engine);
  const user = await transaction.selectFrom('users').select('disabled').where('id', '=', userId).executeTakeFirst();
  return user?.disabled === 0 ? findRole(transaction, organizationId, userId) : null;
}

/**
 * Renames an organization and increments the version of its profile, by which viewers learn of the new name. Returns
 * false if the organization does not exist.
 */
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

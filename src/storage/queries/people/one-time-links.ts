import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Role } from '../../../contract/scopes.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, InvitationUse, LinkPurpose, LinkRecord, LinkStore } from '../../storage.ts';
import { recordAudit } from '../shared/audit.ts';
import { deleteExpired } from '../shared/delete-expired.ts';
import { endSessionsAndLinks } from './end-sessions.ts';
import { lockEnabledUser, lockOrganization } from './members.ts';
import { lockUser } from './users.ts';

type Db = Kysely<Tables>;

export function linkStore(db: Db, engine: Engine): LinkStore {
  return {
    create: (link) =>
      db.transaction().execute(async (transaction) => {
        // Otherwise the link could be created after the user's links were ended, and work once the user is enabled
        // again.
        if (link.userId !== null && !(await lockEnabledUser(transaction, link.userId, engine))) return false;
        await insertLink(transaction, link);
        return true;
      }),

    async find(hash, now) {
      const row = await db
        .selectFrom('one_time_links')
        .selectAll()
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row ? toLink(row) : null;
    },

    reset: ({ hash, now }, password, audit) =>
      db.transaction().execute(async (transaction) => {
        // Always locks a user before a link: otherwise two transactions could deadlock.
        await lockUser(transaction, password.userId, engine);
        const link = await consumeLink(transaction, { hash, now, purpose: 'reset' });
        if (link?.userId !== password.userId) return false;
        await transaction
          .updateTable('users')
          .set({ password_hash: password.hash })
          .where('id', '=', password.userId)
          .execute();
        await endSessionsAndLinks(transaction, password.userId, null);
        await recordAudit(transaction, audit);
        return true;
      }),

    isStillValid: (link, mayOffer) => isStillValid(db, link, mayOffer),

    accept: (use, userId, audit) =>
      db.transaction().execute(async (transaction) => {
        // Always locks a user before an organization: otherwise two transactions could deadlock.
        if (!(await lockEnabledUser(transaction, userId, engine))) return false;
        const link = await consumeInvitation(transaction, use, engine);
        if (!link) return false;
        await joinByInvitation(transaction, link, { userId, at: use.now });
        await recordAudit(transaction, audit);
        return true;
      }),

    deleteExpired: (now, limit) =>
      deleteExpired(db, { table: 'one_time_links', key: 'hash', end: 'expires_at' }, now, limit),
  };
}

export async function insertLink(db: Db, link: LinkRecord): Promise<void> {
  await db
    .insertInto('one_time_links')
    .values({
      hash: link.hash,
      id: link.id,
      purpose: link.purpose,
      user_id: link.userId,
      email: link.email,
      organization_id: link.organizationId,
      role: link.role,
      invited_by: link.invitedBy,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute();
}

/**
 * Consumes an invitation, serialized with changes of the organization's members. Returns null, with no change, if it is
 * expired or used, or its inviter can no longer offer the role.
 */
export async function consumeInvitation(
  transaction: Transaction<Tables>,
  { hash, now, mayOffer }: InvitationUse,
  engine: Engine,
): Promise<LinkRecord | null> {
  const known = await transaction.selectFrom('one_time_links').selectAll().where('hash', '=', hash).executeTakeFirst();
  if (!known) return null;
  if (known.organization_id !== null) await lockOrganization(transaction, known.organization_id, engine);
  if (!(await isStillValid(transaction, toLink(known), mayOffer))) return null;
  return consumeLink(transaction, { hash, now, purpose: 'invitation' });
}

async function isStillValid(
  db: Db,
  { organizationId, role, invitedBy }: LinkRecord,
  mayOffer: InvitationUse['mayOffer'],
): Promise<boolean> {
  if (organizationId === null || role === null || invitedBy === null) return true;
  const inviter = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('members.role')
    .where('members.organization_id', '=', organizationId)
    .where('members.user_id', '=', invitedBy)
    .where('users.disabled', '=', 0)
    .executeTakeFirst();
  return inviter !== undefined && mayOffer(inviter.role as Role, role);
}

/** Consumes a link if it has the given purpose. The second of two concurrent calls finds no link. */
export async function consumeLink(
  transaction: Transaction<Tables>,
  { hash, purpose, now }: { hash: string; purpose: LinkPurpose; now: string },
): Promise<LinkRecord | null> {
  const row = await transaction
    .deleteFrom('one_time_links')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row ? toLink(row) : null;
}

/**
 * Adds the membership that an invitation offers, if any. A user who is already a member keeps the role. Other
 * invitations of the address have become useless, so they are used up too.
 */
export async function joinByInvitation(
  transaction: Transaction<Tables>,
  link: LinkRecord,
  { userId, at }: { userId: string; at: string },
): Promise<void> {
  const { organizationId, role, email } = link;
  if (organizationId === null || role === null) return;
  await transaction
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: userId, role, created_at: at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .execute();
  await insertLink(transaction, { ...link, purpose: 'joined' });
  await transaction
    .updateTable('one_time_links')
    .set({ purpose: 'joined' })
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where('purpose', '=', 'invitation')
    .execute();
}

const toLink = (row: Selectable<Tables['one_time_links']>): LinkRecord => ({
  hash: row.hash,
  id: row.id,
  purpose: row.purpose as LinkPurpose,
  userId: row.user_id,
  email: row.email,
  organizationId: row.organization_id,
  role: row.role as Role | null,
  invitedBy: row.invited_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

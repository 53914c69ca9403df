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
        // Else it would come to be after the end of the user's links, and count once the user is enabled again.
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
        // A user before a link, here and everywhere: else two could wait for each other.
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

    isStillValid: (link, mayOffer) => isWorth(db, link, mayOffer),

    accept: (use, userId, audit) =>
      db.transaction().execute(async (transaction) => {
        // A user before an organization, here and everywhere: else two could wait for each other.
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
 * Uses an invitation up, in turn with the changes of its organization's members. Null where it is over, and where who has
 * invited may not offer that now: then it is as it was.
 */
export async function consumeInvitation(
  transaction: Transaction<Tables>,
  { hash, now, mayOffer }: InvitationUse,
  engine: Engine,
): Promise<LinkRecord | null> {
  const known = await transaction.selectFrom('one_time_links').selectAll().where('hash', '=', hash).executeTakeFirst();
  if (!known) return null;
  if (known.organization_id !== null) await lockOrganization(transaction, known.organization_id, engine);
  if (!(await isWorth(transaction, toLink(known), mayOffer))) return null;
  return consumeLink(transaction, { hash, now, purpose: 'invitation' });
}

async function isWorth(
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

/** Uses a link up, if that is what it is for. The second of two that come at once finds it gone. */
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
 * The membership that an invitation offers, if it offers one. Whoever is a member keeps the role. Other invitations of the address
 * would do nothing any more, so they are used up, too.
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

import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Role } from '../../contract/scopes.ts';
import type { Tables } from '../schema.ts';
import type { LinkPurpose, LinkRecord, LinkStore } from '../storage.ts';
import { toAuditRow } from './live-rows.ts';

type Db = Kysely<Tables>;

export function linkStore(db: Db): LinkStore {
  return {
    async create(link) {
      await db
        .insertInto('one_time_links')
        .values({
          hash: link.hash,
          purpose: link.purpose,
          user_id: link.userId,
          email: link.email,
          organization_id: link.organizationId,
          role: link.role,
          created_at: link.createdAt,
          expires_at: link.expiresAt,
        })
        .execute();
    },

    async find(hash, now) {
      const row = await db
        .selectFrom('one_time_links')
        .selectAll()
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row ? toLink(row) : null;
    },

    use: (link) => db.transaction().execute(async (transaction) => (await takeLink(transaction, link)) !== null),

    reset: ({ hash, now }, password, audit) =>
      db.transaction().execute(async (transaction) => {
        const link = await takeLink(transaction, { hash, now, purpose: 'reset' });
        if (link?.userId !== password.userId) return false;
        await transaction
          .updateTable('users')
          .set({ password_hash: password.hash })
          .where('id', '=', password.userId)
          .execute();
        await endEntries(transaction, password.userId, null);
        await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
        return true;
      }),

    accept: ({ hash, now }, userId, audit) =>
      db.transaction().execute(async (transaction) => {
        const link = await takeLink(transaction, { hash, now, purpose: 'invitation' });
        if (!link) return false;
        await joinByInvitation(transaction, link, userId);
        await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
        return true;
      }),

    async removeEnded(now, limit) {
      const { numDeletedRows } = await db
        .deleteFrom('one_time_links')
        .where('hash', 'in', (from) =>
          from.selectFrom('one_time_links').select('hash').where('expires_at', '<=', now).limit(limit),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Uses a link up, if that is what it is for. The second of two that come at once finds it gone. */
export async function takeLink(
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

/** The membership that an invitation offers, if it offers one. Whoever is a member keeps the role. */
export async function joinByInvitation(
  transaction: Transaction<Tables>,
  { organizationId, role }: LinkRecord,
  userId: string,
): Promise<void> {
  if (organizationId === null || role === null) return;
  await transaction
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: userId, role, created_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .execute();
}

/** Other sessions of a user, and links, which let in whoever has them. */
export async function endEntries(
  transaction: Transaction<Tables>,
  userId: string,
  keptSession: string | null,
): Promise<void> {
  await transaction.deleteFrom('one_time_links').where('user_id', '=', userId).execute();
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keptSession !== null, (query) => query.where('id', '<>', keptSession!))
    .execute();
}

const toLink = (row: Selectable<Tables['one_time_links']>): LinkRecord => ({
  hash: row.hash,
  purpose: row.purpose as LinkPurpose,
  userId: row.user_id,
  email: row.email,
  organizationId: row.organization_id,
  role: row.role as Role | null,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

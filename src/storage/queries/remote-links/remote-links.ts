import { type Kysely, type Selectable, sql } from 'kysely';
import type { Role } from '../../../contract/scopes.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, LinkKind, RemoteLinkRecord, RemoteLinkStore, RemoteLinkWithCreator } from '../../storage.ts';
import type { SendNotification } from '../live/lives.ts';
import { lockLive } from '../live/lock-live.ts';
import { countLeases, leaseStore } from '../outputs/leases.ts';
import { recordAudit, updateWithAudit } from '../shared/audit.ts';
import { deleteExpired } from '../shared/delete-expired.ts';

type Db = Kysely<Tables>;

export function remoteLinkStore(db: Db, engine: Engine, sendNotification: SendNotification): RemoteLinkStore {
  return {
    create: (link, { kinds, max }, audit) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockLive(transaction, link.liveId, engine))) return 'missing';
        const { count } = await selectActive(transaction, link.liveId, kinds, link.createdAt)
          .select((select) => select.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= max) return 'quota_exceeded';
        await transaction.insertInto('remote_links').values(toRow(link)).execute();
        await recordAudit(transaction, audit);
        return 'created';
      }),

    async list(liveId, kinds, now) {
      const rows = await withMakers(selectActive(db, liveId, kinds, now))
        .select('remote_links.last_used_at')
        .select(countLeases(db, engine, 'remote_links').as('connections'))
        .orderBy('remote_links.created_at')
        .orderBy('remote_links.id')
        .execute();
      return rows.map((row) => ({
        ...toHeldLink(row),
        lastUsedAt: row.last_used_at,
        connections: row.connections ?? 0,
      }));
    },

    async findAll(ids) {
      if (ids.length === 0) return [];
      const rows = await withMakers(db.selectFrom('remote_links')).where('remote_links.id', 'in', ids).execute();
      return rows.map(toHeldLink);
    },

    end: ({ id, liveId }, now, audit) =>
      updateWithAudit(db, audit, (transaction) =>
        transaction
          .updateTable('remote_links')
          .set({ ended_at: now, expires_at: now })
          .where('id', '=', id)
          .where('live_id', '=', liveId)
          .where('ended_at', 'is', null)
          .where('expires_at', '>', now),
      ),

    recordUses: async (uses) => {
      for (const [id, at] of uses) {
        await db.updateTable('remote_links').set({ last_used_at: at }).where('id', '=', id).execute();
      }
    },

    deleteExpired: (now, limit) =>
      deleteExpired(db, { table: 'remote_links', key: 'id', end: 'expires_at' }, now, limit),

    ...leaseStore(db, engine, sendNotification, {
      table: 'remote_links',
      async recordSeen(transaction, ids) {
        const lastUsedAt = new Date().toISOString();
        await transaction
          .updateTable('remote_links')
          .set({ last_used_at: lastUsedAt })
          .where('id', 'in', ids)
          .execute();
      },
    }),
  };
}

/**
 * Ends remote and button links, or those of some kinds, in the transaction that ends the rights of their creator, in
 * one organization or everywhere.
 */
export async function endRemoteLinks(
  transaction: Db,
  { userId, organizationId, kinds }: { userId: string; organizationId?: string; kinds?: readonly LinkKind[] },
  at: string,
): Promise<void> {
  await transaction
    .updateTable('remote_links')
    .set({ ended_at: at, expires_at: at })
    .where('made_by', '=', userId)
    .where('expires_at', '>', at)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds!))
    .$if(organizationId !== undefined, (query) =>
      query.where('live_id', 'in', (from) =>
        from
          .selectFrom('lives')
          .select('id')
          .where('owner_kind', '=', 'organization')
          .where('owner_id', '=', organizationId!),
      ),
    )
    .execute();
}

/** Selects the active links of a Live. */
const selectActive = (db: Db, liveId: string, kinds: readonly LinkKind[], now: string) =>
  db
    .selectFrom('remote_links')
    .where('remote_links.live_id', '=', liveId)
    .where('remote_links.kind', 'in', kinds)
    .where('remote_links.ended_at', 'is', null)
    .where('remote_links.expires_at', '>', now);

/**
 * Adds the creator's relation to the owner of the Live: the role of a member, or `owner` for the user of the account.
 */
const withMakers = (query: ReturnType<typeof selectLinks>) =>
  query
    .innerJoin('lives', 'lives.id', 'remote_links.live_id')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'remote_links.made_by'))
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'users.id')
        .onRef('members.organization_id', '=', 'lives.owner_id')
        .on('lives.owner_kind', '=', 'organization')
        .on('users.disabled', '=', 0),
    )
    .leftJoin('accounts', (join) =>
      join
        .onRef('accounts.user_id', '=', 'users.id')
        .onRef('accounts.id', '=', 'lives.owner_id')
        .on('lives.owner_kind', '=', 'account')
        .on('users.disabled', '=', 0),
    )
    .leftJoin('owner_profiles', (join) =>
      join
        .onRef('owner_profiles.owner_kind', '=', 'lives.owner_kind')
        .onRef('owner_profiles.owner_id', '=', 'lives.owner_id'),
    )
    .select(['remote_links.id', 'remote_links.kind', 'remote_links.live_id', 'remote_links.name', 'remote_links.hash'])
    .select(['remote_links.made_by', 'remote_links.created_at', 'remote_links.expires_at', 'remote_links.ended_at'])
    .select([
      'users.name as maker',
      'owner_profiles.restricted',
      sql<Role | null>`CASE WHEN accounts.id IS NULL THEN members.role ELSE 'owner' END`.as('role'),
    ]);

const selectLinks = (db: Db) => db.selectFrom('remote_links');

const toRow = (link: RemoteLinkRecord): Tables['remote_links'] => ({
  id: link.id,
  kind: link.kind,
  live_id: link.liveId,
  name: link.name,
  hash: link.hash,
  made_by: link.createdBy,
  created_at: link.createdAt,
  expires_at: link.expiresAt,
  ended_at: link.endedAt,
  last_used_at: null,
});

const toHeldLink = (
  row: Omit<Selectable<Tables['remote_links']>, 'last_used_at'> & {
    maker: string | null;
    role: Role | null;
    restricted: number | null;
  },
): RemoteLinkWithCreator => ({
  id: row.id,
  kind: row.kind as LinkKind,
  liveId: row.live_id,
  name: row.name,
  hash: row.hash,
  createdBy: row.made_by,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  endedAt: row.ended_at,
  creator: { name: row.maker ?? '', role: row.role },
  restricted: row.restricted === 1,
});

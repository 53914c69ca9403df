import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AuditActor, Engine, LeavingStore, Owner } from '../../storage.ts';
import { lockOwner } from '../live/lives.ts';
import { toSnapshot } from '../presentations/decks.ts';
import { toImage } from '../presentations/images.ts';
import { recordAudit } from '../shared/audit.ts';
import { endEntries } from './entries.ts';
import { lockUser } from './users.ts';

type Db = Kysely<Tables>;

/** What an organization can have much of: the table, its key, and how many rows go at a time. Images have up to 10 MiB. */
const PORTIONS = [
  ['images', 'digest', 1],
  ['snapshots', 'id', 20],
  ['decks', 'id', 20],
] as const;

export function leavingStore(db: Db, engine: Engine): LeavingStore {
  return {
    begin: (owner, { now, actor }) =>
      db.transaction().execute(async (transaction) => {
        if (!(await lockOwner(transaction, owner, engine))) return 'missing';
        if (owner.kind === 'organization') {
          await revoke(transaction, 'organization_id', owner.id, now);
          await noteBegun(transaction, owner, actor);
          return 'begun';
        }
        const userId = await findUser(transaction, owner);
        // Whoever adds the user to something now waits, and then finds one who is disabled.
        await lockUser(transaction, userId, engine);
        const ownerless = await findOwnerless(transaction, userId, engine);
        if (ownerless.length > 0) return { ownerless };
        await transaction.deleteFrom('members').where('user_id', '=', userId).execute();
        await transaction.updateTable('users').set({ disabled: 1 }).where('id', '=', userId).execute();
        await revoke(transaction, 'user_id', userId, now);
        await endEntries(transaction, userId, null);
        await removeInvitations(transaction, userId);
        await endGrants(transaction, userId, now);
        await noteBegun(transaction, owner, actor);
        return 'begun';
      }),

    async unfinished() {
      const rows = await db.selectFrom('installation').selectAll().where('key', 'like', `${BEGUN}%`).execute();
      return rows.map(({ key, value }) => {
        const [kind, id] = key.slice(BEGUN.length).split('/') as [Owner['kind'], string];
        return { owner: { kind, id }, actor: JSON.parse(value) };
      });
    },

    async findPerson(accountId) {
      const user = await db
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.user_id', 'users.id')
        .select(['users.id', 'users.email', 'users.name', 'users.disabled'])
        .where('accounts.id', '=', accountId)
        .executeTakeFirst();
      if (!user) return null;
      const memberships = await db
        .selectFrom('members')
        .innerJoin('organizations', 'organizations.id', 'members.organization_id')
        .select(['organizations.id as organization_id', 'organizations.name', 'members.role'])
        .where('members.user_id', '=', user.id)
        .orderBy('organizations.id')
        .execute();
      return { user: { ...user, disabled: user.disabled === 1 }, memberships };
    },

    async snapshotAfter(organizationId, id) {
      const row = await db
        .selectFrom('snapshots')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .$if(id !== null, (query) => query.where('id', '>', id!))
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row ? toSnapshot(row) : null;
    },

    async imageAfter(organizationId, digest) {
      const row = await db
        .selectFrom('images')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .$if(digest !== null, (query) => query.where('digest', '>', digest!))
        .orderBy('digest')
        .limit(1)
        .executeTakeFirst();
      return row ? { image: toImage(row), content: row.content } : null;
    },

    async removeSome(owner) {
      const { kind, id } = owner;
      if ((await forgetNames(db, owner, AUDIT_PORTION)) > 0n) return true;
      if (kind === 'account') return false;
      for (const [table, key, rows] of PORTIONS) {
        const { numDeletedRows } = await db
          .deleteFrom(table)
          .where('organization_id', '=', id)
          .where(key, 'in', (from) =>
            from
              .selectFrom(table as 'decks')
              .select(key as 'id')
              .where('organization_id', '=', id)
              .limit(rows),
          )
          .executeTakeFirst();
        if (numDeletedRows > 0n) return true;
      }
      return false;
    },

    finish: (owner, audit) =>
      db.transaction().execute(async (transaction) => {
        // Whoever creates a Live now waits, and then finds no owner.
        if (!(await lockOwner(transaction, owner, engine))) {
          await forgetBegun(transaction, owner);
          return 'finished';
        }
        if (await hasLives(transaction, owner)) return 'lives_left';
        for (const table of ['libraries', 'owner_profiles'] as const) {
          await transaction
            .deleteFrom(table)
            .where('owner_kind', '=', owner.kind)
            .where('owner_id', '=', owner.id)
            .execute();
        }
        if (owner.kind === 'organization') {
          // What came in while the portions were removed.
          for (const [table] of PORTIONS) {
            await transaction.deleteFrom(table).where('organization_id', '=', owner.id).execute();
          }
          await removeCredentials(transaction, 'organization_id', owner.id);
          await transaction.deleteFrom('members').where('organization_id', '=', owner.id).execute();
          await transaction.deleteFrom('organizations').where('id', '=', owner.id).execute();
        } else {
          const userId = await findUser(transaction, owner);
          await removeCredentials(transaction, 'user_id', userId);
          await removeGrantReceipts(transaction, userId);
          // What came in meanwhile, where somebody has enabled the user again.
          await transaction.deleteFrom('members').where('user_id', '=', userId).execute();
          await transaction.deleteFrom('accounts').where('id', '=', owner.id).execute();
          await transaction.deleteFrom('users').where('id', '=', userId).execute();
        }
        await forgetBegun(transaction, owner);
        // What was written while the portions were.
        await forgetNames(transaction, owner, Number.MAX_SAFE_INTEGER);
        await recordAudit(transaction, audit);
        return 'finished';
      }),
  };
}

const AUDIT_PORTION = 1_000;

/** The audit of an owner who is gone tells by ids what was done, not by names or passages. [D52] */
async function forgetNames(db: Kysely<Tables>, { id }: Owner, limit: number): Promise<bigint> {
  const { numUpdatedRows } = await db
    .updateTable('audit')
    .set({ resource_name: null, detail: null })
    .where('owner_id', '=', id)
    .where('id', 'in', (from) =>
      from
        .selectFrom('audit')
        .select('id')
        .where('owner_id', '=', id)
        .where((where) => where.or([where('resource_name', 'is not', null), where('detail', 'is not', null)]))
        .limit(limit),
    )
    .executeTakeFirst();
  return numUpdatedRows;
}

/** Facts of the installation that begin so tell of owners who are leaving, as long as something of them is left. */
const BEGUN = 'leaving/';
const begunKey = ({ kind, id }: Owner): string => `${BEGUN}${kind}/${id}`;

async function noteBegun(transaction: Transaction<Tables>, owner: Owner, actor: AuditActor): Promise<void> {
  await transaction
    .insertInto('installation')
    .values({ key: begunKey(owner), value: JSON.stringify(actor) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

async function forgetBegun(transaction: Transaction<Tables>, owner: Owner): Promise<void> {
  await transaction.deleteFrom('installation').where('key', '=', begunKey(owner)).execute();
}

/** They name the address of whoever leaves. */
async function removeInvitations(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction
    .deleteFrom('one_time_links')
    .where('email', 'in', (from) => from.selectFrom('users').select('email').where('id', '=', userId))
    .execute();
}

type HolderColumn = 'organization_id' | 'user_id';

async function revoke(transaction: Transaction<Tables>, column: HolderColumn, id: string, now: string): Promise<void> {
  await transaction
    .updateTable('credentials')
    .set({ revoked_at: now })
    .where(column, '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

async function endGrants(transaction: Transaction<Tables>, userId: string, now: string): Promise<void> {
  await transaction
    .updateTable('oauth_grants')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** With the receipts that they were given. */
async function removeCredentials(transaction: Transaction<Tables>, column: HolderColumn, id: string): Promise<void> {
  await transaction
    .deleteFrom('receipts')
    .where('credential_id', 'in', (from) => from.selectFrom('credentials').select('id').where(column, '=', id))
    .execute();
  await transaction.deleteFrom('credentials').where(column, '=', id).execute();
}

/** What delegated tokens have created goes by the grant. */
async function removeGrantReceipts(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction
    .deleteFrom('receipts')
    .where('credential_id', 'in', (from) => from.selectFrom('oauth_grants').select('id').where('user_id', '=', userId))
    .execute();
}

async function findUser(transaction: Transaction<Tables>, { id }: Owner): Promise<string> {
  const row = await transaction.selectFrom('accounts').select('user_id').where('id', '=', id).executeTakeFirstOrThrow();
  return row.user_id;
}

/** Organizations of which the user is the only owner who is not disabled. They are locked, so that no other owner can leave meanwhile. */
async function findOwnerless(transaction: Transaction<Tables>, userId: string, engine: Engine): Promise<string[]> {
  const owned = await transaction
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', (from) =>
      from.selectFrom('members').select('organization_id').where('user_id', '=', userId).where('role', '=', 'owner'),
    )
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute();
  const ids = owned.map(({ id }) => id);
  if (ids.length === 0) return [];
  const others = await transaction
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('members.organization_id')
    .where('members.organization_id', 'in', ids)
    .where('members.role', '=', 'owner')
    .where('members.user_id', '<>', userId)
    .where('users.disabled', '=', 0)
    .execute();
  const kept = new Set(others.map((row) => row.organization_id));
  return ids.filter((id) => !kept.has(id));
}

async function hasLives(transaction: Transaction<Tables>, { kind, id }: Owner): Promise<boolean> {
  const row = await transaction
    .selectFrom('lives')
    .select('id')
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AuditActor, Engine, Owner, OwnerDeletionStore } from '../../storage.ts';
import { findUserId } from '../owners/find-user-id.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { endSessionsAndLinks } from '../people/end-sessions.ts';
import { lockUser } from '../people/users.ts';
import { endRemoteLinks } from '../remote-links/remote-links.ts';
import { lockRows } from '../shared/engine-sql.ts';
import { recordPendingDeletion } from './pending-deletions.ts';

/** Implements `OwnerDeletionStore.begin` within a transaction. */
export async function beginDeletion(
  transaction: Transaction<Tables>,
  engine: Engine,
  owner: Owner,
  { now, actor }: { now: string; actor: AuditActor },
): ReturnType<OwnerDeletionStore['begin']> {
  if (!(await lockOwner(transaction, owner, engine))) return 'missing';
  if (owner.kind === 'organization') {
    await revoke(transaction, 'organization_id', owner.id, now);
    await recordPendingDeletion(transaction, owner, actor);
    return 'begun';
  }
  const userId = await findUserId(transaction, owner);
  // A transaction that adds the user to an organization waits here, and then finds the user disabled.
  await lockUser(transaction, userId, engine);
  const ownerless = await findOwnerless(transaction, userId, engine);
  if (ownerless.length > 0) return { ownerless };
  for (const table of ['members', 'administrators'] as const) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await transaction.updateTable('users').set({ disabled: 1 }).where('id', '=', userId).execute();
  await revoke(transaction, 'user_id', userId, now);
  await endSessionsAndLinks(transaction, userId, null);
  await endRemoteLinks(transaction, { userId }, now);
  await removeInvitations(transaction, userId);
  await endGrants(transaction, userId, now);
  await recordPendingDeletion(transaction, owner, actor);
  return 'begun';
}

/** Deletes invitations, which contain the user's e-mail address. */
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

/**
 * Returns the organizations of which the user is the only enabled owner, and locks them so that no other owner can
 * leave in the meantime.
 */
async function findOwnerless(transaction: Transaction<Tables>, userId: string, engine: Engine): Promise<string[]> {
  const owned = await transaction
    .selectFrom('organizations')
    .select('id')
    .where('id', 'in', (from) =>
      from.selectFrom('members').select('organization_id').where('user_id', '=', userId).where('role', '=', 'owner'),
    )
    .orderBy('id')
    .modifyEnd(lockRows(engine, 'FOR UPDATE'))
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

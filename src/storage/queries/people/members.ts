import type { Kysely, Transaction } from 'kysely';
import { ROLE_SCOPES, type Role } from '../../../contract/scopes.ts';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';
import { addStarterEdition } from '../editions/libraries.ts';
import { endRemoteLinks } from '../remote-links/remote-links.ts';
import { lockRows } from '../shared/engine-sql.ts';

/** Inserts an organization with its first owner. */
export async function insertOrganization(
  transaction: Transaction<Tables>,
  { id, name, ownerUserId, createdAt }: { id: string; name: string; ownerUserId: string; createdAt: string },
  engine: Engine,
): Promise<void> {
  await transaction.insertInto('organizations').values({ id, name, created_at: createdAt }).execute();
  await upsertMember(transaction, { organizationId: id, userId: ownerUserId, role: 'owner', at: createdAt });
  await addStarterEdition(transaction, { kind: 'organization', id }, createdAt, engine);
}

/** Adds a member or changes the role. A change of the role ends the member's console credentials. [D63] */
export async function upsertMember(
  transaction: Transaction<Tables>,
  { organizationId, userId, role, at }: { organizationId: string; userId: string; role: Role; at: string },
): Promise<void> {
  const present = await findRole(transaction, organizationId, userId);
  if (present !== null && present !== role) await endConsoles(transaction, organizationId, userId);
  await transaction
    .insertInto('members')
    .values({ organization_id: organizationId, user_id: userId, role, created_at: at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
    .execute();
  // Permanent, even if the member gets the right again. [D68]
  if (!ROLE_SCOPES[role].includes('live.update')) await endRemoteLinks(transaction, { userId, organizationId }, at);
}

/**
 * Deletes a membership with its tokens, remote links and uncollected terminal logins. Returns false if the user was not
 * a member.
 */
export async function deleteMember(
  transaction: Transaction<Tables>,
  organizationId: string,
  userId: string,
  at: string,
): Promise<boolean> {
  // Permanent, even if the user becomes a member again. [D67]
  await transaction
    .updateTable('credentials')
    .set({ revoked_at: at })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
  await endConsoles(transaction, organizationId, userId);
  await transaction
    .deleteFrom('terminal_logins')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('state', '=', 'approved')
    .execute();
  await endRemoteLinks(transaction, { userId, organizationId }, at);
  const { numDeletedRows } = await transaction
    .deleteFrom('members')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function endConsoles(transaction: Transaction<Tables>, organizationId: string, userId: string): Promise<void> {
  await transaction
    .deleteFrom('console_credentials')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute();
}

export async function findRole(db: Kysely<Tables>, organizationId: string, userId: string): Promise<Role | null> {
  const row = await db
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return (row?.role as Role | undefined) ?? null;
}

/** Serializes changes of an organization's members. On SQLite the single connection does that already. */
export async function lockOrganization(transaction: Transaction<Tables>, id: string, engine: Engine): Promise<void> {
  const rows = transaction.selectFrom('organizations').select('id').where('id', '=', id);
  await rows.modifyEnd(lockRows(engine, 'FOR UPDATE')).execute();
}

/**
 * Returns whether a user is enabled, and locks that until the transaction ends: a user whose deletion has begun cannot
 * join anything.
 */
export async function lockEnabledUser(transaction: Transaction<Tables>, id: string, engine: Engine): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('disabled', '=', 0)
    .modifyEnd(lockRows(engine, 'FOR SHARE'))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether the user is an owner without whom the organization would have no enabled owner. [D34] */
export async function isLastOwner(
  transaction: Transaction<Tables>,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const owners = await transaction
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'users.disabled'])
    .where('members.organization_id', '=', organizationId)
    .where('members.role', '=', 'owner')
    .execute();
  const others = owners.filter(({ user_id, disabled }) => user_id !== userId && disabled === 0);
  return others.length === 0 && owners.some(({ user_id }) => user_id === userId);
}

import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AuditRecord, Engine, Owner, OwnerDeletionStore } from '../../storage.ts';
import { findUserId } from '../owners/find-user-id.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { recordAudit } from '../shared/audit.ts';
import { clearPendingDeletion } from './pending-deletions.ts';

type Db = Kysely<Tables>;

/** Plans deleted per batch. */
const PLANS_PER_BATCH = 20;

/**
 * Tables in which an organization can have many rows, with their key and the rows deleted per batch. An image can have
 * 10 MiB.
 */
const BATCHES = [
  ['images', 'digest', 1],
  ['snapshots', 'id', 20],
  ['decks', 'id', 20],
  ['imports', 'id', 1],
  ['usage_counts', 'thing', 100],
] as const;

const RECORDS_PER_BATCH = 1_000;

/** Implements `OwnerDeletionStore.deleteBatch`. */
export async function deleteBatch(db: Db, owner: Owner): Promise<boolean> {
  const { kind, id } = owner;
  if ((await clearAuditNames(db, owner, RECORDS_PER_BATCH)) > 0n) return true;
  if ((await deletePlans(db, owner, PLANS_PER_BATCH)) > 0n) return true;
  if (kind === 'account') return false;
  for (const [table, key, rows] of BATCHES) {
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
}

async function deletePlans(db: Db, { kind, id }: Owner, limit: number): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('plans')
    .where('id', 'in', (from) =>
      from.selectFrom('plans').select('id').where('owner_kind', '=', kind).where('owner_id', '=', id).limit(limit),
    )
    .executeTakeFirst();
  return numDeletedRows;
}

/** Implements `OwnerDeletionStore.finish` within a transaction. */
export async function finishDeletion(
  transaction: Transaction<Tables>,
  engine: Engine,
  owner: Owner,
  audit: AuditRecord,
): ReturnType<OwnerDeletionStore['finish']> {
  // A transaction that creates a Live waits here, and then finds no owner.
  if (!(await lockOwner(transaction, owner, engine))) {
    await clearPendingDeletion(transaction, owner);
    return 'finished';
  }
  if (await hasLives(transaction, owner)) return 'lives_left';
  for (const table of ['plans', 'libraries', 'owner_profiles'] as const) {
    await transaction.deleteFrom(table).where('owner_kind', '=', owner.kind).where('owner_id', '=', owner.id).execute();
  }
  if (owner.kind === 'organization') {
    // Deletes rows that were added while the batches were deleted.
    for (const [table] of BATCHES) {
      await transaction.deleteFrom(table).where('organization_id', '=', owner.id).execute();
    }
    await deleteCredentials(transaction, 'organization_id', owner.id);
    await transaction.deleteFrom('members').where('organization_id', '=', owner.id).execute();
    await transaction.deleteFrom('organizations').where('id', '=', owner.id).execute();
  } else {
    const userId = await findUserId(transaction, owner);
    await deleteCredentials(transaction, 'user_id', userId);
    await deleteGrantIdempotencyRecords(transaction, userId);
    // Deletes memberships that were added in the meantime, if the user was enabled again.
    await transaction.deleteFrom('members').where('user_id', '=', userId).execute();
    await transaction.deleteFrom('accounts').where('id', '=', owner.id).execute();
    await transaction.deleteFrom('users').where('id', '=', userId).execute();
  }
  await clearPendingDeletion(transaction, owner);
  // Clears records that were written while the batches were deleted.
  await clearAuditNames(transaction, owner, Number.MAX_SAFE_INTEGER);
  await recordAudit(transaction, audit);
  return 'finished';
}

/** Clears names and passages in the audit of a deleted owner, which keeps only ids. [D52] */
async function clearAuditNames(db: Db, { id }: Owner, limit: number): Promise<bigint> {
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

type HolderColumn = 'organization_id' | 'user_id';

/** Deletes credentials and their idempotency records. */
async function deleteCredentials(transaction: Transaction<Tables>, column: HolderColumn, id: string): Promise<void> {
  await transaction
    .deleteFrom('receipts')
    .where('credential_id', 'in', (from) => from.selectFrom('credentials').select('id').where(column, '=', id))
    .execute();
  await transaction.deleteFrom('credentials').where(column, '=', id).execute();
}

/** Deletes the idempotency records of delegated tokens, which are stored under the grant's id. */
async function deleteGrantIdempotencyRecords(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction
    .deleteFrom('receipts')
    .where('credential_id', 'in', (from) => from.selectFrom('oauth_grants').select('id').where('user_id', '=', userId))
    .execute();
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

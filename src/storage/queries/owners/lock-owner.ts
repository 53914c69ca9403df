import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, Owner } from '../../storage.ts';
import { lockRows } from '../shared/engine-sql.ts';

/**
 * Locks an owner on PostgreSQL, so that concurrent transactions of the owner wait. SQLite has no concurrent
 * transactions. Returns false if the owner does not exist.
 */
export async function lockOwner(transaction: Transaction<Tables>, owner: Owner, engine: Engine): Promise<boolean> {
  const row = await transaction
    .selectFrom(owner.kind === 'account' ? 'accounts' : 'organizations')
    .select('id')
    .where('id', '=', owner.id)
    .modifyEnd(lockRows(engine, 'FOR UPDATE'))
    .executeTakeFirst();
  return row !== undefined;
}

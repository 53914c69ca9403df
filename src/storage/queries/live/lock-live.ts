import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';
import { lockRows } from '../shared/engine-sql.ts';

/** Locks a Live on PostgreSQL, so that concurrent transactions on it wait. Returns false if the Live does not exist. */
export async function lockLive(transaction: Transaction<Tables>, id: string, engine: Engine): Promise<boolean> {
  const row = await transaction
    .selectFrom('lives')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(lockRows(engine, 'FOR UPDATE'))
    .executeTakeFirst();
  return row !== undefined;
}

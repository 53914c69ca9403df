import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, Owner } from '../../storage.ts';

/** Makes parallel transactions of one owner wait for this one on PostgreSQL; SQLite has none. False where the owner is gone. */
export async function lockOwner(transaction: Transaction<Tables>, owner: Owner, engine: Engine): Promise<boolean> {
  const row = await transaction
    .selectFrom(owner.kind === 'account' ? 'accounts' : 'organizations')
    .select('id')
    .where('id', '=', owner.id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return row !== undefined;
}

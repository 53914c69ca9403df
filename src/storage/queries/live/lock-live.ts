import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';

/** Makes parallel transactions about one Live wait for this one on PostgreSQL. False where the Live is gone. */
export async function lockLive(transaction: Transaction<Tables>, id: string, engine: Engine): Promise<boolean> {
  const row = await transaction
    .selectFrom('lives')
    .select('id')
    .where('id', '=', id)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  return row !== undefined;
}

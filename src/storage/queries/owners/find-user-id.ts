import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Owner } from '../../storage.ts';

/** Whose account it is. Throws where there is none. */
export async function findUserId(transaction: Transaction<Tables>, { id }: Owner): Promise<string> {
  const row = await transaction.selectFrom('accounts').select('user_id').where('id', '=', id).executeTakeFirstOrThrow();
  return row.user_id;
}

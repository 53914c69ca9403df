import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Owner } from '../../storage.ts';

/** Returns the user of an account. Throws if the account does not exist. */
export async function findUserId(transaction: Transaction<Tables>, { id }: Owner): Promise<string> {
  const row = await transaction.selectFrom('accounts').select('user_id').where('id', '=', id).executeTakeFirstOrThrow();
  return row.user_id;
}

import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, NewUser, SignInUser } from '../../storage.ts';
import { addStarterEdition } from '../editions/libraries.ts';
import { lockRows } from '../shared/engine-sql.ts';

/** Inserts a user with a personal account. Returns false, with no change, if the address is already used. */
export async function insertUser(
  transaction: Transaction<Tables>,
  { id, email, name, accountId, passwordHash }: Omit<NewUser, 'passwordHash'> & { passwordHash: string | null },
  engine: Engine,
): Promise<boolean> {
  const created_at = new Date().toISOString();
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('users')
    .values({ id, email, name, password_hash: passwordHash, disabled: 0, created_at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return false;
  await transaction
    .insertInto('accounts')
    .values({ id: accountId, user_id: id, name, handle: null, created_at })
    .execute();
  await addStarterEdition(transaction, { kind: 'account', id: accountId }, created_at, engine);
  return true;
}

/** Selects users with their accounts, for the administrator. */
export const selectUsers = (db: Kysely<Tables>) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.name', 'users.disabled', 'accounts.id as accountId']);

/** Returns null if no user has the address, or the user's account was deleted. */
export async function findSignInUser(
  db: Kysely<Tables>,
  key: { email: string } | { id: string },
): Promise<SignInUser | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.name', 'users.disabled'])
    .select(['users.password_hash as passwordHash', 'accounts.id as accountId'])
    .$if('email' in key, (query) => query.where('users.email', '=', (key as { email: string }).email))
    .$if('id' in key, (query) => query.where('users.id', '=', (key as { id: string }).id))
    .executeTakeFirst();
  return row ? { ...row, disabled: row.disabled === 1 } : null;
}

/**
 * Serializes changes of one user. On SQLite the single connection does that already. The lock allows other transactions
 * to insert rows that refer to the user: they may hold locks that are needed next.
 */
export async function lockUser(transaction: Transaction<Tables>, id: string, engine: Engine): Promise<void> {
  const rows = transaction.selectFrom('users').select('id').where('id', '=', id);
  await rows.modifyEnd(lockRows(engine, 'FOR NO KEY UPDATE')).execute();
}

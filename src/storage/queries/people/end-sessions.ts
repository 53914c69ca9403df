import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, SessionUse } from '../../storage.ts';
import { lockUser } from './users.ts';

/** Whatever lets somebody be a user: sessions but one, with all that they have allowed, and links. The user is locked. */
export async function endSessionsAndLinks(
  transaction: Transaction<Tables>,
  userId: string,
  keptSession: string | null,
): Promise<void> {
  await transaction.deleteFrom('one_time_links').where('user_id', '=', userId).execute();
  await endSessions(transaction, userId, keptSession);
}

/**
 * All sessions of a user but one, the credentials of all consoles, and all that the user has allowed and nobody has collected yet. What the kept session has allowed
 * ends too: somebody may have had a copy of its cookie. The user is locked. Answers how many sessions.
 */
export async function endSessions(
  transaction: Transaction<Tables>,
  userId: string,
  kept: string | null,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(kept !== null, (query) => query.where('id', '<>', kept!))
    .executeTakeFirst();
  await transaction.deleteFrom('console_credentials').where('user_id', '=', userId).execute();
  await transaction
    .deleteFrom('terminal_logins')
    .where('user_id', '=', userId)
    .where('state', '=', 'approved')
    .execute();
  // A spent code is kept, so that its reuse ends its grant.
  await transaction.deleteFrom('oauth_codes').where('user_id', '=', userId).where('grant_id', 'is', null).execute();
  return Number(numDeletedRows);
}

/**
 * The id of the session that acts, which goes on until the transaction is over: what it allows comes before its end, and ends with
 * it, or does not come to be. Null for one that has ended, and for a secret that was replaced.
 */
export async function lockSession(
  transaction: Transaction<Tables>,
  { userId, secretHash, now }: SessionUse,
  engine: Engine,
): Promise<string | null> {
  // A user before a session, here and everywhere: else two could wait for each other.
  await lockUser(transaction, userId, engine);
  const row = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('hash', '=', secretHash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .$if(engine === 'postgres', (query) => query.forKeyShare())
    .executeTakeFirst();
  return row?.id ?? null;
}

import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, SessionUse } from '../../storage.ts';
import { lockRows } from '../shared/engine-sql.ts';
import { lockUser } from './users.ts';

/**
 * Ends all ways to act as a user: sessions except one, with their approvals, and one-time links. The user must be
 * locked.
 */
export async function endSessionsAndLinks(
  transaction: Transaction<Tables>,
  userId: string,
  keptSession: string | null,
): Promise<void> {
  await transaction.deleteFrom('one_time_links').where('user_id', '=', userId).execute();
  await endSessions(transaction, userId, keptSession);
}

/**
 * Ends all sessions of a user except one, all console credentials, and all approvals that were not collected yet.
 * Approvals of the kept session end too: its cookie may have been copied. The user must be locked. Returns the number
 * of ended sessions.
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
  // Keeps redeemed codes, so that their reuse ends the grant.
  await transaction.deleteFrom('oauth_codes').where('user_id', '=', userId).where('grant_id', 'is', null).execute();
  return Number(numDeletedRows);
}

/**
 * Locks the acting session until the transaction ends, and returns its id: approvals are stored before the session
 * ends, and end with it, or are not stored at all. Returns null if the session has ended or its secret was replaced.
 */
export async function lockSession(
  transaction: Transaction<Tables>,
  { userId, secretHash, now }: SessionUse,
  engine: Engine,
): Promise<string | null> {
  // Always locks a user before a session: otherwise two transactions could deadlock.
  await lockUser(transaction, userId, engine);
  const row = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('hash', '=', secretHash)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .modifyEnd(lockRows(engine, 'FOR KEY SHARE'))
    .executeTakeFirst();
  return row?.id ?? null;
}

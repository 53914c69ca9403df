import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, SessionLimits, SessionRecord, SessionStore, SignInProof, SignInUser } from '../../storage.ts';
import { recordAudit } from '../shared/audit.ts';
import { deleteExpired } from '../shared/delete-expired.ts';
import { endSessions } from './end-sessions.ts';
import { consumeLink } from './one-time-links.ts';
import { findSignInUser, lockUser } from './users.ts';

type Db = Kysely<Tables>;

export function sessionStore(db: Db, engine: Engine): SessionStore {
  return {
    start: ({ hash, ...session }, proof, { replaced, ...limits }, audit) =>
      db.transaction().execute(async (transaction) => {
        // Every removal of a credential locks the user too: it runs before this transaction, or ends the session that
        // starts here.
        await lockUser(transaction, session.userId, engine);
        const user = await findSignInUser(transaction, { id: session.userId });
        if (!user || user.disabled || !(await isProofValid(transaction, proof, user, session.createdAt))) return null;
        if (replaced !== null) await transaction.deleteFrom('sessions').where('hash', '=', replaced).execute();
        await makeRoom(transaction, session.userId, limits);
        await transaction
          .insertInto('sessions')
          .values({
            id: session.id,
            hash,
            user_id: session.userId,
            device: session.device,
            created_at: session.createdAt,
            last_used_at: session.lastUsedAt,
            expires_at: session.expiresAt,
          })
          .execute();
        await recordAudit(transaction, audit);
        return user;
      }),

    async find(hash, now) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .innerJoin('accounts', 'accounts.user_id', 'sessions.user_id')
        .selectAll('sessions')
        .leftJoin('owner_profiles', (join) =>
          join.onRef('owner_profiles.owner_id', '=', 'accounts.id').on('owner_profiles.owner_kind', '=', 'account'),
        )
        .leftJoin('administrators', 'administrators.user_id', 'sessions.user_id')
        .select(['users.email', 'users.name', 'users.password_hash', 'accounts.id as account_id'])
        .select(['owner_profiles.restricted', 'administrators.named_at'])
        .select(({ selectFrom, fn }) =>
          selectFrom('sessions as all')
            .select(fn.countAll<number>().as('count'))
            .whereRef('all.user_id', '=', 'sessions.user_id')
            .as('sessions_of_user'),
        )
        .where('sessions.hash', '=', hash)
        .where('sessions.expires_at', '>', now)
        .where('users.disabled', '=', 0)
        .executeTakeFirst();
      if (!row) return null;
      const { user_id: id, email, name, account_id: accountId, password_hash } = row;
      const flags = {
        hasPassword: password_hash !== null,
        restricted: row.restricted === 1,
        administrator: row.named_at !== null,
      };
      const sessionsOfUser = Number(row.sessions_of_user);
      return {
        session: toSession(row),
        secretHash: hash,
        sessionsOfUser,
        user: { id, email, name, accountId, ...flags },
      };
    },

    recordUse: async (id, { lastUsedAt, expiresAt }) => {
      await db
        .updateTable('sessions')
        .set({ last_used_at: lastUsedAt, expires_at: expiresAt })
        .where('id', '=', id)
        .where('last_used_at', '<', lastUsedAt)
        .execute();
    },

    async list(userId, now) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toSession);
    },

    end: ({ id, userId }, audit) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('sessions')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return false;
        await recordAudit(transaction, audit);
        return true;
      }),

    endAll: (userId, except, audit) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId, engine);
        const ended = await endSessions(transaction, userId, except);
        if (ended > 0) await recordAudit(transaction, audit);
        return ended;
      }),

    deleteExpired: (now, limit) => deleteExpired(db, { table: 'sessions', key: 'id', end: 'expires_at' }, now, limit),
  };
}

/** Returns whether the proof is still valid for this user. Consumes a link. */
async function isProofValid(
  transaction: Transaction<Tables>,
  proof: SignInProof,
  user: SignInUser,
  now: string,
): Promise<boolean> {
  if ('passwordHash' in proof) return user.passwordHash === proof.passwordHash;
  if ('linkHash' in proof) {
    const link = await consumeLink(transaction, { hash: proof.linkHash, purpose: 'sign_in', now });
    if (link?.userId !== user.id) return false;
    // Each start of a new installation prints another link. Deletes earlier ones, which may still be in a log.
    await transaction
      .deleteFrom('one_time_links')
      .where('user_id', '=', user.id)
      .where('purpose', '=', 'sign_in')
      .where('created_at', '<', link.createdAt)
      .execute();
    return true;
  }
  const passkey = await transaction
    .selectFrom('passkeys')
    .select('id')
    .where('id', '=', proof.passkeyId)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  return passkey !== undefined;
}

/** Ends as many sessions of a user as needed to start another one. */
async function makeRoom(
  transaction: Transaction<Tables>,
  userId: string,
  { max, rank }: Omit<SessionLimits, 'replaced'>,
): Promise<void> {
  const rows = await transaction
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_used_at')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const excess = rows.length - (max - 1);
  if (excess <= 0) return;
  const ended = rows.map(toSession).sort((a, b) => rank(a) - rank(b));
  const ids = ended.slice(0, excess).map(({ id }) => id);
  await transaction.deleteFrom('sessions').where('id', 'in', ids).execute();
}

const toSession = (row: Selectable<Tables['sessions']>): SessionRecord => ({
  id: row.id,
  userId: row.user_id,
  device: row.device,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
});

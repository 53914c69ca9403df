import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../schema.ts';
import type { SessionRecord, SessionStore } from '../storage.ts';
import { toAuditRow } from './live-rows.ts';

type Db = Kysely<Tables>;

export function sessionStore(db: Db): SessionStore {
  return {
    start: ({ hash, ...session }, replaced, audit) =>
      db.transaction().execute(async (transaction) => {
        if (replaced !== null) await transaction.deleteFrom('sessions').where('hash', '=', replaced).execute();
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
        await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
      }),

    async find(hash, now) {
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .innerJoin('accounts', 'accounts.user_id', 'sessions.user_id')
        .selectAll('sessions')
        .select(['users.email', 'users.name', 'users.password_hash', 'accounts.id as account_id'])
        .where('sessions.hash', '=', hash)
        .where('sessions.expires_at', '>', now)
        .where('users.disabled', '=', 0)
        .executeTakeFirst();
      if (!row) return null;
      const { user_id: id, email, name, account_id: accountId, password_hash } = row;
      return { session: toSession(row), user: { id, email, name, accountId, hasPassword: password_hash !== null } };
    },

    noteUse: async (id, { lastUsedAt, expiresAt }) => {
      await db
        .updateTable('sessions')
        .set({ last_used_at: lastUsedAt, expires_at: expiresAt })
        .where('id', '=', id)
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
        await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
        return true;
      }),

    endAll: (userId, except, audit) =>
      db.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .$if(except !== null, (query) => query.where('id', '<>', except!))
          .executeTakeFirst();
        if (numDeletedRows > 0n) await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
        return Number(numDeletedRows);
      }),

    async removeEnded(now, limit) {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('id', 'in', (from) =>
          from.selectFrom('sessions').select('id').where('expires_at', '<=', now).limit(limit),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

const toSession = (row: Selectable<Tables['sessions']>): SessionRecord => ({
  id: row.id,
  userId: row.user_id,
  device: row.device,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
});

import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, TerminalLoginRecord, TerminalLoginStore } from '../../storage.ts';
import { recordAudit } from '../shared/audit.ts';
import { deleteExpired } from '../shared/delete-expired.ts';
import { countActive, insertCredential } from './credentials.ts';
import { lockSession } from './end-sessions.ts';
import { lockRole, selectActiveTokens } from './organizations.ts';

type Db = Kysely<Tables>;

export function terminalLoginStore(db: Db, engine: Engine): TerminalLoginStore {
  return {
    async create({ deviceHash, userCodeHash, ...login }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('terminal_logins')
        .values({
          device_hash: deviceHash,
          user_code_hash: userCodeHash,
          name: login.name,
          scopes: JSON.stringify(login.scopes),
          expires_in_days: login.expiresInDays,
          organization_id: login.organizationId,
          user_id: null,
          session_id: null,
          state: 'pending',
          created_at: login.createdAt,
          expires_at: login.expiresAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },

    async findPending(userCodeHash, now) {
      const row = await db
        .selectFrom('terminal_logins')
        .selectAll()
        .where('user_code_hash', '=', userCodeHash)
        .where('state', '=', 'pending')
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row ? toLogin(row) : null;
    },

    decide: (userCodeHash, { state, ...use }, audit) =>
      db.transaction().execute(async (transaction) => {
        const session = await lockSession(transaction, use, engine);
        if (session === null) return false;
        if (state === 'approved' && !(await canApprove(transaction, userCodeHash, use.userId, engine))) return false;
        const { numUpdatedRows } = await transaction
          .updateTable('terminal_logins')
          // A denial does not depend on the session, so that the terminal receives it even after the session has ended.
          .set({ state, user_id: use.userId, session_id: state === 'approved' ? session : null })
          .where('user_code_hash', '=', userCodeHash)
          .where('state', '=', 'pending')
          .where('expires_at', '>', use.now)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await recordAudit(transaction, audit);
        return true;
      }),

    async find(deviceHash, now) {
      const row = await db
        .selectFrom('terminal_logins')
        .leftJoin('users', (join) =>
          join.onRef('users.id', '=', 'terminal_logins.user_id').on('users.disabled', '=', 0),
        )
        .leftJoin('accounts', 'accounts.user_id', 'users.id')
        .leftJoin('sessions', (join) =>
          join.onRef('sessions.id', '=', 'terminal_logins.session_id').on('sessions.expires_at', '>', now),
        )
        .selectAll('terminal_logins')
        .select(['accounts.id as account_id', 'sessions.id as present_session_id'])
        .where('device_hash', '=', deviceHash)
        .where('terminal_logins.expires_at', '>', now)
        .executeTakeFirst();
      if (!row) return null;
      if (row.state !== 'approved') return { ...toLogin(row), state: row.state as 'pending' | 'denied' };
      const { user_id: userId, account_id: accountId, present_session_id: session } = row;
      return userId && accountId && session ? { ...toLogin(row), state: 'approved', userId, accountId } : null;
    },

    collect: (deviceHash, credential, { quota, memberQuota, audit }) =>
      db.transaction().execute(async (transaction) => {
        const { organizationId, userId, createdAt } = credential;
        if (organizationId === null) {
          if ((await countActive(transaction, engine, credential)) >= quota) return 'quota_exceeded';
        } else {
          if (!(await lockRole(transaction, { organizationId, userId }, engine))) return 'missing';
          const present = await selectActiveTokens(transaction, organizationId, createdAt).execute();
          const own = present.filter(({ user_id }) => user_id === userId);
          if (present.length >= quota || own.length >= memberQuota) return 'quota_exceeded';
        }
        const { numDeletedRows } = await transaction
          .deleteFrom('terminal_logins')
          .where('device_hash', '=', deviceHash)
          .where('state', '=', 'approved')
          .where('user_id', 'in', (from) =>
            from.selectFrom('users').select('id').where('id', '=', credential.userId).where('disabled', '=', 0),
          )
          .where('session_id', 'in', (from) =>
            from.selectFrom('sessions').select('id').where('expires_at', '>', credential.createdAt),
          )
          .executeTakeFirst();
        if (numDeletedRows === 0n) return 'missing';
        await insertCredential(transaction, credential);
        await recordAudit(transaction, audit);
        return 'collected';
      }),

    deleteExpired: (now, limit) =>
      deleteExpired(db, { table: 'terminal_logins', key: 'device_hash', end: 'expires_at' }, now, limit),
  };
}

/**
 * Returns whether the user can approve the login: a login for an organization can only be approved by its members.
 * [D67]
 */
async function canApprove(
  transaction: Transaction<Tables>,
  userCodeHash: string,
  userId: string,
  engine: Engine,
): Promise<boolean> {
  const login = await transaction
    .selectFrom('terminal_logins')
    .select('organization_id')
    .where('user_code_hash', '=', userCodeHash)
    .executeTakeFirst();
  if (!login?.organization_id) return true;
  return (await lockRole(transaction, { organizationId: login.organization_id, userId }, engine)) !== null;
}

const toLogin = (row: Selectable<Tables['terminal_logins']>): TerminalLoginRecord => ({
  name: row.name,
  scopes: JSON.parse(row.scopes),
  expiresInDays: row.expires_in_days,
  organizationId: row.organization_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

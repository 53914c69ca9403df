import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, PasskeyRecord, PasskeyStore } from '../../storage.ts';
import { recordAudit, updateWithAudit } from '../shared/audit.ts';
import { deleteExpired } from '../shared/delete-expired.ts';
import { lockSession } from './end-sessions.ts';
import { lockUser } from './users.ts';

type Db = Kysely<Tables>;

export function passkeyStore(db: Db, engine: Engine): PasskeyStore {
  return {
    addChallenge: async ({ hash, holderHash, expiresAt }) => {
      await db
        .insertInto('passkey_challenges')
        .values({ hash, holder_hash: holderHash, expires_at: expiresAt })
        .execute();
    },

    async consumeChallenge({ hash, holderHash, now }) {
      const { numDeletedRows } = await db
        .deleteFrom('passkey_challenges')
        .where('hash', '=', hash)
        .where('holder_hash', '=', holderHash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    add: (passkey, { secretHash, quota }, audit) =>
      db.transaction().execute(async (transaction) => {
        const use = { userId: passkey.userId, secretHash, now: passkey.createdAt };
        if ((await lockSession(transaction, use, engine)) === null) return 'session_over';
        const { count } = await countPasskeys(transaction, engine, passkey.userId);
        if (count >= quota) return 'quota_exceeded';
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('passkeys')
          .values({
            id: passkey.id,
            user_id: passkey.userId,
            name: passkey.name,
            public_key: passkey.publicKey,
            counter: passkey.counter,
            transports: JSON.stringify(passkey.transports),
            created_at: passkey.createdAt,
            last_used_at: passkey.lastUsedAt,
          })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return 'taken';
        await recordAudit(transaction, audit);
        return 'added';
      }),

    async list(userId) {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toPasskey);
    },

    async find(id) {
      const row = await db
        .selectFrom('passkeys')
        .innerJoin('users', 'users.id', 'passkeys.user_id')
        .innerJoin('accounts', 'accounts.user_id', 'passkeys.user_id')
        .selectAll('passkeys')
        .select(['users.email', 'accounts.id as account_id'])
        .where('passkeys.id', '=', id)
        .where('users.disabled', '=', 0)
        .executeTakeFirst();
      if (!row) return null;
      return { passkey: toPasskey(row), user: { id: row.user_id, email: row.email, accountId: row.account_id } };
    },

    async recordUse(id, { from, to }, at) {
      const { numUpdatedRows } = await db
        .updateTable('passkeys')
        .set({ counter: to, last_used_at: at })
        .where('id', '=', id)
        .where('counter', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    rename: ({ id, userId }, name, audit) =>
      updateWithAudit(db, audit, (transaction) =>
        transaction.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId),
      ),

    remove: ({ id, userId }, audit) =>
      db.transaction().execute(async (transaction) => {
        const { count, hasPassword } = await countPasskeys(transaction, engine, userId);
        const found = await transaction
          .selectFrom('passkeys')
          .select('id')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (!found) return 'missing';
        if (count === 1 && !hasPassword) return 'last_way_in';
        await transaction.deleteFrom('passkeys').where('id', '=', id).execute();
        await recordAudit(transaction, audit);
        return 'removed';
      }),

    deleteExpiredChallenges: (now, limit) =>
      deleteExpired(db, { table: 'passkey_challenges', key: 'hash', end: 'expires_at' }, now, limit),
  };
}

/** Counts the passkeys of a user, whom it locks so that none is added or removed in the meantime. */
async function countPasskeys(
  transaction: Transaction<Tables>,
  engine: Engine,
  userId: string,
): Promise<{ count: number; hasPassword: boolean }> {
  await lockUser(transaction, userId, engine);
  const user = await transaction
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  const { count } = await transaction
    .selectFrom('passkeys')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { count, hasPassword: user !== undefined && user.password_hash !== null };
}

const toPasskey = (row: Selectable<Tables['passkeys']>): PasskeyRecord => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  publicKey: row.public_key,
  counter: row.counter,
  transports: JSON.parse(row.transports) as string[],
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AdministratorStore, Engine } from '../../storage.ts';
import { recordAudit } from '../shared/audit.ts';
import { lockTables } from '../shared/engine-sql.ts';

type Db = Kysely<Tables>;

export function administratorStore(db: Db, engine: Engine): AdministratorStore {
  return {
    async list() {
      const rows = await db
        .selectFrom('administrators')
        .innerJoin('users', 'users.id', 'administrators.user_id')
        .select(['users.id as userId', 'users.email', 'users.name', 'users.disabled', 'named_at as namedAt'])
        .orderBy('named_at')
        .orderBy('users.id')
        .execute();
      return rows.map((row) => ({ ...row, disabled: row.disabled === 1 }));
    },

    add: (userId, now, audit) =>
      db.transaction().execute(async (transaction) => {
        await lockTables(transaction, engine, 'administrators');
        const user = await transaction
          .selectFrom('users')
          .innerJoin('accounts', 'accounts.user_id', 'users.id')
          .select('users.id')
          .where('users.id', '=', userId)
          .executeTakeFirst();
        if (!user) return 'missing';
        const added = await insertAdministrator(transaction, userId, now);
        if (added && audit) await recordAudit(transaction, audit);
        return added;
      }),

    remove: (userId, audit) =>
      db.transaction().execute(async (transaction) => {
        await lockTables(transaction, engine, 'administrators');
        const rows = await transaction
          .selectFrom('administrators')
          .innerJoin('users', 'users.id', 'administrators.user_id')
          .select(['user_id', 'users.disabled'])
          .execute();
        if (!rows.some((row) => row.user_id === userId)) return 'missing';
        if (!rows.some((row) => row.user_id !== userId && row.disabled === 0)) return 'last';
        await transaction.deleteFrom('administrators').where('user_id', '=', userId).execute();
        if (audit) await recordAudit(transaction, audit);
        return 'removed';
      }),
  };
}

/**
 * Names a new user an administrator if it is the only user of the installation. Not for people who sign up without an
 * invitation: a stranger may be the first. [D69]
 */
export async function nameFirstAdministrator(
  transaction: Transaction<Tables>,
  userId: string,
  engine: Engine,
): Promise<void> {
  const isAlone = async () =>
    !(await transaction.selectFrom('users').select('id').where('id', '<>', userId).limit(1).executeTakeFirst());
  if (!(await isAlone())) return;
  // Waits for a transaction that creates another first user.
  await lockTables(transaction, engine, 'administrators');
  if (await isAlone()) await insertAdministrator(transaction, userId, new Date().toISOString());
}

async function insertAdministrator(transaction: Transaction<Tables>, userId: string, now: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('administrators')
    .values({ user_id: userId, named_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

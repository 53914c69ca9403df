import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Engine, PeopleStore } from '../storage.ts';
import { toAuditRow } from './live-rows.ts';
import { endEntries, joinByInvitation, takeInvitation } from './one-time-links.ts';

type Db = Kysely<Tables>;

export function peopleStore(db: Db, engine: Engine): PeopleStore {
  return {
    async findSigningUser(key) {
      const row = await db
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.user_id', 'users.id')
        .select(['users.id', 'users.email', 'users.name', 'users.disabled'])
        .select(['users.password_hash as passwordHash', 'accounts.id as accountId'])
        .$if('email' in key, (query) => query.where('users.email', '=', (key as { email: string }).email))
        .$if('id' in key, (query) => query.where('users.id', '=', (key as { id: string }).id))
        .executeTakeFirst();
      return row ? { ...row, disabled: row.disabled === 1 } : null;
    },

    changePassword: ({ userId, from, to, kept }, audit) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('users')
          .set({ password_hash: to })
          .where('id', '=', userId)
          .where('password_hash', from === null ? 'is' : '=', from)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await endEntries(transaction, userId, kept.sessionId);
        await transaction.updateTable('sessions').set({ hash: kept.hash }).where('id', '=', kept.sessionId).execute();
        await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
        return true;
      }),

    rename: (userId, name, audit) =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('accounts')
          .set({ name })
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await transaction.updateTable('users').set({ name }).where('id', '=', userId).execute();
        await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
        return true;
      }),

    async rehashPassword(userId, from, to) {
      await db
        .updateTable('users')
        .set({ password_hash: to })
        .where('id', '=', userId)
        .where('password_hash', '=', from)
        .execute();
    },

    async signUp(user, invitation, audits) {
      try {
        await db.transaction().execute(async (transaction) => {
          const link = invitation && (await takeInvitation(transaction, invitation, engine));
          if (invitation && !link) throw new Refused('link_over');
          await insertUser(transaction, user);
          if (invitation && link) await joinByInvitation(transaction, link, { userId: user.id, at: invitation.now });
          for (const audit of audits) await transaction.insertInto('audit').values(toAuditRow(audit)).execute();
        });
        return 'created';
      } catch (error) {
        if (error instanceof Refused) return error.outcome;
        throw error;
      }
    },
  };
}

/** Undoes what the transaction has done so far. */
class Refused extends Error {
  readonly outcome: 'email_taken' | 'link_over';
  constructor(outcome: 'email_taken' | 'link_over') {
    super(outcome);
    this.outcome = outcome;
  }
}

async function insertUser(transaction: Transaction<Tables>, user: Parameters<PeopleStore['signUp']>[0]): Promise<void> {
  const created_at = new Date().toISOString();
  const { id, email, name, passwordHash: password_hash } = user;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('users')
    .values({ id, email, name, password_hash, disabled: 0, created_at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new Refused('email_taken');
  await transaction
    .insertInto('accounts')
    .values({ id: user.accountId, user_id: id, name, handle: null, created_at })
    .execute();
}

import type { Kysely } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Engine, PeopleStore } from '../storage.ts';
import { recordAudit } from './audit.ts';
import { endEntries, joinByInvitation, takeInvitation } from './one-time-links.ts';
import { insertUser } from './users.ts';

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
        await recordAudit(transaction, audit);
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
        await recordAudit(transaction, audit);
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
          if (!(await insertUser(transaction, user, engine))) throw new Refused('email_taken');
          if (invitation && link) await joinByInvitation(transaction, link, { userId: user.id, at: invitation.now });
          for (const audit of audits) await recordAudit(transaction, audit);
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

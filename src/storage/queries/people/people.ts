import type { Kysely } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, PeopleStore } from '../../storage.ts';
import { recordAudit } from '../shared/audit.ts';
import { nameFirstAdministrator } from './administrators.ts';
import { endSessionsAndLinks } from './end-sessions.ts';
import { consumeInvitation, joinByInvitation } from './one-time-links.ts';
import { findSignInUser, insertUser, lockUser } from './users.ts';

type Db = Kysely<Tables>;

export function peopleStore(db: Db, engine: Engine): PeopleStore {
  return {
    findSignInUser: (key) => findSignInUser(db, key),

    changePassword: ({ userId, from, to, kept }, audit) =>
      db.transaction().execute(async (transaction) => {
        await lockUser(transaction, userId, engine);
        const user = await findSignInUser(transaction, { id: userId });
        if (user?.passwordHash !== from) return 'other_password';
        const session = await transaction
          .updateTable('sessions')
          .set({ hash: kept.to })
          .where('hash', '=', kept.from)
          .where('user_id', '=', userId)
          .returning('id')
          .executeTakeFirst();
        if (!session) return 'session_over';
        await transaction.updateTable('users').set({ password_hash: to }).where('id', '=', userId).execute();
        await endSessionsAndLinks(transaction, userId, session.id);
        await recordAudit(transaction, audit);
        return 'changed';
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
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({ password_hash: to })
        .where('id', '=', userId)
        .where('password_hash', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async signUp(user, invitation, audits) {
      try {
        await db.transaction().execute(async (transaction) => {
          const link = invitation && (await consumeInvitation(transaction, invitation, engine));
          if (invitation && !link) throw new Refused('link_over');
          if (!(await insertUser(transaction, user, engine))) throw new Refused('email_taken');
          if (invitation && link) {
            await joinByInvitation(transaction, link, { userId: user.id, at: invitation.now });
            await nameFirstAdministrator(transaction, user.id, engine);
          }
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

/** Thrown to roll back the transaction. */
class Refused extends Error {
  readonly outcome: 'email_taken' | 'link_over';
  constructor(outcome: 'email_taken' | 'link_over') {
    super(outcome);
    this.outcome = outcome;
  }
}

import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { ConsoleAuthority, ConsoleCredentialStore, Engine } from '../../storage.ts';
import { recordAudit } from '../shared/audit.ts';
import { byKeys } from '../shared/by-keys.ts';
import { coalesce } from '../shared/coalesce.ts';
import { deleteExpired } from '../shared/delete-expired.ts';
import { selectOwner, toOwnerAuthority } from './credential-owner.ts';
import { lockSession } from './end-sessions.ts';
import { lockRole } from './organizations.ts';

type Db = Kysely<Tables>;

export function consoleCredentialStore(db: Db, engine: Engine): ConsoleCredentialStore {
  const readAuthorities = byKeys(db, engine, 'consoles', (among) =>
    db
      .selectFrom('console_credentials')
      .innerJoin('sessions', 'sessions.id', 'console_credentials.session_id')
      .select(['console_credentials.id', 'console_credentials.hash', 'console_credentials.user_id'])
      .select(['console_credentials.organization_id', 'console_credentials.expires_at'])
      .select('sessions.expires_at as session_ends_at')
      .where(among('console_credentials.hash'))
      .$call((query) => selectOwner(query, 'console_credentials')),
  );
  return {
    issue: (credential, by, max, audit) =>
      db.transaction().execute(async (transaction) => {
        const sessionId = await lockSession(transaction, by, engine);
        if (sessionId === null) return 'session_over';
        const { id, hash, organizationId, createdAt, expiresAt } = credential;
        const { userId } = by;
        if (organizationId !== null && !(await lockRole(transaction, { organizationId, userId }, engine))) {
          return 'missing';
        }
        await makeRoom(transaction, sessionId, max);
        await transaction
          .insertInto('console_credentials')
          .values({
            id,
            hash,
            session_id: sessionId,
            user_id: userId,
            organization_id: organizationId,
            created_at: createdAt,
            expires_at: expiresAt,
          })
          .execute();
        await recordAudit(transaction, audit);
        return 'issued';
      }),

    async renew({ hash, sessionId, organizationId }, now, expiresAt) {
      const { numUpdatedRows } = await db
        .updateTable('console_credentials')
        .set({ expires_at: expiresAt })
        .where('hash', '=', hash)
        .where('session_id', '=', sessionId)
        .where('organization_id', organizationId === null ? 'is' : '=', organizationId)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    findAuthority: coalesce(async (hashes) => {
      const rows = await readAuthorities(hashes);
      const authorities = new Map<string, ConsoleAuthority>();
      for (const row of rows) {
        const authority = toOwnerAuthority(row);
        const endsAt = row.expires_at < row.session_ends_at ? row.expires_at : row.session_ends_at;
        if (authority) authorities.set(row.hash, { credentialId: row.id, userId: row.user_id, ...authority, endsAt });
      }
      return hashes.map((hash) => authorities.get(hash) ?? null);
    }),

    deleteExpired: (now, limit) =>
      deleteExpired(db, { table: 'console_credentials', key: 'id', end: 'expires_at' }, now, limit),
  };
}

/** Makes room for a new credential of a session: deletes those that expire first, which were renewed least recently. */
async function makeRoom(transaction: Transaction<Tables>, sessionId: string, max: number): Promise<void> {
  const rows = await transaction
    .selectFrom('console_credentials')
    .select('id')
    .where('session_id', '=', sessionId)
    .orderBy('expires_at', 'desc')
    .orderBy('id')
    .execute();
  const ended = rows.slice(max - 1).map(({ id }) => id);
  if (ended.length > 0) await transaction.deleteFrom('console_credentials').where('id', 'in', ended).execute();
}

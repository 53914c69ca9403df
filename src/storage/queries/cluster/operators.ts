import { type Kysely, sql } from 'kysely';
import { OPERATOR_PRESENCE_SECONDS } from '../../../contract/limits.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, OperatorRecord, OperatorStore } from '../../storage.ts';
import { databaseClock, greatest, lockRows } from '../shared/engine-sql.ts';

/** Maximum number of expired rows that one report deletes, so that it stays fast after a pause. */
const SWEEP_MAX_ROWS = 100;

export function operatorStore(db: Kysely<Tables>, engine: Engine): OperatorStore {
  const now = databaseClock(engine);

  return {
    report: (sightings) =>
      db.transaction().execute(async (transaction) => {
        // All nodes use the same order, so that they never deadlock.
        const ordered = sightings.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1));
        for (const { liveId, credentialId, since, secondsAgo } of ordered) {
          // The Live may have been deleted since.
          await sql`INSERT INTO operators AS earlier (live_id, credential_id, since, expires_at)
            SELECT id, ${credentialId}, ${since}, ${now} + ${sql.lit(OPERATOR_PRESENCE_SECONDS)} - ${sql.lit(secondsAgo)}
            FROM lives WHERE id = ${liveId}
            ON CONFLICT (live_id, credential_id) DO UPDATE SET
              since = CASE WHEN earlier.expires_at > ${now} THEN earlier.since ELSE excluded.since END,
              expires_at = ${greatest(engine, 'earlier.expires_at', 'excluded.expires_at')}`.execute(transaction);
        }
        // Skips rows that another node is writing, which are not expired.
        const skipping = lockRows(engine, 'FOR UPDATE SKIP LOCKED');
        // Reads the time once, so that the index is used.
        await sql`DELETE FROM operators WHERE (live_id, credential_id) IN (
            SELECT live_id, credential_id FROM operators WHERE expires_at <= (SELECT ${now})
            ORDER BY expires_at LIMIT ${sql.lit(SWEEP_MAX_ROWS)} ${skipping}
          )`.execute(transaction);
      }),

    async find(liveId, limit) {
      const rows = await db
        .selectFrom('operators')
        .leftJoin('credentials', 'credentials.id', 'operators.credential_id')
        .leftJoin('console_credentials', 'console_credentials.id', 'operators.credential_id')
        .leftJoin('users', (join) =>
          join.on('users.id', '=', sql`coalesce(credentials.user_id, console_credentials.user_id)`),
        )
        .leftJoin('oauth_grants', 'oauth_grants.id', 'operators.credential_id')
        .leftJoin('oauth_clients', 'oauth_clients.id', 'oauth_grants.client_id')
        .leftJoin('remote_links', 'remote_links.id', 'operators.credential_id')
        .select(['operators.credential_id', 'operators.since', 'credentials.kind', 'credentials.name'])
        .select(['console_credentials.id as console', 'console_credentials.organization_id'])
        .select('remote_links.name as remote')
        .select(['users.id as user_id', 'users.name as user_name', 'oauth_clients.name as app'])
        .where('operators.live_id', '=', liveId)
        .where('operators.expires_at', '>', now)
        .orderBy('operators.since')
        .orderBy('operators.credential_id')
        .limit(limit)
        .execute();
      return rows.flatMap((row): OperatorRecord[] => {
        const { credential_id: credentialId, since, app, remote, user_id: id, user_name: userName } = row;
        if (app !== null) return [{ kind: 'delegated', credentialId, member: null, name: app, since }];
        if (row.console !== null && id !== null && userName !== null) {
          const kind = row.organization_id === null ? 'personal' : 'service';
          return [{ kind, credentialId, member: { id, name: userName }, name: userName, since }];
        }
        if (remote !== null) return [{ kind: 'remote', credentialId, member: null, name: remote, since }];
        // Omits deleted credentials, which have no name.
        if (row.kind === null || row.name === null) return [];
        const kind = row.kind as OperatorRecord['kind'];
        const member = kind === 'service' && id !== null && userName !== null ? { id, name: userName } : null;
        return [{ kind, credentialId, member, name: row.name, since }];
      });
    },
  };
}

const toKey = ({ liveId, credentialId }: { liveId: string; credentialId: string }) => `${liveId} ${credentialId}`;

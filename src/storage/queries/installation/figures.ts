import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine, FigureStore } from '../../storage.ts';
import { databaseBytes, databaseClock } from '../shared/engine-sql.ts';

export function figureStore(db: Kysely<Tables>, engine: Engine): FigureStore {
  return {
    async read() {
      const { rows } = await sql<Record<string, number | string | null>>`SELECT ${databaseBytes(engine)} AS bytes,
        (SELECT count(*) FROM accounts) AS users, (SELECT count(*) FROM organizations) AS organizations,
        (SELECT count(*) FROM lives) AS lives, (SELECT count(*) FROM editions WHERE revision_id IS NOT NULL) AS editions,
        (SELECT sum(viewers) FROM viewers WHERE expires_at > ${databaseClock(engine)}) AS viewers,
        (SELECT min(created_at) FROM users) AS since`.execute(db);
      const row = rows[0]!;
      return {
        databaseBytes: Number(row.bytes),
        users: Number(row.users),
        organizations: Number(row.organizations),
        lives: Number(row.lives),
        editions: Number(row.editions),
        viewers: Number(row.viewers ?? 0),
        since: row.since === null ? null : String(row.since),
      };
    },
  };
}

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';

/**
 * Runs part of a long operation that was not acknowledged to any client. On SQLite its commit does not wait for the
 * disk: the next durable commit also syncs it, and a crash of the machine can only lose the latest commits
 * (https://sqlite.org/pragma.html#pragma_synchronous).
 */
export async function withoutFsync<Result>(
  db: Kysely<Tables>,
  engine: Engine,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  if (engine === 'postgres' || db.isTransaction) return work(db);
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(connection);
    await sql`PRAGMA synchronous = NORMAL`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`PRAGMA synchronous = ${sql.lit(rows[0]!.synchronous)}`.execute(connection);
    }
  });
}

import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';

/** Runs reads that must see one moment of the database. On SQLite every transaction does. */
export function inReadTransaction<Result>(
  db: Kysely<Tables>,
  engine: Engine,
  read: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const moment = db.transaction();
  return (engine === 'postgres' ? moment.setIsolationLevel('repeatable read') : moment).execute(read);
}

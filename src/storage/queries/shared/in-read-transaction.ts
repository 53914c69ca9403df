import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../../storage.ts';

/** Runs reads that must see the same transaction snapshot. On SQLite every transaction does. */
export function inReadTransaction<Result>(
  db: Kysely<Tables>,
  engine: Engine,
  read: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const transaction = db.transaction();
  return (engine === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction).execute(read);
}

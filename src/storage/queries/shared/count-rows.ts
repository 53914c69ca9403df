import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';

/** Counts an organization's rows in a table, for its quota. Call it while holding the lock of the organization. */
export async function countRows(
  transaction: Transaction<Tables>,
  table: 'decks' | 'snapshots' | 'images',
  organizationId: string,
): Promise<number> {
  const { count } = await transaction
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

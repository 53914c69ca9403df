import type { Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';

/** How many of them an organization has, for its quota; to be asked with its lock. */
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

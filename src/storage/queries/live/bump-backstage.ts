import { sql, type Transaction } from 'kysely';
import { toBackstageNotification } from '../../notifications.ts';
import type { Tables } from '../../schema.ts';
import type { Engine, LiveBackstage, Owner } from '../../storage.ts';
import { lockRows } from '../shared/engine-sql.ts';
import { toBackstage } from './live-rows.ts';
import type { SendNotification } from './lives.ts';

/**
 * Increments the backstage version of an owner's Lives: of those that have the plan, or of all. Waits for commits of
 * the owner's Lives first, so that none of them can get the plan unnoticed.
 */
export async function bumpBackstageVersions(
  transaction: Transaction<Tables>,
  engine: Engine,
  sendNotification: SendNotification,
  owner: Owner,
  planId?: string,
): Promise<ReadonlyMap<string, LiveBackstage>> {
  const lives = transaction.selectFrom('lives').select('id').where('owner_kind', '=', owner.kind);
  const locked = lives.where('owner_id', '=', owner.id).orderBy('id');
  await locked.modifyEnd(lockRows(engine, 'FOR UPDATE')).execute();
  const rows = await transaction
    .updateTable('lives')
    .set({ aside_version: sql`aside_version + 1` })
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .$if(planId !== undefined, (query) => query.where('plan_id', '=', planId!))
    .returning(['id', 'aside_version', 'stage'])
    .execute();
  for (const { id } of rows) await sendNotification(transaction, toBackstageNotification(id));
  return new Map(rows.map((row) => [row.id, toBackstage(row)]));
}

import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AuditActor, Owner } from '../../storage.ts';

/** Prefix of the stored installation values that name owners whose deletion is unfinished. */
const PENDING_DELETION = 'leaving/';
const toFactKey = ({ kind, id }: Owner): string => `${PENDING_DELETION}${kind}/${id}`;

export async function recordPendingDeletion(
  transaction: Transaction<Tables>,
  owner: Owner,
  actor: AuditActor,
): Promise<void> {
  await transaction
    .insertInto('installation')
    .values({ key: toFactKey(owner), value: JSON.stringify(actor) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function clearPendingDeletion(transaction: Transaction<Tables>, owner: Owner): Promise<void> {
  await transaction.deleteFrom('installation').where('key', '=', toFactKey(owner)).execute();
}

export async function listPendingDeletions(db: Kysely<Tables>): Promise<{ owner: Owner; actor: AuditActor }[]> {
  const rows = await db.selectFrom('installation').selectAll().where('key', 'like', `${PENDING_DELETION}%`).execute();
  return rows.map(({ key, value }) => {
    const [kind, id] = key.slice(PENDING_DELETION.length).split('/') as [Owner['kind'], string];
    return { owner: { kind, id }, actor: JSON.parse(value) };
  });
}

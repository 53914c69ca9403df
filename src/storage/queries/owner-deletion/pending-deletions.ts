import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { AuditActor, Owner } from '../../storage.ts';

/** Facts of the installation that begin so tell of owners who are leaving, as long as something of them is left. */
const BEGUN = 'leaving/';
const begunKey = ({ kind, id }: Owner): string => `${BEGUN}${kind}/${id}`;

export async function recordPendingDeletion(
  transaction: Transaction<Tables>,
  owner: Owner,
  actor: AuditActor,
): Promise<void> {
  await transaction
    .insertInto('installation')
    .values({ key: begunKey(owner), value: JSON.stringify(actor) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

export async function clearPendingDeletion(transaction: Transaction<Tables>, owner: Owner): Promise<void> {
  await transaction.deleteFrom('installation').where('key', '=', begunKey(owner)).execute();
}

export async function listPendingDeletions(db: Kysely<Tables>): Promise<{ owner: Owner; actor: AuditActor }[]> {
  const rows = await db.selectFrom('installation').selectAll().where('key', 'like', `${BEGUN}%`).execute();
  return rows.map(({ key, value }) => {
    const [kind, id] = key.slice(BEGUN.length).split('/') as [Owner['kind'], string];
    return { owner: { kind, id }, actor: JSON.parse(value) };
  });
}

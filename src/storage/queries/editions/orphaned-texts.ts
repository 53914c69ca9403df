import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import { dropIndex } from '../search/search-index.ts';

type Db = Kysely<Tables>;

/** Facts of the installation that begin so name revisions whose text no edition has: it is on its way in, or out. */
const STRAY = 'stray text/';

/** Verses a statement: some milliseconds, since whoever pushes waits for it. */
const PORTION_VERSES = 1_000;

/** To be called before the first of a text comes in, or in the transaction in which its edition leaves it. */
export async function markTextOrphaned(db: Db, revisionId: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: STRAY + revisionId, value: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** In the transaction in which an edition takes it up. */
export async function unmarkTextOrphaned(transaction: Transaction<Tables>, revisionId: string): Promise<void> {
  await transaction
    .deleteFrom('installation')
    .where('key', '=', STRAY + revisionId)
    .execute();
}

/** Removes a stray text, with room for others between its portions. What a crash or an error leaves of it is still stray. */
export async function deleteOrphanedText(db: Db, revisionId: string): Promise<void> {
  while ((await removeVerses(db, revisionId, PORTION_VERSES)) === PORTION_VERSES) await nextTurn();
}

/** As `EditionStore.removeStray`, but for those in `kept`. */
export async function deleteOrphanedTexts(db: Db, limit: number, kept: ReadonlySet<string>): Promise<number> {
  const rows = await db.selectFrom('installation').select('key').where('key', 'like', `${STRAY}%`).execute();
  let removed = 0;
  for (const id of rows.map(({ key }) => key.slice(STRAY.length)).filter((id) => !kept.has(id))) {
    if (removed < limit) removed += await removeVerses(db, id, limit - removed);
  }
  return removed;
}

/** With the last verses goes all else. */
function removeVerses(db: Db, revisionId: string, limit: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM verses WHERE revision_id = ${revisionId} AND (book_id, chapter, verse) IN (
        SELECT book_id, chapter, verse FROM verses WHERE revision_id = ${revisionId} LIMIT ${limit})`.execute(
      transaction,
    );
    const removed = Number(numAffectedRows);
    if (removed === limit) return removed;
    await transaction.deleteFrom('edition_books').where('revision_id', '=', revisionId).execute();
    await dropIndex(transaction, revisionId);
    await unmarkTextOrphaned(transaction, revisionId);
    return removed;
  });
}

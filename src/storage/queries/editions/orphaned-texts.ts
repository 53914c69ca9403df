import { setImmediate as nextTick } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import { dropIndex } from '../search/search-index.ts';

type Db = Kysely<Tables>;

/**
 * Prefix of the stored installation values that name revisions whose text no edition uses: it is being imported or
 * deleted.
 */
const ORPHANED_TEXT = 'stray text/';

/** Verses per statement, which takes a few milliseconds: pushes wait for it. */
const VERSES_PER_STATEMENT = 1_000;

/**
 * Marks a text as orphaned. Call it before the first verse is imported, or in the transaction that removes the text
 * from its edition.
 */
export async function markTextOrphaned(db: Db, revisionId: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: ORPHANED_TEXT + revisionId, value: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Clears the mark. Call it in the transaction that makes the text current. */
export async function unmarkTextOrphaned(transaction: Transaction<Tables>, revisionId: string): Promise<void> {
  await transaction
    .deleteFrom('installation')
    .where('key', '=', ORPHANED_TEXT + revisionId)
    .execute();
}

/**
 * Deletes an orphaned text in batches, yielding to other work between them. After a crash or an error the rest stays
 * marked.
 */
export async function deleteOrphanedText(db: Db, revisionId: string): Promise<void> {
  while ((await removeVerses(db, revisionId, VERSES_PER_STATEMENT)) === VERSES_PER_STATEMENT) await nextTick();
}

/** Implements `EditionStore.deleteOrphanedTexts`, skipping the revisions in `kept`. */
export async function deleteOrphanedTexts(db: Db, limit: number, kept: ReadonlySet<string>): Promise<number> {
  const rows = await db.selectFrom('installation').select('key').where('key', 'like', `${ORPHANED_TEXT}%`).execute();
  let removed = 0;
  for (const id of rows.map(({ key }) => key.slice(ORPHANED_TEXT.length)).filter((id) => !kept.has(id))) {
    if (removed < limit) removed += await removeVerses(db, id, limit - removed);
  }
  return removed;
}

/** Deletes at most `limit` verses, and with the last of them also the books, the search index and the mark. */
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

import { type Kysely, sql } from 'kysely';
import type { Language } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { EditionVerseText, Engine } from '../../storage.ts';
import { indexRevision } from './index-revision.ts';
import { dropIndex, indexName } from './search-index.ts';

type Db = Kysely<Tables>;

/** Prefix of the stored installation values that name revisions whose search index must be rebuilt. */
const OUTDATED_INDEX = 'outdated index/';

/** Advisory lock: only one node rebuilds indexes at a time. */
const REBUILD_LOCK = 'renewal of search indexes';

/** Marks an index that an earlier version made and that lacks what searches look for today. */
export async function markIndexOutdated(db: Db, revisionId: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: OUTDATED_INDEX + revisionId, value: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Implements `SearchStore.rebuildOutdated`. */
export async function rebuildOutdatedIndex(db: Db, engine: Engine, signal: AbortSignal): Promise<boolean> {
  const row = await db
    .selectFrom('installation')
    .select('key')
    .where('key', 'like', `${OUTDATED_INDEX}%`)
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
  if (!row) return false;
  const revisionId = row.key.slice(OUTDATED_INDEX.length);
  return engine === 'sqlite'
    ? rebuildInBatches(db, revisionId, signal)
    : rebuildInOneTransaction(db, revisionId, signal);
}

/**
 * Rebuilds in many small transactions on SQLite, where transactions run one at a time: no push waits long for one of
 * them.
 */
async function rebuildInBatches(db: Db, revisionId: string, signal: AbortSignal): Promise<boolean> {
  const draft = await buildDraft(db, 'sqlite', revisionId, signal);
  await db.transaction().execute((transaction) => replaceIndex(transaction, revisionId, draft));
  return true;
}

/**
 * Rebuilds in one transaction on PostgreSQL, where it blocks no other. Returns false if another node holds the lock.
 */
function rebuildInOneTransaction(db: Db, revisionId: string, signal: AbortSignal): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{
      held: boolean;
    }>`SELECT pg_try_advisory_xact_lock(hashtext(${REBUILD_LOCK})) AS held`.execute(transaction);
    if (!rows[0]!.held) return false;
    await replaceIndex(transaction, revisionId, await buildDraft(transaction, 'postgres', revisionId, signal));
    return true;
  });
}

/**
 * Creates the index under another name, which no search uses. Returns its id, or null if no edition has the revision
 * any more.
 */
async function buildDraft(db: Db, engine: Engine, revisionId: string, signal: AbortSignal): Promise<string | null> {
  const draft = `${revisionId} renewed`;
  // Deletes what a crash may have left.
  await dropIndex(db, draft);
  const language = await findLanguage(db, revisionId);
  if (language === null) return null;
  await indexRevision(db, engine, { id: draft, language, books: await readBooks(db, revisionId) }, signal);
  return draft;
}

/** Replaces the current index by the new one, unless the edition has another revision by now. */
async function replaceIndex(transaction: Db, revisionId: string, draft: string | null): Promise<void> {
  const isCurrent = (await findLanguage(transaction, revisionId)) !== null;
  if (draft !== null && isCurrent) {
    await dropIndex(transaction, revisionId);
    const [from, to] = [sql.id(indexName(draft)), sql.id(indexName(revisionId))];
    await sql`ALTER TABLE ${from} RENAME TO ${to}`.execute(transaction);
  } else if (draft !== null) {
    await dropIndex(transaction, draft);
  }
  await transaction
    .deleteFrom('installation')
    .where('key', '=', OUTDATED_INDEX + revisionId)
    .execute();
}

async function findLanguage(db: Db, revisionId: string): Promise<Language | null> {
  const edition = db.selectFrom('editions').select('language').where('revision_id', '=', revisionId);
  return ((await edition.executeTakeFirst())?.language as Language | undefined) ?? null;
}

async function readBooks(db: Db, revisionId: string) {
  const ids = await db
    .selectFrom('edition_books')
    .select('book_id')
    .where('revision_id', '=', revisionId)
    .orderBy('book_id')
    .execute();
  const books: { bookId: number; verses: EditionVerseText[] }[] = [];
  for (const { book_id: bookId } of ids) {
    const verses = await db
      .selectFrom('verses')
      .select(['chapter', 'verse', 'text'])
      .where('revision_id', '=', revisionId)
      .where('book_id', '=', bookId)
      .orderBy('chapter')
      .orderBy('verse')
      .execute();
    books.push({ bookId, verses });
  }
  return books;
}

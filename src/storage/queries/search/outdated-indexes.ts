import { type Kysely, sql } from 'kysely';
import type { Language } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { EditionVerseText, Engine } from '../../storage.ts';
import { indexRevision } from './index-revision.ts';
import { dropIndex, indexName } from './search-index.ts';

type Db = Kysely<Tables>;

/** Facts of the installation that begin so name revisions whose search index is to be made again. */
const OUTDATED = 'outdated index/';

/** One node at a time renews indexes. */
const RENEWAL_LOCK = 'renewal of search indexes';

/** Notes that an index was made by an earlier version, and lacks what searches look for today. */
export async function markIndexOutdated(db: Db, revisionId: string): Promise<void> {
  await db
    .insertInto('installation')
    .values({ key: OUTDATED + revisionId, value: new Date().toISOString() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** As `SearchStore.renewOutdated`. */
export async function rebuildOutdatedIndex(db: Db, engine: Engine, signal: AbortSignal): Promise<boolean> {
  const fact = await db
    .selectFrom('installation')
    .select('key')
    .where('key', 'like', `${OUTDATED}%`)
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
  if (!fact) return false;
  const revisionId = fact.key.slice(OUTDATED.length);
  return engine === 'sqlite' ? renewInPortions(db, revisionId, signal) : renewAtOnce(db, revisionId, signal);
}

/** Where all take turns, many small ones: a push waits for none of them for long. */
async function renewInPortions(db: Db, revisionId: string, signal: AbortSignal): Promise<boolean> {
  const draft = await makeDraft(db, 'sqlite', revisionId, signal);
  await db.transaction().execute((transaction) => takeUp(transaction, revisionId, draft));
  return true;
}

/** In one transaction, for nobody waits for it. False where another node is at it. */
function renewAtOnce(db: Db, revisionId: string, signal: AbortSignal): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{
      held: boolean;
    }>`SELECT pg_try_advisory_xact_lock(hashtext(${RENEWAL_LOCK})) AS held`.execute(transaction);
    if (!rows[0]!.held) return false;
    await takeUp(transaction, revisionId, await makeDraft(transaction, 'postgres', revisionId, signal));
    return true;
  });
}

/** The index under another name, which no search reads; its id. Null where no edition has the revision any more. */
async function makeDraft(db: Db, engine: Engine, revisionId: string, signal: AbortSignal): Promise<string | null> {
  const draft = `${revisionId} renewed`;
  // A crash may have left some of it.
  await dropIndex(db, draft);
  const language = await findLanguage(db, revisionId);
  if (language === null) return null;
  await indexRevision(db, engine, { id: draft, language, books: await readBooks(db, revisionId) }, signal);
  return draft;
}

/** Puts the draft in the place of the index that is searched until then, unless the edition has lost the revision meanwhile. */
async function takeUp(transaction: Db, revisionId: string, draft: string | null): Promise<void> {
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
    .where('key', '=', OUTDATED + revisionId)
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

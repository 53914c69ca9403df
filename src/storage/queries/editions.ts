import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Tables } from '../schema.ts';
import type { EditionRecord, EditionStore, Engine } from '../storage.ts';
import { batched } from './batched.ts';
import { readMoment } from './read-moment.ts';
import { dropIndex, indexRevision } from './search.ts';

/** Verses a statement: five columns each stay below the limits of both engines. */
const VERSES_PER_INSERT = 500;

/** What takes more than one statement is read in one moment, since an import may drop a revision meanwhile. */
export function editionStore(db: Kysely<Tables>, engine: Engine): EditionStore {
  return {
    import: (edition) =>
      db.transaction().execute(async (transaction) => {
        // Imports of one edition take turns; on SQLite all transactions do.
        if (engine === 'postgres')
          await sql`SELECT pg_advisory_xact_lock(hashtext(${`edition ${edition.slug}`}))`.execute(transaction);
        const common = {
          slug: edition.slug,
          name: edition.name,
          language: edition.language,
          rights: JSON.stringify(edition.rights),
        };
        const before = await transaction
          .selectFrom('editions')
          .select('revision_id')
          .where('slug', '=', edition.slug)
          .executeTakeFirst();
        await transaction
          .insertInto('edition_revisions')
          .values({ id: edition.id, ...common, created_at: new Date().toISOString() })
          .execute();
        for (const book of edition.books) {
          await transaction
            .insertInto('edition_books')
            .values({ revision_id: edition.id, book_id: book.bookId, name: book.name })
            .execute();
          for (let start = 0; start < book.verses.length; start += VERSES_PER_INSERT) {
            const verses = book.verses.slice(start, start + VERSES_PER_INSERT);
            await transaction
              .insertInto('verses')
              .values(verses.map((verse) => ({ revision_id: edition.id, book_id: book.bookId, ...verse })))
              .execute();
          }
        }
        await indexRevision(transaction, engine, edition);
        const current = { ...common, provenance: JSON.stringify(edition.provenance), revision_id: edition.id };
        await transaction
          .insertInto('editions')
          .values(current)
          .onConflict((conflict) => conflict.column('slug').doUpdateSet(current))
          .execute();
        if (before?.revision_id) await dropText(transaction, before.revision_id);
      }),

    list: ({ limit, after }) =>
      readMoment(db, engine, async (transaction) => {
        const rows = await transaction
          .selectFrom('editions')
          .selectAll()
          .$if(after !== null, (query) => query.where('slug', '>', after!))
          .orderBy('slug')
          .limit(limit)
          .execute();
        const editions: EditionRecord[] = [];
        for (const row of rows) editions.push(await toEdition(transaction, row));
        return editions;
      }),

    find: (slug) =>
      readMoment(db, engine, async (transaction) => {
        const row = await transaction.selectFrom('editions').selectAll().where('slug', '=', slug).executeTakeFirst();
        return row ? toEdition(transaction, row) : null;
      }),

    currentRevision: batched(async (slugs) => {
      const rows = await db.selectFrom('editions').select(['slug', 'revision_id']).where('slug', 'in', slugs).execute();
      const revisions = new Map(rows.map((row) => [row.slug, row.revision_id]));
      return slugs.map((slug) => revisions.get(slug) ?? null);
    }),

    async findRevision(id) {
      const row = await db.selectFrom('edition_revisions').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) return null;
      return {
        id,
        slug: row.slug,
        name: row.name,
        language: row.language as EditionRecord['language'],
        rights: JSON.parse(row.rights),
      };
    },

    findBook: (revisionId, bookId) =>
      readMoment(db, engine, async (transaction) => {
        const book = await transaction
          .selectFrom('edition_books')
          .select('name')
          .where('revision_id', '=', revisionId)
          .where('book_id', '=', bookId)
          .executeTakeFirst();
        if (!book) return null;
        const verses = await transaction
          .selectFrom('verses')
          .select(['chapter', 'verse', 'text'])
          .where('revision_id', '=', revisionId)
          .where('book_id', '=', bookId)
          .orderBy('chapter')
          .orderBy('verse')
          .execute();
        return { bookId, name: book.name, verses };
      }),
  };
}

async function dropText(transaction: Transaction<Tables>, revisionId: string): Promise<void> {
  await transaction.deleteFrom('verses').where('revision_id', '=', revisionId).execute();
  await transaction.deleteFrom('edition_books').where('revision_id', '=', revisionId).execute();
  await dropIndex(transaction, revisionId);
}

async function toEdition(db: Kysely<Tables>, row: Selectable<Tables['editions']>): Promise<EditionRecord> {
  const books = row.revision_id
    ? await db
        .selectFrom('edition_books')
        .select('book_id')
        .where('revision_id', '=', row.revision_id)
        .orderBy('book_id')
        .execute()
    : [];
  return {
    slug: row.slug,
    name: row.name,
    language: row.language as EditionRecord['language'],
    rights: JSON.parse(row.rights),
    provenance: JSON.parse(row.provenance),
    revisionId: row.revision_id,
    bookIds: books.map((book) => book.book_id),
  };
}

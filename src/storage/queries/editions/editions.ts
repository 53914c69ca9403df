import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '../../schema.ts';
import type {
  AuditRecord,
  EditionImport,
  EditionRecord,
  EditionStore,
  EditionVerseText,
  Engine,
  NamedBook,
} from '../../storage.ts';
import { indexRevision } from '../search/index-revision.ts';
import { dropIndex } from '../search/search-index.ts';
import { recordAudit } from '../shared/audit.ts';
import { byKeys } from '../shared/by-keys.ts';
import { chunk } from '../shared/chunk.ts';
import { coalesce } from '../shared/coalesce.ts';
import { lockByName, lockRows } from '../shared/engine-sql.ts';
import { inReadTransaction } from '../shared/in-read-transaction.ts';
import { type InsertColumn, insertMany } from '../shared/insert-many.ts';
import { deleteOrphanedText, deleteOrphanedTexts, markTextOrphaned, unmarkTextOrphaned } from './orphaned-texts.ts';

type Db = Kysely<Tables>;

const VERSE_COLUMNS: readonly InsertColumn[] = [
  ['revision_id', 'TEXT'],
  ['book_id', 'INTEGER'],
  ['chapter', 'INTEGER'],
  ['verse', 'INTEGER'],
  ['text', 'TEXT'],
  ['last_verse', 'INTEGER'],
];

/**
 * Verses per statement, which takes about 5 ms. With six columns each, they stay far below SQLite's limit of 32,766
 * parameters.
 */
const VERSES_PER_STATEMENT = 1_000;
/** Characters per statement. Only an edition with much longer verses than a Bible reaches them first. */
const CHARACTERS_PER_STATEMENT = 160_000;
const TEXT_COLUMN = 4;

/**
 * Creates the edition store. Reads of more than one statement share a snapshot, since an import can delete a revision
 * between them.
 */
export function editionStore(db: Db, engine: Engine): EditionStore {
  const readRevisions = byKeys(db, engine, 'revisions', (among) =>
    db.selectFrom('editions').select(['slug', 'revision_id']).where(among('slug')),
  );
  const addText = async (connection: Db, edition: EditionImport) => {
    const batches = chunk(toRows(edition), VERSES_PER_STATEMENT, {
      weigh: (row) => String(row[TEXT_COLUMN]).length,
      max: CHARACTERS_PER_STATEMENT,
    });
    await insertMany(connection, engine, 'verses', VERSE_COLUMNS, batches);
    await indexRevision(connection, engine, edition);
  };
  const drop = engine === 'sqlite' ? orphanText : dropText;
  /** Revisions whose text this process is importing. */
  const importing = new Set<string>();
  /**
   * Imports in many small transactions on SQLite, where transactions run one at a time: no push waits for a whole
   * Bible.
   */
  const importInBatches = async (edition: EditionImport, committed?: () => void, audit?: AuditRecord) => {
    importing.add(edition.id);
    try {
      await markTextOrphaned(db, edition.id);
      await addText(db, edition);
      const previous = await db.transaction().execute(async (transaction) => {
        await recordAudit(transaction, audit);
        return makeCurrent(transaction, edition, drop);
      });
      committed?.();
      if (previous) await deleteTextInBatches(db, previous);
    } catch (error) {
      await deleteTextInBatches(db, edition.id);
      throw error;
    } finally {
      importing.delete(edition.id);
    }
  };
  const importInOneTransaction = async (edition: EditionImport, committed?: () => void, audit?: AuditRecord) => {
    await db.transaction().execute(async (transaction) => {
      await addText(transaction, edition);
      // Locks only now, so that another import of the edition waits only briefly.
      await lockByName(transaction, engine, `edition ${edition.slug}`);
      await makeCurrent(transaction, edition, drop);
      await recordAudit(transaction, audit);
    });
    committed?.();
  };
  const removeEdition = (slug: string, audit: AuditRecord | undefined) =>
    db.transaction().execute(async (transaction) => {
      await lockByName(transaction, engine, `edition ${slug}`);
      const edition = await transaction
        .selectFrom('editions')
        .select('revision_id')
        .where('slug', '=', slug)
        // A library that is enabling the edition holds this row until it commits; a later one finds no edition.
        .modifyEnd(lockRows(engine, 'FOR UPDATE'))
        .executeTakeFirst();
      if (!edition) return 'missing';
      const user = await transaction
        .selectFrom('libraries')
        .select('slug')
        .where('slug', '=', slug)
        .limit(1)
        .executeTakeFirst();
      if (user) return 'in_use';
      if (edition.revision_id) await drop(transaction, edition.revision_id);
      await transaction.deleteFrom('editions').where('slug', '=', slug).execute();
      await recordAudit(transaction, audit);
      return edition.revision_id === null ? 'removed' : { orphaned: edition.revision_id };
    });
  return {
    import: engine === 'sqlite' ? importInBatches : importInOneTransaction,

    async remove(slug, committed, audit) {
      const outcome = await removeEdition(slug, audit);
      committed?.();
      if (typeof outcome === 'string') return outcome;
      if (engine === 'sqlite') await deleteTextInBatches(db, outcome.orphaned);
      return 'removed';
    },

    deleteOrphanedTexts: (limit) => deleteOrphanedTexts(db, limit, importing),

    list: ({ limit, after }) =>
      inReadTransaction(db, engine, async (transaction) => {
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

    async listInstalled() {
      const rows = await db
        .selectFrom('editions')
        .innerJoin('edition_revisions as current', 'current.id', 'editions.revision_id')
        .select(['editions.slug', 'current.id', 'current.created_at', 'current.checks'])
        .select((select) =>
          select
            .selectFrom('edition_revisions as every')
            .whereRef('every.slug', '=', 'editions.slug')
            .select((count) => count.fn.countAll().as('count'))
            .as('number'),
        )
        .orderBy('editions.slug')
        .execute();
      return rows.map((row) => ({
        slug: row.slug,
        revisionId: row.id,
        number: Number(row.number),
        importedAt: row.created_at,
        checks: row.checks === null ? null : JSON.parse(row.checks),
      }));
    },

    find: (slug) =>
      inReadTransaction(db, engine, async (transaction) => {
        const row = await transaction.selectFrom('editions').selectAll().where('slug', '=', slug).executeTakeFirst();
        return row ? toEdition(transaction, row) : null;
      }),

    currentRevision: coalesce(async (slugs) => {
      const rows = await readRevisions(slugs);
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
        languageTag: row.language_tag,
        rights: JSON.parse(row.rights),
        bookNames: row.book_names === null ? [] : JSON.parse(row.book_names).map(toNamedBook),
        numberings: row.numberings === null ? null : JSON.parse(row.numberings),
      };
    },

    async setNumberings(id, numberings) {
      await db
        .updateTable('edition_revisions')
        .set({ numberings: JSON.stringify(numberings) })
        .where('id', '=', id)
        .execute();
    },

    findBook: (revisionId, bookId) =>
      inReadTransaction(db, engine, async (transaction) => {
        const book = await transaction
          .selectFrom('edition_books')
          .select('name')
          .where('revision_id', '=', revisionId)
          .where('book_id', '=', bookId)
          .executeTakeFirst();
        if (!book) return null;
        const verses = await transaction
          .selectFrom('verses')
          .select(['chapter', 'verse', 'text', 'last_verse'])
          .where('revision_id', '=', revisionId)
          .where('book_id', '=', bookId)
          .orderBy('chapter')
          .orderBy('verse')
          .execute();
        return { bookId, name: book.name, verses: verses.map(toVerse) };
      }),
  };
}

/** The names of a book as they are stored: id, long, short, abbreviation. */
type NamesRow = readonly [bookId: number, long: string | null, short: string | null, abbreviation: string | null];

const toNamesRow = ({ bookId, long, short, abbreviation }: NamedBook): NamesRow => [bookId, long, short, abbreviation];
const toNamedBook = ([bookId, long, short, abbreviation]: NamesRow): NamedBook => ({
  bookId,
  long,
  short,
  abbreviation,
});

function* toRows({ id, books }: EditionImport) {
  for (const { bookId, verses } of books) {
    for (const { chapter, verse, text, last } of verses) yield [id, bookId, chapter, verse, text, last ?? verse];
  }
}

function toVerse(row: Omit<Tables['verses'], 'revision_id' | 'book_id'>): EditionVerseText {
  const { chapter, verse, text, last_verse: last } = row;
  return last === null || last <= verse ? { chapter, verse, text } : { chapter, verse, last, text };
}

/**
 * Makes an imported text the current revision of its edition. Returns the previous revision, whose text `drop` has
 * handled.
 */
async function makeCurrent(
  transaction: Transaction<Tables>,
  {
    id,
    slug,
    name,
    language,
    languageTag = null,
    rights,
    bookNames = [],
    numberings,
    provenance,
    books,
    checks,
  }: EditionImport,
  drop: (transaction: Transaction<Tables>, revisionId: string) => Promise<void>,
): Promise<string | null> {
  const common = { slug, name, language, rights: JSON.stringify(rights) };
  const editions = transaction.selectFrom('editions').select('revision_id').where('slug', '=', slug);
  const previous = (await editions.executeTakeFirst())?.revision_id ?? null;
  await transaction
    .insertInto('edition_revisions')
    .values({
      id,
      ...common,
      created_at: new Date().toISOString(),
      checks: checks ? JSON.stringify(checks) : null,
      language_tag: languageTag,
      book_names: JSON.stringify(bookNames.map(toNamesRow)),
      numberings: numberings ? JSON.stringify(numberings) : null,
    })
    .execute();
  for (const book of books) {
    const row = { revision_id: id, book_id: book.bookId, name: book.name };
    await transaction.insertInto('edition_books').values(row).execute();
  }
  const current = { ...common, provenance: JSON.stringify(provenance), revision_id: id };
  await transaction
    .insertInto('editions')
    .values(current)
    .onConflict((conflict) => conflict.column('slug').doUpdateSet(current))
    .execute();
  await unmarkTextOrphaned(transaction, id);
  if (previous !== null) await drop(transaction, previous);
  return previous;
}

/** Marks the text of a revision as orphaned: it can no longer be found, and is deleted in batches. */
async function orphanText(transaction: Transaction<Tables>, revisionId: string): Promise<void> {
  await markTextOrphaned(transaction, revisionId);
  await transaction.deleteFrom('edition_books').where('revision_id', '=', revisionId).execute();
}

/**
 * Deletes a text in batches. If that fails, the text stays orphaned: deletion is retried every hour, and failures are
 * logged then.
 */
const deleteTextInBatches = (db: Db, revisionId: string): Promise<void> =>
  deleteOrphanedText(db, revisionId).catch(() => {});

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

import { type Kysely, sql } from 'kysely';

/**
 * Adds the parts of reader pages, how long things stood on air, and which decks and texts phones get. Existing Lives
 * have none of the parts. [D72], [D73]
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const column of [
    `phones TEXT NOT NULL DEFAULT '{"earlier":false,"order":false}'`,
    `air_times TEXT NOT NULL DEFAULT '{"current":null,"past":[],"revision":0}'`,
  ])
    await sql.raw(`ALTER TABLE lives ADD COLUMN ${column}`).execute(db);
  // The numbering of each book, which is known also when the text is gone. Null: not read yet.
  await sql.raw('ALTER TABLE edition_revisions ADD COLUMN numberings TEXT').execute(db);
  await sql.raw('ALTER TABLE libraries ADD COLUMN phones INTEGER').execute(db);
  await sql.raw('ALTER TABLE decks ADD COLUMN shared INTEGER NOT NULL DEFAULT 0').execute(db);
};

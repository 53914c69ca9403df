import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Language } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { EditionBookText } from '../../storage.ts';

/** Room for chapters and for verses in a place; books come above them. No edition counts as far. */
export const POSITION_BITS = 20;
const PLACE_STEP = 2 ** POSITION_BITS;

/** A revision of an edition, as far as it is searched. */
export interface IndexedRevision {
  readonly id: string;
  readonly language: Language;
  readonly books: readonly Pick<EditionBookText, 'bookId' | 'verses'>[];
}

/**
 * The search index of a revision is a table of its own, so that it is filled and dropped as quickly as a file, and no other
 * edition makes it slower. A row is a verse: its words as written, and their stems, at the same positions.
 */
export const indexName = (revisionId: string): string =>
  `search_${createHash('sha256').update(revisionId).digest('hex').slice(0, 32)}`;

/** Where a verse stands in the canon, as one number that both engines sort by. */
export const toCanonPosition = (bookId: number, chapter: number, verse: number): number =>
  (bookId * PLACE_STEP + chapter) * PLACE_STEP + verse;

/** The book, the chapter and the verse of a place. */
export const fromCanonPosition = (place: number): number[] => [
  Math.floor(place / PLACE_STEP / PLACE_STEP),
  Math.floor(place / PLACE_STEP) % PLACE_STEP,
  place % PLACE_STEP,
];

/** Drops the index of a revision with its text. */
export async function dropIndex(transaction: Kysely<Tables>, revisionId: string): Promise<void> {
  await sql`DROP TABLE IF EXISTS ${sql.id(indexName(revisionId))}`.execute(transaction);
}

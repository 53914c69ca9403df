import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Language } from '../../../contract/schemas/translation.ts';
import type { Tables } from '../../schema.ts';
import type { EditionBookText } from '../../storage.ts';

/** Bits for the chapter and for the verse in a position; the book is above them. No edition has as many. */
export const POSITION_BITS = 20;
const POSITION_STEP = 2 ** POSITION_BITS;

/** The searchable content of an edition revision. */
export interface IndexedRevision {
  readonly id: string;
  readonly language: Language;
  readonly books: readonly Pick<EditionBookText, 'bookId' | 'verses'>[];
}

/**
 * Returns the name of the search index of a revision. Each index is a separate table, so that it is filled and dropped
 * quickly and is not slowed down by other editions. A row is a verse: its words as written, and their stems at the same
 * positions.
 */
export const indexName = (revisionId: string): string =>
  `search_${createHash('sha256').update(revisionId).digest('hex').slice(0, 32)}`;

/** Returns the position of a verse in the canon as one number, by which both engines sort. */
export const toCanonPosition = (bookId: number, chapter: number, verse: number): number =>
  (bookId * POSITION_STEP + chapter) * POSITION_STEP + verse;

/** Returns the book, chapter and verse of a position. */
export const fromCanonPosition = (position: number): number[] => [
  Math.floor(position / POSITION_STEP / POSITION_STEP),
  Math.floor(position / POSITION_STEP) % POSITION_STEP,
  position % POSITION_STEP,
];

/** Drops the index of a revision. */
export async function dropIndex(transaction: Kysely<Tables>, revisionId: string): Promise<void> {
  await sql`DROP TABLE IF EXISTS ${sql.id(indexName(revisionId))}`.execute(transaction);
}

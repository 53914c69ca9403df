import { LecternError } from '../../contract/lectern-error.ts';
import type { EditionRecord } from '../../storage/storage.ts';
import type { Editions } from './editions.ts';
import { findParallelTexts, relatedBookText } from './parallel-texts.ts';
import { findBooksWithText } from './passage.ts';
import { completeEnds, type Passage } from './passage-numbers.ts';
import type { PassageExists } from './references/reference.ts';
import { formatReference } from './references/reference-format.ts';
import { relatedBookIds } from './related-books.ts';
import { numberingContains } from './versification/versification-map.ts';

/** Returns the passages that one of the editions has, judged by its numbers. [D32] */
export async function filterExistingPassages(
  editions: Editions,
  among: readonly EditionRecord[],
  passages: Iterable<Passage>,
): Promise<PassageExists> {
  const known = new Map<string, boolean>();
  for (const passage of passages) {
    const key = JSON.stringify(passage);
    if (!known.has(key)) known.set(key, await isInSome(editions, among, passage));
  }
  return (passage) => known.get(JSON.stringify(passage)) ?? false;
}

/**
 * Returns the refusal of passages of which these editions have none, with an edition of the library that has the first
 * of them. [D32]
 */
export async function refuseMissing(
  editions: Editions,
  { from, library }: { readonly from: readonly EditionRecord[]; readonly library: readonly EditionRecord[] },
  passages: readonly Passage[],
): Promise<LecternError | null> {
  for (const passage of passages) {
    if (await isInSome(editions, from, passage)) continue;
    const [holder] = await findHolders(editions, library, [passage]);
    if (holder === undefined) return null;
    return new LecternError(
      'invalid_reference',
      `The chosen editions have no ${formatReference(passage)}. The edition "${holder}" of the library has it.`,
    );
  }
  return null;
}

/** Throws `invalid_reference` unless each passage is in at least one installed edition. [D19] */
export async function requireInAnyEdition(editions: Editions, passages: readonly Passage[]): Promise<void> {
  const installed = await editions.listAll();
  for (const passage of passages) {
    if (await isInSome(editions, installed, passage)) continue;
    throw new LecternError('invalid_reference', `No installed edition has ${formatReference(passage)}.`);
  }
}

/** The most editions that are named because they have a passage. */
const HOLDERS_MAX = 5;

/** Returns the slugs of some editions that have all passages. */
export async function findHolders(
  editions: Editions,
  among: readonly EditionRecord[],
  passages: readonly Passage[],
): Promise<string[]> {
  const holders: string[] = [];
  for (const edition of among) {
    if (holders.length === HOLDERS_MAX) break;
    const has = await Promise.all(passages.map((passage) => isInSome(editions, [edition], passage)));
    if (has.every(Boolean)) holders.push(edition.slug);
  }
  return holders;
}

async function isInSome(editions: Editions, among: readonly EditionRecord[], typed: Passage): Promise<boolean> {
  const passage = completeEnds(typed);
  for (const edition of among) {
    if (!relatedBookIds(passage.book_id).some((id) => edition.bookIds.includes(id))) continue;
    // For a whole book, the list of books suffices.
    if (passage.chapter === undefined && edition.bookIds.includes(passage.book_id)) return true;
    const texts = (await findBooksWithText(editions, edition, passage.book_id)).map(({ text }) => text);
    const as = texts.find(({ bookId }) => bookId === passage.book_id) ?? relatedBookText(passage.book_id);
    if (as && numberingContains(as.verses, passage) && findParallelTexts(texts, as, passage).length > 0) return true;
  }
  return false;
}

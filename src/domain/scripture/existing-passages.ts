import { LecternError } from '../../contract/lectern-error.ts';
import type { EditionRecord } from '../../storage/storage.ts';
import type { Editions } from './editions.ts';
import { findTexts } from './passage.ts';
import type { Passage } from './passage-numbers.ts';
import type { Exists } from './references/reference.ts';
import { formatReference } from './references/reference-format.ts';
import { familyOf } from './related-books.ts';
import { standInFor, textsAlongside } from './texts-alongside.ts';
import { isNumbered } from './versification/versification-map.ts';

/** Which of these passages are in one of the editions, as far as its numbers go. [D32] */
export async function findExisting(
  editions: Editions,
  among: readonly EditionRecord[],
  passages: Iterable<Passage>,
): Promise<Exists> {
  const known = new Map<string, boolean>();
  for (const passage of passages) {
    const key = JSON.stringify(passage);
    if (!known.has(key)) known.set(key, await isInSome(editions, among, passage));
  }
  return (passage) => known.get(JSON.stringify(passage)) ?? false;
}

/** Each passage must be in at least one edition that is installed. Throws `invalid_reference`. [D19] */
export async function requireInstalledSomewhere(editions: Editions, passages: readonly Passage[]): Promise<void> {
  const installed = await editions.listAll();
  for (const passage of passages) {
    if (await isInSome(editions, installed, passage)) continue;
    throw new LecternError('invalid_reference', `No installed edition has ${formatReference(passage)}.`);
  }
}

async function isInSome(editions: Editions, among: readonly EditionRecord[], passage: Passage): Promise<boolean> {
  for (const edition of among) {
    if (!familyOf(passage.book_id).some((id) => edition.bookIds.includes(id))) continue;
    // A whole book is there without its text being read.
    if (passage.chapter === undefined && edition.bookIds.includes(passage.book_id)) return true;
    const texts = (await findTexts(editions, edition, passage.book_id)).map(({ text }) => text);
    const as = texts.find(({ bookId }) => bookId === passage.book_id) ?? standInFor(passage.book_id);
    if (as && isNumbered(as.verses, passage) && textsAlongside(texts, as, passage).length > 0) return true;
  }
  return false;
}

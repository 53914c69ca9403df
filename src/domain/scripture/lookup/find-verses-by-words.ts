import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { LOOKUP_RANKED_VERSES } from '../../../contract/limits.ts';
import type { EditionRecord, RankedVerse, Storage } from '../../../storage/storage.ts';
import type { Editions } from '../editions.ts';
import { findVerses } from '../passage.ts';
import type { Passage } from '../passage-numbers.ts';
import { formatReference } from '../references/reference-format.ts';
import type { EditionChoices, LiveEditions } from '../shown-editions.ts';
import type { LookupPassage } from './lookup-passage.ts';

/** The confidence by rank. */
const CONFIDENCES = [0.6, 0.5, 0.4, 0.3];

/**
 * Caches verses by the numbers of other editions, because the next letter usually finds the same verses again. Uses a
 * few MiB.
 */
const REMEMBERED_MAX = 20_000;
const remembered = new LRUCache<string, Passage>({ max: REMEMBERED_MAX });

/**
 * Finds verses with these words in the editions of the library, best first, by the numbers of the translations that the
 * Live shows. Searches these translations first and the others only if there is room for more. [D58]
 */
export async function findVersesByWords(
  { editions, storage }: { editions: Editions; storage: Pick<Storage, 'search'> },
  text: string,
  { choices, library }: LiveEditions,
  limit: number,
): Promise<LookupPassage[]> {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return [];
  const chosen = hash('sha256', choices.map((from) => from.map((each) => each.revisionId).join()).join(';'));
  const found = new Map<string, LookupPassage>();
  const shown = new Set(choices.flat());
  const others = library.filter((edition) => !shown.has(edition));
  let likely: ReadonlySet<string> | null = null;
  for (const edition of [...shown, ...others]) {
    const { revisionId, language } = edition;
    if (!shown.has(edition)) {
      const revisions = others.map((each) => ({ id: each.revisionId!, language: each.language }));
      likely ??= await storage.search.listLikely(revisions, words);
      if (!likely.has(revisionId!)) continue;
    }
    const page = { among: LOOKUP_RANKED_VERSES, limit };
    // An edition that is being imported is searched with the next letter.
    const verses = (await storage.search.lookUp({ id: revisionId!, language }, words, page)) ?? [];
    for (const verse of verses) {
      if (found.size >= limit) break;
      const key = `${chosen} ${revisionId} ${verse.bookId}:${verse.chapter}:${verse.verse}`;
      const passage = remembered.get(key) ?? (await toShown(editions, choices, edition, verse));
      if (!passage) continue;
      remembered.set(key, passage);
      const reference = formatReference(passage);
      if (found.has(reference)) continue;
      const confidence = CONFIDENCES[verse.rank - 1]!;
      found.set(reference, { kind: 'words', reference, passages: [passage], exists: true, confidence });
    }
    if (found.size >= limit) break;
  }
  return [...found.values()].sort((a, b) => b.confidence - a.confidence);
}

/** Returns the verse as the Live's translations number it, or null if they do not have it. */
async function toShown(
  editions: Editions,
  choices: EditionChoices,
  edition: EditionRecord,
  { bookId, chapter, verse }: RankedVerse,
): Promise<Passage | null> {
  const passage = { book_id: bookId, chapter, verse };
  for (const from of choices) {
    if (from[0]?.slug === edition.slug) return passage;
    const others = from.filter(({ slug }) => slug !== edition.slug);
    const found = await findVerses(editions, [edition, ...others], {
      ...passage,
      end_chapter: chapter,
      end_verse: verse,
    });
    for (const { slug } of from) {
      const shown = found.find((each) => each.slug === slug);
      const [first] = shown?.verses ?? [];
      if (first) return { book_id: shown!.book.bookId, chapter: first.chapter, verse: first.verse };
    }
  }
  return null;
}

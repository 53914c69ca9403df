import { LecternError } from '../../contract/lectern-error.ts';
import { toLines } from '../../contract/paging/lines.ts';
import { pageAt } from '../../contract/paging/pages.ts';
import type { EditionRecord, LiveState, NewItem } from '../../storage/storage.ts';
import type { Editions } from '../scripture/editions.ts';
import { requireVerses, toNewItems } from '../scripture/passage.ts';
import { firstWhere, lastOf } from '../scripture/verses-within.ts';
import { referenceOf, textsOn } from './page-content.ts';
import { linesOf } from './pages.ts';

/**
 * The page of the book after the last line of a queue, in the translations of that line that the library has. Null where the book ends,
 * and where the library has none of them. [D55]
 */
export async function nextInBook(
  editions: Editions,
  { record: { owner, paging }, items }: Pick<LiveState, 'record' | 'items'>,
): Promise<{ reference: string; text: string } | null> {
  const last = linesOf(items).at(-1);
  if (!last) return null;
  const from = await findEnabled(
    editions,
    owner,
    last.translations.map(([item]) => item!.translation),
  );
  const [edition] = from;
  const end = edition && last.translations.find(([item]) => item!.translation === edition.slug)?.at(-1);
  const book = end && (await editions.findBook(edition, end.bookId));
  if (!book) return null;
  const { verses } = book.text;
  const start = firstWhere(
    verses,
    ({ chapter, verse }) => chapter > end.chapter || (chapter === end.chapter && verse > end.verse),
  );
  const following = verses.slice(start, start + paging.lines);
  const [first, final] = [following[0], following.at(-1)];
  if (!first || !final) return null;
  const numbers = { chapter: first.chapter, verse: first.verse, end_chapter: final.chapter, end_verse: lastOf(final) };
  const found = await readItems(editions, from, { book_id: end.bookId, ...numbers });
  const lines = toLines(found.map(toLinedItem), ({ translation }) => translation);
  if (!lines[0]) return null;
  const page = pageAt(lines, paging, 0);
  return {
    reference: referenceOf(lines, page, (id) => editions.requireRevision(id).language),
    text: textsOn(lines, page, paging)[0]!.text,
  };
}

async function findEnabled(editions: Editions, owner: LiveState['record']['owner'], slugs: readonly string[]) {
  const [enabled, found] = await Promise.all([
    editions.enabled(owner),
    Promise.all(slugs.map((slug) => editions.find(slug))),
  ]);
  return found.filter(
    (edition) => edition !== null && edition.revisionId !== null && enabled.has(edition.slug),
  ) as EditionRecord[];
}

/** None where an import has just taken the verses away. */
async function readItems(
  editions: Editions,
  from: readonly EditionRecord[],
  passage: Parameters<typeof requireVerses>[2][number],
): Promise<NewItem[]> {
  try {
    return toNewItems(from, await requireVerses(editions, from, [passage], 'cut'));
  } catch (error) {
    if (error instanceof LecternError && error.code === 'invalid_reference') return [];
    throw error;
  }
}

const toLinedItem = (item: NewItem, index: number) => ({
  ...item,
  id: String(index),
  line: String(item.line),
  run: String(item.run),
});

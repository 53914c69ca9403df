import { newId } from '../domain/identifiers.ts';
import type { Editions } from '../domain/scripture/editions.ts';
import type { EditionBookText, Storage } from '../storage/storage.ts';
import { mendRights } from './edition-rights.ts';

/**
 * Gives editions whose rights an earlier version stored as unknown the current form of these rights, as a new revision
 * with the same text. Queued verses keep theirs. [D30] `signal` ends the work between two editions.
 */
export async function mendEditions(
  { editions, storage }: { editions: Editions; storage: Storage },
  signal: AbortSignal,
): Promise<void> {
  for (const { slug, name, language, rights, provenance, revisionId, bookIds } of await editions.listAll()) {
    const mended = revisionId === null ? null : mendRights(name, rights);
    if (mended === null || signal.aborted) continue;
    const books: EditionBookText[] = [];
    for (const bookId of bookIds) {
      const book = await storage.editions.findBook(revisionId!, bookId);
      if (book) books.push(book);
    }
    const { checks } = (await storage.editions.listInstalled()).find((each) => each.slug === slug) ?? {};
    // It may have been imported again, and then its text is gone.
    if ((await editions.reload(slug))?.revisionId !== revisionId) continue;
    await editions.loadRevisions([revisionId!]);
    const { languageTag, bookNames } = editions.requireRevision(revisionId!);
    const revision = { id: newId(), slug, name, language, languageTag, rights: mended, bookNames, provenance, books };
    await editions.import({ ...revision, checks: checks ?? undefined });
  }
}

import { LecternError } from '../../../contract/lectern-error.ts';
import { toLines } from '../../../contract/paging/lines.ts';
import { pageAt } from '../../../contract/paging/pages.ts';
import type { LiveState } from '../../../storage/storage.ts';
import type { Editions } from '../../scripture/editions.ts';
import { AdjacentLines, queueEdge } from '../state/adjacent-lines.ts';
import { pageReference, pageTexts } from '../state/page-content.ts';
import { queueLines } from '../state/pages.ts';

/**
 * Returns the page that a step beyond the end of the queue would show. Returns null at the end of the book, and if the
 * step would be refused because the library no longer has a translation. [D55]
 */
export async function previewNextInBook(
  editions: Editions,
  { record, items }: Pick<LiveState, 'record' | 'items'>,
): Promise<{ reference: string; text: string } | null> {
  if (items.length === 0) return null;
  const { owner, paging } = record;
  const edge = queueEdge(queueLines(items), 1);
  const found = await new AdjacentLines(editions, owner, 'current')
    .readLines(edge, 1, paging.lines)
    .catch(nullIfRefused);
  const fresh = (found?.lines ?? []).flatMap((line, index) =>
    line.items.map((item) => ({ ...item, line: `${index}` })),
  );
  const lines = toLines(
    fresh.map((item, index) => ({ ...item, id: `${index}`, run: '' })),
    ({ translation }) => translation,
  );
  if (lines.length === 0) return null;
  const page = pageAt(lines, paging, 0);
  return {
    reference: pageReference(lines, page, editions.citeFor(record)),
    text: pageTexts(lines, page, paging)[0]!.text,
  };
}

function nullIfRefused(error: unknown): null {
  // An import may have removed the verses.
  const refused = error instanceof LecternError && ['edition_not_enabled', 'invalid_reference'].includes(error.code);
  if (!refused) throw error;
  return null;
}

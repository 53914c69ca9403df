import { BOOK_PAGE_MAX_VERSES } from '../../src/contract/limits.ts';
import { findBookByCode } from '../../src/domain/scripture/canon.ts';
import { readStarterEdition } from '../../src/editions/starter.ts';
import type { BenchmarkExtent } from '../extent.ts';
import { startLibrary } from '../library-server.ts';
import type { ResultRow } from '../results.ts';
import { compareReads } from './compare-reads.ts';

const REQUIRED_SHARE = 0.5;
/** Has more verses than a page. */
const BOOK = findBookByCode('GEN')!;

/** GET of a page of 500 verses of the starter edition, against node:http sending the same bytes. */
export async function measureBookPages(extent: BenchmarkExtent): Promise<ResultRow[]> {
  const edition = await readStarterEdition();
  const library = await startLibrary([edition]);
  try {
    const path = `${library.editionPath(edition.slug)}/books/${BOOK.id}?limit=${BOOK_PAGE_MAX_VERSES}`;
    const name = `GET book page of ${BOOK_PAGE_MAX_VERSES} verses`;
    return await compareReads(library, [{ name, path, status: 200 }], REQUIRED_SHARE, extent);
  } finally {
    await library.stop();
  }
}

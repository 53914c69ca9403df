import type { LibraryPageData } from '../../contract/edition-library.ts';
import type { Owner, Storage } from '../../storage/storage.ts';
import { EDITIONS_PURPOSE } from '../installation/editions.ts';
import type { SignedInVisit } from '../toolkit/visit.ts';

/** Reads what the page of a library shows besides what REST has. */
export async function readLibraryPageData(
  { editions, libraries }: Pick<Storage, 'editions' | 'libraries'>,
  { kind, id }: Owner,
  visit: SignedInVisit,
): Promise<LibraryPageData> {
  const [installed, lives] = await Promise.all([editions.listInstalled(), libraries.listConfigured({ kind, id })]);
  const revisions = installed.map(({ slug, number, importedAt, checks }) => ({
    slug,
    number,
    imported_at: importedAt,
    checks,
  }));
  const editionsCsrf = visit.holder.user.administrator ? visit.csrf(EDITIONS_PURPOSE) : null;
  return { revisions, lives, editionsCsrf };
}

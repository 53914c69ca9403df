import type { OnProgress } from '../import-files/import-source.ts';
import type { EditionReport } from './checks/edition-report.ts';
import type { KnownEdition } from './known-editions.ts';
import type { NormalizedEdition } from './normalized-edition.ts';
import { parseEdition } from './parse-edition.ts';
import { type FetchLimits, fetchArchive } from './sources/fetch-archive.ts';
import { openSourceBytes } from './sources/open-source.ts';

/** Receives the progress of each of the two steps. */
export interface InstallProgress {
  readonly fetching: OnProgress;
  readonly reading: OnProgress;
}

/**
 * Downloads a known edition and parses it, ready to be saved. Slug, name, language and rights come from the catalog;
 * the digest in the provenance is that of the downloaded archive. Throws the errors of `fetchArchive` and
 * `parseEdition`.
 */
export async function fetchEdition(
  { slug, name, language, languageTag, rights, sourceId, archive }: KnownEdition,
  progress: InstallProgress,
  limits?: FetchLimits,
): Promise<{ text: NormalizedEdition; report: EditionReport }> {
  const fetched = await fetchArchive(archive.url, archive.sha256, progress.fetching, limits);
  const source = await openSourceBytes(fetched.name, fetched.bytes);
  const { text, report } = await parseEdition(source, { slug, name, language, languageTag, rights }, progress.reading);
  return { text: { ...text, provenance: { ...text.provenance, source_id: sourceId } }, report };
}

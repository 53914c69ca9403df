import type { SongCollector } from '../../collector/song-collector.ts';

/** The details of a document for CCLI. */
interface License {
  /** The fields that can name the authors, the best first. */
  readonly authors: readonly (string | undefined)[];
  readonly year: string | undefined;
  readonly publisher: string | undefined;
  readonly number: string | undefined;
}

/** Sends the authors, the copyright and the CCLI number of a document. The number 0 stands for no number. */
export function sendLicense(collector: SongCollector, { authors, year, publisher, number = '' }: License): void {
  const stated = authors.find((text) => text?.trim());
  for (const each of stated?.split(/\s*[|;]\s*/) ?? []) collector.addAuthor(each);
  const notice = [year, publisher].filter(Boolean).join(' ');
  collector.addCopyright(/^\d{4}\b/.test(notice) ? `© ${notice}` : notice);
  if (number !== '0') collector.setCcli(number);
}

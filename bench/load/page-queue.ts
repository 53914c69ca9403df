import { divideLine } from '../../src/contract/paging/line-parts.ts';
import { DEFAULT_PAGING } from '../../src/contract/paging/pages.ts';
import type { ViewerItem, ViewerState } from '../../src/contract/viewer.ts';
import type { NormalizedEdition } from '../../src/editions/normalized-edition.ts';
import { viewerStateWith } from '../../test/support/requests/viewer-samples.ts';

/** A page of one verse in some translations, as every output gets it. */
export interface SizedPage {
  readonly state: ViewerState;
  /** Text of each translation. */
  readonly texts: readonly string[];
  readonly characters: number;
  readonly place: string;
}

/**
 * All pages of all verses that the first edition has, with the default paging. An edition that lacks a verse leaves its
 * place.
 */
export function* listSizedPages(editions: readonly NormalizedEdition[]): Generator<SizedPage> {
  const others = editions.map(versesOf);
  const names = editions.map((edition, index) => ({ key: `${edition.slug} ${index}`, edition }));
  const known = Object.fromEntries(
    names.map(({ key, edition: { name, language, rights } }) => [
      key,
      { name, language, attribution: rights.attribution },
    ]),
  );
  for (const { book_id, verses } of editions[0]!.books) {
    for (const { chapter, verse } of verses) {
      const place = `${book_id} ${chapter}:${verse}`;
      const items = names.flatMap(({ key }, index): ViewerItem[] => {
        const found = others[index]!.get(place);
        const id = `${key} ${place}`;
        return found ? [{ id, book_id, chapter, verse, ...found, edition: key, line: place, run: place }] : [];
      });
      const parts = divideLine(
        items.map(({ text }) => text),
        DEFAULT_PAGING.page_characters,
      );
      for (const [part, texts] of parts.entries()) {
        const characters = texts.reduce((sum, text) => sum + text.length, 0);
        yield {
          state: viewerStateWith(items, { editions: known, part }),
          texts,
          characters,
          place: `${place} (${part})`,
        };
      }
    }
  }
}

/** By place, with the name of the book. */
function versesOf({ books }: NormalizedEdition): Map<string, { book: string; text: string }> {
  const verses = books.flatMap(({ book_id, name, verses: all }) =>
    all.map(({ chapter, verse, text }) => [`${book_id} ${chapter}:${verse}`, { book: name, text }] as const),
  );
  return new Map(verses);
}

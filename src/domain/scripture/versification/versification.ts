import { BOOK_ORDERS, VERSE_COUNTS } from './versification-counts.ts';

/** The verse counts of a book's chapters, by OSIS id. */
export interface BookCounts {
  readonly osis: string;
  readonly chapters: readonly number[];
}

/** A named system of chapters and verses, with the books of each testament in order. */
export interface Versification {
  /** The name used by SWORD: "KJV", "NRSV", "Luther", … */
  readonly name: string;
  readonly ot: readonly BookCounts[];
  readonly nt: readonly BookCounts[];
}

let versifications: ReadonlyMap<string, Versification> | null = null;

/** Returns the versification with this name (case-insensitive), or null if it is unknown. */
export function findVersification(name: string): Versification | null {
  versifications ??= readVersifications();
  return versifications.get(name.toLowerCase()) ?? null;
}

/** Returns the names of all known versifications. */
export function versificationNames(): string[] {
  versifications ??= readVersifications();
  return [...versifications.values()].map(({ name }) => name);
}

/** Returns the verse counts of a book's chapters in a versification, or null if it lacks the book. */
export function findChapterCounts(versification: string, osis: string): readonly number[] | null {
  const { ot = [], nt = [] } = findVersification(versification) ?? {};
  return [...ot, ...nt].find((book) => book.osis === osis)?.chapters ?? null;
}

// Parses the tables on first use, so that they do not slow the server's start.
function readVersifications(): ReadonlyMap<string, Versification> {
  const counts = new Map(linesOf(VERSE_COUNTS).map(([osis, text]) => [osis, readCounts(text)]));
  const byName = new Map<string, Versification>();
  for (const [key, text] of linesOf(BOOK_ORDERS)) {
    const [name, testament] = key.split(' ') as [string, 'ot' | 'nt'];
    const books = text.split(' ').map((book): BookCounts => {
      const [osis, variant = 0] = book.split('/') as [string, string?];
      return { osis, chapters: counts.get(osis)![Number(variant)]! };
    });
    const { ot = [], nt = [] } = byName.get(name.toLowerCase()) ?? {};
    byName.set(name.toLowerCase(), { name, ot, nt, [testament]: books });
  }
  return byName;
}

/** "Gen: 31 25\n  24" → ["Gen", "31 25 24"] */
function linesOf(table: string): [string, string][] {
  const lines = table.trim().replace(/\n +/g, ' ').split('\n');
  return lines.map((line) => line.split(': ') as [string, string]);
}

/** "31 25 24 | 2=26 3=0" → [[31, 25, 24], [31, 26]] */
function readCounts(text: string): readonly (readonly number[])[] {
  const [first, ...others] = text.split(' | ') as [string, ...string[]];
  const chapters = first.split(' ').map(Number);
  return [
    chapters,
    ...others.map((changes) => {
      const changed = [...chapters];
      for (const change of changes.split(' ')) {
        const [chapter, verses] = change.split('=').map(Number) as [number, number];
        changed[chapter - 1] = verses;
      }
      return changed.filter((verses) => verses > 0);
    }),
  ];
}

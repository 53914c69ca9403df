import { toNotice } from '../../contract/import-notices.ts';
import { ForeignDatabase, isSqlite } from '../../import-files/foreign-database.ts';
import { DamagedSourceError } from '../../import-files/import-source.ts';
import type { CollectionFile } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';

type Columns = Readonly<Record<string, readonly string[]>>;

/** Opens a database of songs. Throws DamagedSongError. */
export function openSongDatabase({ path, fileName }: CollectionFile, content: string | Buffer = path): ForeignDatabase {
  return withSongErrors(fileName, () => new ForeignDatabase(content, fileName));
}

/** Returns whether a file is a database that has tables with these columns. Throws DamagedSongError. */
export function hasTables(file: CollectionFile, tables: Columns): boolean {
  if (!isSqlite(file.head)) return false;
  using database = openSongDatabase(file);
  return Object.entries(tables).every(([table, columns]) => database.hasTable(table, columns));
}

/** Yields values whose reading can fail as that of a database can. Throws DamagedSongError. */
export function* yieldSongs<Item>(fileName: string, items: () => Iterable<Item>): Generator<Item> {
  const values = withSongErrors(fileName, () => items()[Symbol.iterator]());
  try {
    for (;;) {
      const { value, done } = withSongErrors(fileName, () => values.next());
      if (done) return;
      yield value;
    }
  } finally {
    values.return?.();
  }
}

/** Gives the songs of a collection names by which reports and plans tell them apart. */
export class SongNames {
  readonly #used = new Set<string>();

  /** Returns a name like the title, with a number if it is not the first. */
  add(title: string): string {
    const name = title.trim() || 'Song';
    let unique = name;
    for (let number = 2; this.#used.has(unique); number++) unique = `${name} (${number})`;
    this.#used.add(unique);
    return unique;
  }
}

function withSongErrors<Result>(fileName: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DamagedSourceError)) throw error;
    throw new DamagedSongError(fileName, null, error.notice ?? toNotice('file_damaged'));
  }
}

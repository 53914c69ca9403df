import type { ImportNotice } from '../contract/import-notices.ts';
import type { SongCollector } from './collector/song-collector.ts';
import type { ImportedPlan } from './imported-plan.ts';

/** A file on the disk that may hold several songs. */
export interface CollectionFile {
  readonly path: string;
  /** The name that the person gave, without folders. */
  readonly fileName: string;
  readonly size: number;
  /** The first 4 KiB. */
  readonly head: Buffer;
  /**
   * Returns the path of another file of the same folder, by its name without regard to case; null if there is none.
   * Absent if the file came alone.
   */
  findBeside?(name: string): Promise<string | null>;
}

/** What a collection holds, in its order. `name` identifies the item in reports, as a path in an archive does. */
export type CollectionItem =
  /** A song that the collection itself has read from its file, such as a row of a database. */
  | { readonly kind: 'song'; readonly name: string; read(collector: SongCollector): void | Promise<void> }
  /** A file in an archive, which is read as any other file. */
  | { readonly kind: 'file'; readonly name: string; readonly size: number; readBytes(): Promise<Buffer> }
  /** An order of service. Its entries name songs of the collection by `name`. */
  | { readonly kind: 'plan'; readonly name: string; readonly plan: ImportedPlan }
  /** An item that cannot be read. The others are imported. */
  | { readonly kind: 'refused'; readonly name: string; readonly reason: ImportNotice };

/** A format of files that hold several songs, an order of service, or both. */
export interface SongCollection {
  /** Name of the format, as reports show it. */
  readonly name: string;
  /** Returns whether the beginning of a file, or its name, shows that it has this format. */
  recognizes(file: CollectionFile): boolean | Promise<boolean>;
  /** Yields what the file holds. Throws DamagedSongError if nothing of it can be read. */
  read(file: CollectionFile): AsyncIterable<CollectionItem> | Iterable<CollectionItem>;
}

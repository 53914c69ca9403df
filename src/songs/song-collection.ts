import type { ImportNotice } from '../contract/import-notices.ts';
import type { FileOmission } from '../contract/schemas/imports.ts';
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
   * Returns the path of another file of the same folder, by its name without regard to case, or null.
   * Absent if the file came alone.
   */
  findBeside?(name: string): Promise<string | null>;
}

/** A file in an archive. */
export interface ArchivedFile {
  readonly size: number;
  readBytes(): Promise<Buffer>;
  /** Returns another file of the same folder, by its name without regard to case, or null. */
  findBeside?(name: string): ArchivedFile | null;
}

/** An image that is a slide. Those of the same deck follow each other, in their order. */
export interface ImageSlide {
  /** The key distinguishes the decks of an import. */
  readonly deck: { readonly key: string; readonly title: string };
  /** The contents of the image, in words; null if they are not known. */
  readonly title: string | null;
  /** Whether letters are missing in the image, because its file does not contain their font. */
  readonly lacksFont: boolean;
}

/** An item of a collection, in its order. `name` identifies the item in reports, as a path in an archive does. */
export type CollectionItem = {
  readonly name: string;
  /** The share of the collection that has been read with this item, from 0 to 1, if it is known. */
  readonly share?: number;
} & (
  | {
      /** A song that the collection itself has read from its file, such as a row of a database. */
      readonly kind: 'song';
      read(collector: SongCollector): void | Promise<void>;
    }
  /** A file in an archive, which is read as any other file. */
  | ({ readonly kind: 'file' } & ArchivedFile)
  /** An order of service. Its entries name songs of the collection by `name`. */
  | { readonly kind: 'plan'; readonly plan: ImportedPlan }
  | ({ readonly kind: 'image'; readBytes(): Promise<Buffer> } & ImageSlide)
  | { readonly kind: 'omitted'; readonly omission: FileOmission }
  /** An item that cannot be read. The others are imported. */
  | { readonly kind: 'refused'; readonly reason: ImportNotice }
);

/** A format of files that hold several songs, an order of service, or both. */
export interface SongCollection {
  /** Name of the format, as reports show it. */
  readonly name: string;
  /** Returns whether the beginning of a file, or its name, shows that it has this format. */
  recognizes(file: CollectionFile): boolean | Promise<boolean>;
  /** Yields what the file holds. Throws DamagedSongError if nothing of it can be read. */
  read(file: CollectionFile): AsyncIterable<CollectionItem> | Iterable<CollectionItem>;
}

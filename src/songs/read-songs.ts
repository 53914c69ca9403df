import { createReadStream } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findImageMediaType } from '../contract/image-media-type.ts';
import { type ImportNotice, toNotice } from '../contract/import-notices.ts';
import { IMPORT_MAX_SONGS, SONG_MAX_BYTES } from '../contract/limits.ts';
import type { FileOmission } from '../contract/schemas/imports.ts';
import type { ImageMediaType } from '../contract/slide-fields.ts';
import { SONG_COLLECTIONS } from './collections.ts';
import { SongCollector } from './collector/song-collector.ts';
import { parseSong, requireDeckSize } from './parse-song.ts';
import { type ShortPlan, shortenPlan } from './shorten-plan.ts';
import type { ImportedSong, SongFileReport } from './song.ts';
import type { ArchivedFile, CollectionFile, CollectionItem, ImageSlide, SongCollection } from './song-collection.ts';
import { DamagedSongError } from './sources/damaged-song-error.ts';
import { SongSource } from './sources/song-source.ts';

/** Bytes of a file by which collections recognize it. */
const HEAD_BYTES = 4_096;
/** Longest name of an item, as long as a path can be. */
const NAMES_MAX_CHARACTERS = 4_096;
/** Most characters of all plans of an import, which the server keeps until the songs are created. */
const PLANS_MAX_CHARACTERS = 8 * 1024 * 1024;
/** Collections in files of a collection are read, but not those in them. */
const DEPTH_MAX = 1;
/** Reasons for which a file of an archive is counted, and not refused. */
const OMISSIONS: Partial<Record<ImportNotice['code'], FileOmission>> = {
  song_is_picture: 'pictures',
  song_is_picture_in: 'pictures',
  song_is_media: 'media',
};

/**
 * An item that was read of an import, in the order of its files. `name` is the path of the file, or of the song in its
 * file.
 */
export type ReadItem = {
  readonly name: string;
  /** The share of the import that has been read with this item, from 0 to 1, if it is known. */
  readonly share?: number;
} & (
  | { readonly kind: 'song'; readonly song: ImportedSong; readonly report: SongFileReport }
  | { readonly kind: 'plan'; readonly plan: ShortPlan }
  | ({
      readonly kind: 'image';
      readonly format: string;
      readonly bytes: Buffer;
      readonly mediaType: ImageMediaType;
    } & ImageSlide)
  | { readonly kind: 'omitted'; readonly omission: FileOmission }
  | { readonly kind: 'refused'; readonly line: number | null; readonly reason: ImportNotice }
);

/** How a collection is read. */
export interface ReadOptions {
  /** A folder for files of archives. Without it, collections in archives are not read. */
  readonly folder?: string;
  /** Receives errors that are not the file's fault. Their songs are refused. */
  readonly warn?: (error: unknown) => void;
}

/** Reads the beginning of a file. */
export async function openCollectionFile(path: string, fileName: string): Promise<CollectionFile> {
  await using handle = await open(path);
  const { size } = await handle.stat();
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
  await handle.read(head, 0, head.length, 0);
  return { path, fileName, size, head };
}

/** Reads the songs of a file of any format: of a collection, or of one song. Throws DamagedSongError. */
export async function* readSongs(file: CollectionFile, options: ReadOptions): AsyncGenerator<ReadItem> {
  const items = await readCollection(file, options);
  if (items) {
    let count = 0;
    let planCharacters = 0;
    for await (const read of items) {
      let item: ReadItem = { ...read, name: read.name.slice(0, NAMES_MAX_CHARACTERS) };
      if (item.kind === 'plan') {
        planCharacters += JSON.stringify(item.plan).length;
        if (planCharacters > PLANS_MAX_CHARACTERS) item = refuse(item.name, null, toNotice('song_plan_refused'));
      }
      if (item.kind !== 'omitted' && item.kind !== 'image' && ++count > IMPORT_MAX_SONGS) {
        return yield refuse(item.name, null, toNotice('song_import_too_many', { max: IMPORT_MAX_SONGS }));
      }
      yield item;
    }
    return;
  }
  yield { kind: 'song', name: file.fileName, ...(await parseSong(await readStart(file.path), file.fileName)) };
}

/** Reads a file that may be one song: one byte more than a song file can have. */
function readStart(path: string): Promise<Buffer> {
  return buffer(createReadStream(path, { end: SONG_MAX_BYTES }));
}

/** Returns the collection that reads a file, or null if it is no collection. */
export async function findCollection(file: CollectionFile): Promise<SongCollection | null> {
  for (const collection of SONG_COLLECTIONS) if (await collection.recognizes(file)) return collection;
  return null;
}

/**
 * Reads the songs of a collection. A song that cannot be read is yielded with the reason, and the others are read.
 * Returns null if the file is no collection. Throws DamagedSongError if nothing of it can be read.
 */
async function readCollection(
  file: CollectionFile,
  options: ReadOptions = {},
): Promise<AsyncIterable<ReadItem> | null> {
  const collection = await findCollection(file);
  return collection && readItems(collection, file, options, 0);
}

async function* readItems(
  collection: SongCollection,
  file: CollectionFile,
  options: ReadOptions,
  depth: number,
): AsyncGenerator<ReadItem> {
  for await (const item of collection.read(file)) {
    const { share } = item;
    for await (const read of readItem(collection.name, item, options, depth)) {
      yield share === undefined ? read : { ...read, share };
    }
  }
}

const refuse = (name: string, line: number | null, reason: ImportNotice): ReadItem => {
  const omission = OMISSIONS[reason.code];
  return omission ? { kind: 'omitted', name, omission } : { kind: 'refused', name, line, reason };
};

/** Reads an item. A file of an archive can be a collection, and yield several. */
async function* readItem(
  format: string,
  item: CollectionItem,
  options: ReadOptions,
  depth: number,
): AsyncGenerator<ReadItem> {
  const { name } = item;
  try {
    if (item.kind === 'plan') yield { ...item, plan: shortenPlan(item.plan) };
    else if (item.kind === 'omitted') yield item;
    else if (item.kind === 'refused') yield refuse(name, null, item.reason);
    else if (item.kind === 'image') yield await readImage(format, item);
    else if (item.kind === 'file') yield* readArchived(name, item, options, depth);
    else {
      const source = new SongSource(name, Buffer.alloc(0));
      const collector = new SongCollector(source);
      await item.read(collector);
      yield { kind: 'song', name, ...requireDeckSize(source, collector.finish(format)) };
    }
  } catch (error) {
    if (error instanceof DamagedSongError) return yield refuse(name, error.line, error.reason);
    options.warn?.(error);
    yield refuse(name, null, toNotice('song_unreadable'));
  }
}

async function readImage(format: string, item: CollectionItem & { readonly kind: 'image' }): Promise<ReadItem> {
  const { readBytes, ...slide } = item;
  const bytes = await readBytes();
  const mediaType = findImageMediaType(bytes);
  if (mediaType) return { ...slide, format, bytes, mediaType };
  throw new DamagedSongError(slide.name, null, toNotice('slides_picture_unknown'));
}

const nest = <Item extends { readonly name: string }>(folder: string, item: Item): Item => ({
  ...item,
  name: `${folder}/${item.name}`,
});
const nestSongs = (folder: string, plan: ShortPlan): ShortPlan => ({
  ...plan,
  entries: plan.entries.map((entry) => ({
    ...entry,
    ...(entry.song !== undefined && { song: `${folder}/${entry.song}` }),
  })),
});

async function* readArchived(
  name: string,
  archived: ArchivedFile,
  options: ReadOptions,
  depth: number,
): AsyncGenerator<ReadItem> {
  const { folder } = options;
  const bytes = await archived.readBytes();
  if (folder !== undefined && depth < DEPTH_MAX) {
    await using files = new AsyncDisposableStack();
    const save = async (content: Buffer) => {
      const path = join(folder, crypto.randomUUID());
      files.defer(() => rm(path, { force: true }));
      await writeFile(path, content);
      return path;
    };
    const file: CollectionFile = {
      path: await save(bytes),
      fileName: name.split('/').at(-1)!,
      size: bytes.length,
      head: bytes.subarray(0, HEAD_BYTES),
      findBeside: async (other) => {
        const beside = archived.findBeside?.(other);
        return beside ? save(await beside.readBytes()) : null;
      },
    };
    const collection = await findCollection(file);
    if (collection) {
      for await (const read of readItems(collection, file, options, depth + 1)) {
        yield read.kind === 'plan' ? { ...nest(name, read), plan: nestSongs(name, read.plan) } : nest(name, read);
      }
      return;
    }
  }
  yield { kind: 'song', name, ...(await parseSong(bytes, name)) };
}

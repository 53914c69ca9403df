import { zipArchive } from './archives/zip-archive.ts';
import { proPresenterPlaylist } from './collections/propresenter-playlist.ts';
import type { SongCollection } from './song-collection.ts';

/** The formats of files that hold several songs. The first one that recognizes a file reads it. */
export const SONG_COLLECTIONS: readonly SongCollection[] = [
  proPresenterPlaylist,
  // Files of other programs are often zip archives, too.
  zipArchive,
];

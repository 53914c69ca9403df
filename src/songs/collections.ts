import { zipArchive } from './archives/zip-archive.ts';
import { easyWorship } from './databases/easyworship.ts';
import { easyWorshipSchedule } from './databases/easyworship-schedule.ts';
import { openLpService } from './databases/openlp-service.ts';
import { openLpSongs } from './databases/openlp-songs.ts';
import type { SongCollection } from './song-collection.ts';

/** The formats of files that hold several songs. The first one that recognizes a file reads it. */
export const SONG_COLLECTIONS: readonly SongCollection[] = [
  openLpSongs,
  openLpService,
  easyWorship,
  easyWorshipSchedule,
  // Files of other programs are often zip archives, too.
  zipArchive,
];

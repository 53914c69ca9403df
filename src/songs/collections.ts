import { zipArchive } from './archives/zip-archive.ts';
import { freeShowProject } from './collections/freeshow-project.ts';
import { openSongSet } from './collections/opensong-set.ts';
import { proPresenterPlaylist } from './collections/propresenter-playlist.ts';
import { songTable } from './collections/song-table.ts';
import { songBeamerSchedule } from './collections/songbeamer-schedule.ts';
import { videoPsalmAgenda } from './collections/videopsalm-agenda.ts';
import { videoPsalmBook } from './collections/videopsalm-book.ts';
import { easyWorship } from './databases/easyworship.ts';
import { easyWorshipSchedule } from './databases/easyworship-schedule.ts';
import { openLpService } from './databases/openlp-service.ts';
import { openLpSongs } from './databases/openlp-songs.ts';
import { otherSlides } from './slides/other-slides.ts';
import { pdf } from './slides/pdf.ts';
import { pictureArchive } from './slides/picture-archive.ts';
import type { SongCollection } from './song-collection.ts';

/** The formats of files that hold several songs. The first one that recognizes a file reads it. */
export const SONG_COLLECTIONS: readonly SongCollection[] = [
  openLpSongs,
  openLpService,
  easyWorship,
  easyWorshipSchedule,
  freeShowProject,
  videoPsalmBook,
  videoPsalmAgenda,
  songBeamerSchedule,
  openSongSet,
  songTable,
  pdf,
  otherSlides,
  // These look into every zip archive, and files of other programs are often such archives.
  proPresenterPlaylist,
  pictureArchive,
  zipArchive,
];

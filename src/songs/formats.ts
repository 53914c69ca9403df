import { bareChordProFormat, chordProFormat } from './formats/chordpro.ts';
import { freeShowFormat } from './formats/freeshow.ts';
import { notASongFormat } from './formats/not-a-song.ts';
import { openLyricsFormat } from './formats/openlyrics.ts';
import { openSongSongFormat } from './formats/opensong.ts';
import { plainTextFormat } from './formats/plain-text.ts';
import { proPresenterFormat } from './formats/propresenter/propresenter.ts';
import { proPresenter7Format } from './formats/propresenter/propresenter-7.ts';
import { queleaFormat } from './formats/quelea.ts';
import { songBeamerFormat } from './formats/songbeamer.ts';
import { songSelectTextFormat } from './formats/songselect-text.ts';
import { songSelectUsrFormat } from './formats/songselect-usr.ts';
import { songShowPlusFormat } from './formats/songshow-plus.ts';
import { videoPsalmFormat } from './formats/videopsalm.ts';
import { wordsOfWorshipFormat } from './formats/words-of-worship.ts';
import type { SongFormat } from './song-format.ts';

/** The formats of files that are neither text nor XML. [D70] */
export const BINARY_SONG_FORMATS: readonly SongFormat[] = [proPresenter7Format];

/** The formats of XML files. [D70] */
export const XML_SONG_FORMATS: readonly SongFormat[] = [
  openLyricsFormat,
  queleaFormat,
  openSongSongFormat,
  proPresenterFormat,
];

/** The formats of other files, the most specific first. Any text is plain text. [D70] */
export const TEXT_SONG_FORMATS: readonly SongFormat[] = [
  songShowPlusFormat,
  wordsOfWorshipFormat,
  freeShowFormat,
  videoPsalmFormat,
  songSelectUsrFormat,
  songBeamerFormat,
  chordProFormat,
  notASongFormat,
  bareChordProFormat,
  songSelectTextFormat,
  plainTextFormat,
];

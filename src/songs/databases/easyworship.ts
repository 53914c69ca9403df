import { type ImportNotice, toNotice } from '../../contract/import-notices.ts';
import { type ForeignDatabase, isSqlite } from '../../import-files/foreign-database.ts';
import type { CollectionFile, CollectionItem, SongCollection } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { readEasyWorshipSong, SONG_COLUMNS } from './easyworship-words.ts';
import { openSongDatabase, SongNames, yieldSongs } from './song-database.ts';

const SONGS_FILE = 'Songs.db';
const WORDS_FILE = 'SongWords.db';

/**
 * The songs of EasyWorship 6 and 7, in two databases: one has titles and authors, the other the words. Other databases
 * beside them have no songs.
 */
export const easyWorship: SongCollection = {
  name: 'EasyWorship',
  async recognizes(file) {
    if (!isSqlite(file.head)) return false;
    using database = openSongDatabase(file);
    return hasSongs(database) || hasWords(database) || (await findBeside(file, SONGS_FILE)) !== null;
  },
  async *read(file): AsyncGenerator<CollectionItem> {
    using database = openSongDatabase(file);
    if (hasSongs(database)) {
      const path = await findBeside(file, WORDS_FILE);
      if (path === null) throw damaged(file, toNotice('easyworship_needs_both'));
      using words = openSongDatabase({ ...file, path, fileName: WORDS_FILE });
      if (!hasWords(words)) throw damaged(file, toNotice('easyworship_needs_both'));
      yield* yieldSongs(file.fileName, () => readSongs(database, words));
    } else if ((await findBeside(file, SONGS_FILE)) === null) {
      throw damaged(file, toNotice('easyworship_needs_both'));
    }
  },
};

const findBeside = async (file: CollectionFile, name: string): Promise<string | null> =>
  file.fileName.toLowerCase() === name.toLowerCase() ? null : ((await file.findBeside?.(name)) ?? null);

const hasSongs = (database: ForeignDatabase): boolean =>
  database.hasTable('song', ['rowid', 'title', 'author', 'copyright', 'vendor_id']);
const hasWords = (database: ForeignDatabase): boolean => database.hasTable('word', ['song_id', 'words']);

/** Yields the songs in the order of their words, then those that have none. */
function* readSongs(songs: ForeignDatabase, words: ForeignDatabase): Generator<CollectionItem> {
  const rest = new Map(Array.from(songs.read('song', SONG_COLUMNS), (song) => [song.rowid ?? '', song]));
  const all = new Map(rest);
  const names = new SongNames();
  const refuse = (title: string | null, reason: ImportNotice): CollectionItem => ({
    kind: 'refused',
    name: names.add(title ?? ''),
    reason,
  });
  for (const word of words.read('word', ['song_id', 'words'])) {
    const id = word.song_id ?? '';
    const song = all.get(id) ?? UNKNOWN;
    rest.delete(id);
    const text = word.words ?? '';
    if (song.isTooLong || word.isTooLong) yield refuse(song.title, toNotice('database_value_too_long'));
    else {
      const name = names.add(song.title ?? `#${id}`);
      yield { kind: 'song', name, read: (collector) => readEasyWorshipSong(song, [text], collector) };
    }
  }
  for (const { title } of rest.values()) yield refuse(title, toNotice('song_without_words'));
}

/** Stands for a song of which there are only words. */
const UNKNOWN = {
  title: null,
  author: null,
  copyright: null,
  administrator: null,
  reference_number: null,
  description: null,
  tags: null,
  isTooLong: false,
};

const damaged = ({ fileName }: CollectionFile, reason: ImportNotice) => new DamagedSongError(fileName, null, reason);

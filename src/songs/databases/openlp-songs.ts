import { toNotice } from '../../contract/import-notices.ts';
import type { ForeignDatabase, ForeignRow } from '../../import-files/foreign-database.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import type { CollectionItem, SongCollection } from '../song-collection.ts';
import { readDatabaseLyrics } from './openlp-lyrics.ts';
import { hasTables, openSongDatabase, SongNames, yieldSongs } from './song-database.ts';

const COLUMNS = [
  'id',
  'title',
  'alternate_title',
  'lyrics',
  'verse_order',
  'copyright',
  'comments',
  'ccli_number',
  'theme_name',
  'temporary',
  // Up to OpenLP 2.2. Later versions have tables for several songbooks.
  'song_book_id',
  'song_number',
] as const;
type Song = ForeignRow<(typeof COLUMNS)[number]>;

/** Details of songs that stand in other tables, by the ids of the songs. */
interface Details {
  readonly authors: ReadonlyMap<string, readonly string[]>;
  readonly songbooks: ReadonlyMap<string, readonly string[]>;
  readonly topics: ReadonlyMap<string, readonly string[]>;
  readonly media: ReadonlyMap<string, readonly string[]>;
  readonly bookNames: ReadonlyMap<string, string>;
}

/** The database of songs of OpenLP 1.9 to 3: `songs.sqlite`. https://openlp.org */
export const openLpSongs: SongCollection = {
  name: 'OpenLP',
  recognizes: (file) => hasTables(file, { songs: ['title', 'lyrics', 'search_title'] }),
  *read(file) {
    using database = openSongDatabase(file);
    yield* yieldSongs(file.fileName, () => readSongs(database));
  },
};

function* readSongs(database: ForeignDatabase): Generator<CollectionItem> {
  const details = readDetails(database);
  const names = new SongNames();
  for (const song of database.read('songs', COLUMNS)) {
    // OpenLP keeps songs of services that it does not list.
    if (isTrue(song.temporary)) continue;
    const name = names.add(song.title ?? '');
    if (song.isTooLong) yield { kind: 'refused', name, reason: toNotice('database_value_too_long') };
    else yield { kind: 'song', name, read: (collector) => readSong(song, details, collector) };
  }
}

const isTrue = (value: string | null): boolean => value !== null && value !== '0' && value !== '';

async function readSong(song: Song, details: Details, collector: SongCollector): Promise<void> {
  const id = song.id ?? '';
  collector.setTitle(song.title ?? '');
  collector.setTitle(song.alternate_title ?? '');
  for (const author of details.authors.get(id) ?? []) collector.addAuthor(author);
  collector.addCopyright(song.copyright ?? '');
  collector.setCcli(song.ccli_number ?? '');
  const ownBook = `${details.bookNames.get(song.song_book_id ?? '') ?? ''} ${song.song_number ?? ''}`.trim();
  const [songbook = '', ...others] = details.songbooks.get(id) ?? [ownBook];
  collector.setSongbook(songbook);
  collector.omit('other_songbooks', others.length);
  collector.omit('comments', song.comments?.trim() ? 1 : 0);
  collector.omit('background_images', song.theme_name?.trim() ? 1 : 0);
  collector.omit('themes', details.topics.get(id)?.length ?? 0);
  collector.omit('media', details.media.get(id)?.length ?? 0);
  const order = (song.verse_order ?? '').split(/[\s,]+/).filter(Boolean);
  await readDatabaseLyrics(song.lyrics ?? '', { title: song.title ?? '', order }, collector);
}

function readDetails(database: ForeignDatabase): Details {
  const authorNames = toMap(database.read('authors', ['id', 'display_name', 'first_name', 'last_name']), (row) => [
    row.id,
    row.display_name?.trim() || `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
  ]);
  const bookNames = toMap(database.read('song_books', ['id', 'name']), ({ id, name }) => [id, name ?? '']);
  return {
    bookNames,
    authors: toLists(database.read('authors_songs', ['song_id', 'author_id']), ({ song_id, author_id }) => [
      song_id,
      authorNames.get(author_id ?? '') ?? '',
    ]),
    songbooks: toLists(
      database.read('songs_songbooks', ['song_id', 'songbook_id', 'entry']),
      ({ song_id, songbook_id, entry }) => [song_id, `${bookNames.get(songbook_id ?? '') ?? ''} ${entry ?? ''}`.trim()],
    ),
    topics: toLists(database.read('songs_topics', ['song_id']), ({ song_id }) => [song_id, '']),
    media: toLists(database.read('media_files', ['song_id']), ({ song_id }) => [song_id, '']),
  };
}

type Pair = readonly [key: string | null, value: string];

const toMap = <Row>(rows: Iterable<Row>, toPair: (row: Row) => Pair): Map<string, string> =>
  new Map(Array.from(rows, toPair).map(([key, value]) => [key ?? '', value]));

function toLists<Row>(rows: Iterable<Row>, toPair: (row: Row) => Pair): Map<string, string[]> {
  const groups = Map.groupBy(Array.from(rows, toPair), ([key]) => key ?? '');
  return new Map([...groups].map(([key, pairs]) => [key, pairs.map(([, value]) => value)]));
}

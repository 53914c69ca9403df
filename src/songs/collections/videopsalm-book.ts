import { toNotice } from '../../contract/import-notices.ts';
import { getList, getText } from '../../import-files/json-values.ts';
import { readVideoPsalmSong, SONG_BOOK } from '../formats/videopsalm.ts';
import type { SongCollection } from '../song-collection.ts';
import { toBaseName } from '../sources/base-name.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { readCollectionJson, toHead } from './read-collection-text.ts';

/** A songbook of VideoPsalm (`.json`). */
export const videoPsalmBook: SongCollection = {
  name: 'VideoPsalm',
  recognizes: (file) => /^\s*\{/.test(toHead(file)) && SONG_BOOK.test(toHead(file)),
  async *read(file) {
    const book = await readCollectionJson(file);
    const songs = getList(book, 'Songs');
    if (songs.length === 0) throw new DamagedSongError(file.fileName, null, toNotice('song_without_words'));
    const name = getText(book, 'Text') || toBaseName(file.fileName);
    for (const [index, song] of songs.entries()) {
      yield {
        kind: 'song',
        name: getText(song, 'Text') || `${name} ${getText(song, 'ID') || index + 1}`,
        read: (collector) => readVideoPsalmSong(song, name, collector),
      };
    }
  },
};

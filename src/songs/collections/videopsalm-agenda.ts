import { SONG_MAX_BYTES } from '../../contract/limits.ts';
import { getField, getList, getText } from '../../import-files/json-values.ts';
import { isZip, openArchive } from '../archives/zip-archive.ts';
import { readVideoPsalmSong } from '../formats/videopsalm.ts';
import type { ImportedPlanEntry } from '../imported-plan.ts';
import type { CollectionItem, SongCollection } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { decodeSongText } from '../sources/song-source.ts';
import { findDate } from './find-date.ts';
import { toJson } from './read-collection-text.ts';

const NAME = /\.vpagd$/i;
/** The file that begins an item of the agenda, in the order of the archive: "Song_0.json". */
const ITEM = /^(Song|BibleVerses|Image|Video|Audio|Pdf|PowerPoint|Word|Excel|WebSite)_(\d{1,5})\.json$/;
/** The files that an item has besides, by its kind: the book, and the chapter. */
const PARTS: Partial<Record<string, readonly string[]>> = {
  Song: ['SongBook'],
  BibleVerses: ['BibleBook', 'BibleChapter'],
};

/** An agenda of VideoPsalm (`.vpagd`): a zip archive with an order of service and its songs. */
export const videoPsalmAgenda: SongCollection = {
  name: 'VideoPsalm',
  recognizes: (file) => NAME.test(file.fileName) && isZip(file),
  async *read(file): AsyncGenerator<CollectionItem> {
    await using archive = await openArchive(file);
    const files = new Map(archive.entries.map((entry) => [entry.fileName, entry]));
    const readJson = async (name: string) => {
      const entry = files.get(name);
      if (!entry) return null;
      return toJson(decodeSongText(await archive.toFile(entry, { maxBytes: SONG_MAX_BYTES }).readBytes(), name), name);
    };
    const entries: ImportedPlanEntry[] = [];
    for (const { fileName } of archive.entries) {
      const [, kind, number] = ITEM.exec(fileName) ?? [];
      if (kind === undefined) continue;
      const names = [fileName, ...(PARTS[kind] ?? []).map((part) => `${part}_${number}.json`)];
      const parts = await Promise.all(names.map(readJson)).catch(toReason);
      if (parts instanceof DamagedSongError) {
        yield { kind: 'refused', name: fileName, reason: parts.reason };
        continue;
      }
      const [item, book, chapter] = parts;
      const title = getText(item, 'Text') || fileName;
      if (kind === 'Song') {
        entries.push({ title, song: fileName });
        const songbook = getText(book, 'Text');
        yield { kind: 'song', name: fileName, read: (collector) => readVideoPsalmSong(item, songbook, collector) };
      } else if (kind === 'BibleVerses') {
        const passage = toPassage(getText(book, 'Text'), chapter, item);
        entries.push({ title: passage, passage });
      } else entries.push({ title });
    }
    const title = file.fileName.replace(NAME, '');
    yield { kind: 'plan', name: file.fileName, plan: { title, date: findDate(title.replaceAll('.', '-')), entries } };
  },
};

/** Returns the error of a damaged file, which leaves the others as they are. */
function toReason(error: unknown): DamagedSongError {
  if (error instanceof DamagedSongError) return error;
  throw error;
}

/** Returns the passage of verses, of which the first leaves out its number if it is 1. */
function toPassage(book: string, chapter: unknown, verses: unknown): string {
  const numbers = getList(verses, 'Verses').map((verse) => Number(getText(verse, 'ID') || 1));
  const [first = 1] = numbers;
  const last = numbers.at(-1) ?? first;
  const place = getField(chapter, 'ID') === undefined ? '1' : getText(chapter, 'ID');
  return `${book} ${place}:${first}${last > first ? `-${last}` : ''}`;
}

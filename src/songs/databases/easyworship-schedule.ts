import { toNotice } from '../../contract/import-notices.ts';
import type { ForeignDatabase } from '../../import-files/foreign-database.ts';
import { isZip, readZipMember } from '../archives/zip-archive.ts';
import { findDate } from '../collections/find-date.ts';
import type { ImportedPlanEntry } from '../imported-plan.ts';
import type { CollectionItem, SongCollection } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { readEasyWorshipSong, SONG_COLUMNS } from './easyworship-words.ts';
import { toPlanPassage, toPlanTitle } from './plan-details.ts';
import { openSongDatabase, SongNames, yieldSongs } from './song-database.ts';

const DATABASE = /(?:^|\/)main\.db$/i;
const SONG = '6';
const SCRIPTURE = '7';
/** The kind of the elements that have the words of a song. */
const WORDS_STYLE = '4';
const COLUMNS = [...SONG_COLUMNS, 'presentation_type', 'group_level', 'order_index', 'notes'] as const;

/** A schedule of EasyWorship 6 and 7, `.ewsx`: an archive with a database of the items, and with their media. */
export const easyWorshipSchedule: SongCollection = {
  name: 'EasyWorship (schedule)',
  recognizes: (file) => isZip(file) && /\.ewsx$/i.test(file.fileName),
  async *read(file) {
    const bytes = await readZipMember(file, DATABASE, { anyChecksum: true });
    if (!bytes) throw new DamagedSongError(file.fileName, null, toNotice('service_without_order'));
    using database = openSongDatabase(file, bytes);
    if (!database.hasTable('presentation', ['rowid', 'presentation_type', 'title'])) {
      throw new DamagedSongError(file.fileName, null, toNotice('service_without_order'));
    }
    yield* yieldSongs(file.fileName, () => readSchedule(database, file.fileName));
  },
};

function* readSchedule(database: ForeignDatabase, fileName: string): Generator<CollectionItem> {
  const words = readWords(database);
  const names = new SongNames();
  const entries: ImportedPlanEntry[] = [];
  // Themes and the like have another level.
  const items = Array.from(database.read('presentation', COLUMNS)).filter(({ group_level }) => group_level === '0');
  for (const item of items.sort((a, b) => Number(a.order_index) - Number(b.order_index))) {
    const title = item.title?.trim() || 'Item';
    const details = item.notes?.trim() ? { title, note: item.notes.trim() } : { title };
    const name = item.presentation_type === SCRIPTURE ? title : names.add(title);
    const texts = words.get(item.rowid ?? '') ?? [];
    // Words of songs also stand in presentations.
    if (item.presentation_type === SONG || (item.presentation_type !== SCRIPTURE && texts.length > 0)) {
      yield { kind: 'song', name, read: (collector) => readEasyWorshipSong(item, texts, collector) };
      entries.push({ ...details, song: name });
    } else if (item.presentation_type === SCRIPTURE) {
      entries.push({ ...details, passage: toPlanPassage(title) });
    } else {
      yield { kind: 'refused', name, reason: toNotice('service_item_left_out') };
      entries.push(details);
    }
  }
  const title = toPlanTitle(fileName);
  yield { kind: 'plan', name: title, plan: { title, date: findDate(fileName), entries } };
}

/** Returns the words on the slides of each presentation, in their order, by its id. */
function readWords(database: ForeignDatabase): Map<string, string[]> {
  const texts = new Map(
    Array.from(database.read('resource_text', ['resource_id', 'rtf']), (row) => [row.resource_id, row.rtf ?? '']),
  );
  const elements = Map.groupBy(
    Array.from(database.read('element', ['slide_id', 'element_style_type', 'foreground_resource_id'])).filter(
      (element) => element.element_style_type === WORDS_STYLE && texts.has(element.foreground_resource_id),
    ),
    ({ slide_id }) => slide_id,
  );
  const slides = Array.from(database.read('slide', ['rowid', 'presentation_id', 'order_index'])).sort(
    (a, b) => Number(a.order_index) - Number(b.order_index),
  );
  const groups = Map.groupBy(slides, ({ presentation_id }) => presentation_id ?? '');
  return new Map(
    [...groups].map(([id, own]) => [
      id,
      own.flatMap(({ rowid }) =>
        (elements.get(rowid) ?? []).map((element) => texts.get(element.foreground_resource_id)!),
      ),
    ]),
  );
}

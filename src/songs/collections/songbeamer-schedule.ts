import { toNotice } from '../../contract/import-notices.ts';
import { SCHEDULE } from '../formats/not-a-song.ts';
import type { ImportedPlanEntry } from '../imported-plan.ts';
import type { SongCollection } from '../song-collection.ts';
import { toBaseName } from '../sources/base-name.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { findDate } from './find-date.ts';
import { readCollectionText, toHead } from './read-collection-text.ts';

/** Text in quotes, doubled within it, or characters by their codes: 'Begr'#252#223'ung'. */
const PARTS = /'((?:[^'\n]|'')*)'|#(\d{1,5})/g;
/** The beginning of an item, its end with what closes the list, or a value, which goes on behind "+". */
const LINE = /^\s*(?:(item)|(end)>?|(Caption|FileName)\s*=\s*(.*))\s*$/;
const SONG = /\.sng$/i;

/**
 * A schedule of SongBeamer (`.col`), also as ChurchTools exports it with its songs: the text form of an object of
 * Delphi, whose songs are named by their files.
 */
export const songBeamerSchedule: SongCollection = {
  name: 'SongBeamer',
  recognizes: (file) => SCHEDULE.test(toHead(file)),
  async *read(file) {
    const { text } = await readCollectionText(file);
    if (!/>\s*end\s*$/.test(text)) throw new DamagedSongError(file.fileName, null, toNotice('file_cut_off'));
    const title = toBaseName(file.fileName);
    const date = findDate(title, { dotted: true });
    yield { kind: 'plan', name: file.fileName, plan: { title, date, entries: [...readItems(text)] } };
  },
};

function* readItems(text: string): Generator<ImportedPlanEntry> {
  let values: Record<string, string> = {};
  for (const line of text
    .replace(/\s*\+\s*\n\s*/g, ' ')
    .replace(/=\s*\n\s*/g, '= ')
    .split('\n')) {
    const [, begins, ends, name, value] = LINE.exec(line) ?? [];
    if (begins) values = {};
    else if (name !== undefined) values[name] = decode(value!);
    else if (ends && (values.Caption || values.FileName)) {
      yield toEntry(values);
      values = {};
    }
  }
}

function toEntry({ Caption = '', FileName = '' }: Record<string, string>): ImportedPlanEntry {
  const path = FileName.replaceAll('\\', '/');
  const name = path.split('/').at(-1)!;
  const title = Caption.trim() || toBaseName(name);
  return { title, ...(SONG.test(name) && { song: path.replace(/^(?:\.{0,2}\/)+/, '') }) };
}

const decode = (value: string): string =>
  [...value.matchAll(PARTS)]
    .map(([, text, code]) => (code === undefined ? text!.replaceAll("''", "'") : String.fromCharCode(Number(code))))
    .join('');

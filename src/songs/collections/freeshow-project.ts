import { toNotice } from '../../contract/import-notices.ts';
import { getField, getList, getText, isRecord } from '../../import-files/json-values.ts';
import { findShow, hasWords, isScripture, PROJECT, readShow } from '../formats/freeshow.ts';
import type { ImportedPlanEntry } from '../imported-plan.ts';
import type { SongCollection } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { readCollectionJson, toHead } from './read-collection-text.ts';

const SECONDS_PER_MINUTE = 60;

/** A project of FreeShow (`.project`): an order of service, with its shows. */
export const freeShowProject: SongCollection = {
  name: 'FreeShow',
  recognizes: (file) => PROJECT.test(toHead(file)),
  async *read(file) {
    const root = await readCollectionJson(file);
    const project = getField(root, 'project');
    if (!isRecord(project)) throw new DamagedSongError(file.fileName, null, toNotice('file_damaged'));
    const entries: ImportedPlanEntry[] = [];
    /** The names of the songs by the ids of their shows. */
    const songs = new Map<string, string>();
    for (const item of getList(project, 'shows')) {
      const id = getText(item, 'id');
      const type = getText(item, 'type') || 'show';
      const show = type === 'show' ? findShow(getField(getField(root, 'shows'), id)) : null;
      const title = getText(show, 'name') || getText(item, 'name') || id.split(/[/\\]/).at(-1)!;
      const minutes = Math.ceil(Number(getText(item, 'scheduleLength')) / SECONDS_PER_MINUTE);
      if (show && !songs.has(id) && !isScripture(show) && hasWords(show)) {
        const name = [...songs.values()].includes(title) ? `${title} (${id})` : title;
        songs.set(id, name);
        yield { kind: 'song', name, read: (collector) => readShow(show, collector, getText(item, 'layout')) };
      }
      const song = show ? songs.get(id) : undefined;
      entries.push({
        title,
        ...(getText(item, 'notes') !== '' && { note: getText(item, 'notes') }),
        ...(minutes > 0 && { minutes }),
        ...(song !== undefined && { song }),
        ...(show && isScripture(show) && { passage: title }),
      });
    }
    yield { kind: 'plan', name: file.fileName, plan: { title: getText(project, 'name'), date: null, entries } };
  },
};

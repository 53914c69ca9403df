import type { XmlAttributes, XmlContent, XmlHandler } from '../../import-files/xml.ts';
import { findXmlRoot, readXmlSong } from '../formats/xml-songs.ts';
import type { ImportedPlanEntry } from '../imported-plan.ts';
import type { SongCollection } from '../song-collection.ts';
import { toBaseName } from '../sources/base-name.ts';
import { SongSource } from '../sources/song-source.ts';
import { findDate } from './find-date.ts';
import { readWhole } from './read-collection-text.ts';

/** The edition behind a passage: "John 3:16 (KJV)", "John 3:16|KJV". */
const EDITION = /\s*(?:\([^()]{1,40}\)|\|.{0,40})\s*$/;
/** Elements whose contents are read. */
const CONTAINERS: ReadonlySet<string> = new Set(['set', 'slide_groups', 'slides', 'slide']);
/** Characters of notes, and of a slide's own text, that are kept as the note. */
const NOTE_MAX_CHARACTERS = 1_000;

/** A set of OpenSong: an order of service, which names songs by their files. */
export const openSongSet: SongCollection = {
  name: 'OpenSong',
  recognizes: ({ fileName, head }) => findXmlRoot(new SongSource(fileName, head))?.name === 'set',
  async *read(file) {
    const handler = new SetHandler();
    await readXmlSong(new SongSource(file.fileName, await readWhole(file)), () => handler);
    const title = handler.name || toBaseName(file.fileName);
    yield { kind: 'plan', name: file.fileName, plan: { title, date: findDate(title), entries: handler.entries } };
  },
};

interface Group {
  readonly type: string;
  readonly name: string;
  readonly path: string;
  title: string;
  readonly notes: string[];
}

class SetHandler implements XmlHandler {
  name = '';
  readonly entries: ImportedPlanEntry[] = [];
  #group: Group | null = null;

  open(element: string, { name = '', type = '', path = '' }: XmlAttributes): XmlContent {
    const group = this.#group;
    if (element === 'set') this.name = name.trim();
    else if (element === 'slide_group' && !group) {
      const opened = { type, name: name.trim(), path, title: '', notes: [] };
      this.#group = opened;
      return () => {
        this.entries.push(...toEntries(opened));
        this.#group = null;
      };
    } else if (group && element === 'title') {
      return {
        whole: (text) => {
          group.title ||= text.trim();
        },
      };
    } else if (group && (element === 'notes' || (element === 'body' && group.type === 'custom'))) {
      return { whole: (text) => void group.notes.push(text.trim()) };
    }
    return CONTAINERS.has(element);
  }

  text(): void {}
}

function toEntries({ type, name, path, title, notes }: Group): ImportedPlanEntry[] {
  const note = notes.filter(Boolean).join('\n').slice(0, NOTE_MAX_CHARACTERS);
  const stated = type === 'song' ? name : title || name;
  const shown = type === 'scripture' ? stated.replace(EDITION, '') : stated;
  if (shown === '') return [];
  const folder = path.replaceAll('\\', '/').replace(/^\/+|\/+$/g, '');
  return [
    {
      title: shown,
      ...(note !== '' && { note }),
      ...(type === 'song' && { song: folder === '' ? name : `${folder}/${name}` }),
      ...(type === 'scripture' && { passage: shown }),
    },
  ];
}

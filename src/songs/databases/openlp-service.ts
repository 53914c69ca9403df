import { toNotice } from '../../contract/import-notices.ts';
import { isZip, readZipMember } from '../archives/zip-archive.ts';
import { findDate } from '../collections/find-date.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import { withoutChords } from '../formats/chords.ts';
import { openLyricsFormat } from '../formats/openlyrics.ts';
import type { ImportedPlanEntry } from '../imported-plan.ts';
import type { CollectionFile, SongCollection } from '../song-collection.ts';
import { DamagedSongError } from '../sources/damaged-song-error.ts';
import { SongSource } from '../sources/song-source.ts';
import { withoutMarks } from './openlp-lyrics.ts';
import { toPlanPassage, toPlanTitle } from './plan-details.ts';
import { SongNames } from './song-database.ts';

/** The order of service in the archive. Version 2 gave it the name of the archive. */
const SERVICE_DATA = /(?:^service_data\.osj|\.os[jd])$/i;

type Fields = Readonly<Record<string, unknown>>;

/** An order of service of OpenLP 2 and 3: an archive with one JSON file, `.osz`, and without media, `.oszl`. */
export const openLpService: SongCollection = {
  name: 'OpenLP (service)',
  recognizes: (file) => isZip(file) && /\.oszl?$/i.test(file.fileName),
  async *read(file) {
    const names = new SongNames();
    /** The names of songs by their words. */
    const songs = new Map<string, string>();
    const entries: ImportedPlanEntry[] = [];
    for (const { header, slides } of await readItems(file)) {
      const title = textOf(header.title).trim() || textOf(header.name);
      const details = withNote(title, textOf(header.notes));
      if (header.name === 'songs') {
        const words = textOf(header.xml_version) || JSON.stringify(slides);
        const name = songs.get(words) ?? names.add(title);
        if (!songs.has(words)) yield { kind: 'song', name, read: (to) => readSong(name, header, slides, to) };
        songs.set(words, name);
        entries.push({ ...details, song: name });
      } else if (header.name === 'bibles') {
        entries.push({ ...details, passage: toPlanPassage(title) });
      } else {
        entries.push(details);
        yield { kind: 'refused', name: names.add(title), reason: toNotice('service_item_left_out') };
      }
    }
    const title = toPlanTitle(file.fileName);
    yield { kind: 'plan', name: title, plan: { title, date: findDate(file.fileName), entries } };
  },
};

const withNote = (title: string, note: string): ImportedPlanEntry =>
  note.trim() === '' ? { title } : { title, note: note.trim() };

interface ServiceItem {
  readonly header: Fields;
  readonly slides: readonly Fields[];
}

/** Reads the items of a service. Throws DamagedSongError. */
async function readItems(file: CollectionFile): Promise<ServiceItem[]> {
  const damaged = (reason: ReturnType<typeof toNotice>) => new DamagedSongError(file.fileName, null, reason);
  const json = await readZipMember(file, SERVICE_DATA);
  if (!json) throw damaged(toNotice('service_without_order'));
  const data = parseJson(json.toString());
  if (!Array.isArray(data)) throw damaged(toNotice('file_damaged'));
  return data.flatMap((each) => {
    const item = fieldsOf(fieldsOf(each).serviceitem);
    const header = fieldsOf(item.header);
    const slides = Array.isArray(item.data) ? item.data.map(fieldsOf) : [];
    return Object.keys(header).length === 0 ? [] : [{ header, slides }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a song from its OpenLyrics. Without it, from its slides. */
async function readSong(name: string, header: Fields, slides: readonly Fields[], to: SongCollector): Promise<void> {
  to.omit('background_images', textOf(header.theme) === '' ? 0 : 1);
  const xml = textOf(header.xml_version);
  if (xml !== '') {
    await openLyricsFormat.read(new SongSource(name, Buffer.from(xml)), to);
    return;
  }
  // The title, the authors, the copyright and the CCLI number, as OpenLP reports them to CCLI.
  const [title, authors, copyright, ccli] = Array.isArray(header.audit) ? header.audit : [];
  to.setTitle(textOf(title) || textOf(header.title));
  for (const author of Array.isArray(authors) ? authors : []) to.addAuthor(textOf(author));
  to.addCopyright(textOf(copyright));
  to.setCcli(textOf(ccli));
  let last: string | null = null;
  for (const slide of slides) {
    const label = textOf(slide.verseTag);
    if (label === last) to.breakSlide();
    else to.beginVerse(label, null, true);
    last = label;
    for (const line of withoutMarks(textOf(slide.raw_slide), to).split('\n')) {
      const { words, chords } = withoutChords(line);
      to.addLine(words, null, chords);
    }
  }
}

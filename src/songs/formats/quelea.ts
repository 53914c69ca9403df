import { toNotice } from '../../contract/import-notices.ts';
import type { SongOmission } from '../../contract/schemas/song-import.ts';
import type { XmlAttributes, XmlContent, XmlHandler, XmlPosition } from '../../import-files/xml.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import type { SongFormat } from '../song-format.ts';
import { countChords } from './chords.ts';
import { addAuthors } from './copyright-lines.ts';
import { findXmlRoot, readXmlSong } from './xml-songs.ts';

/** Elements that are left out if they have content, and how the report counts them. */
const OMITTED: Readonly<Record<string, SongOmission>> = {
  key: 'key',
  capo: 'key',
  notes: 'comments',
  translation: 'translations',
};
/** Elements that the program needs for itself, or that repeat the title and the authors. */
const SILENT = new Set(['updateInDB', 'theme', 'smalllines', 'translationoptions']);

/** Reads a song of Quelea: `<lyrics>` has a `<section>` for each verse, which has its lines in `<lyrics>`. */
class QueleaHandler implements XmlHandler {
  readonly #collector: SongCollector;
  readonly #place: XmlPosition;
  readonly #rights: string[] = [];
  #isInSection = false;
  /** The text of the open lines. */
  #lines: string | null = null;
  hasSections = false;

  constructor(place: XmlPosition, collector: SongCollector) {
    this.#place = place;
    this.#collector = collector;
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    const collector = this.#collector;
    if (SILENT.has(name)) return false;
    switch (name) {
      case 'song':
        return true;
      case 'title':
        return { whole: (text) => collector.setTitle(text) };
      case 'author':
        return { whole: (text) => addAuthors(text.replaceAll(';', '|'), collector) };
      case 'ccli':
        return { whole: (text) => collector.setCcli(text) };
      case 'copyright':
      case 'year':
      case 'publisher':
        return { whole: (text) => this.#rights.push(text) };
      case 'sequence':
        return { whole: (text) => collector.setOrder(text.split(/[\s,]+/).filter(Boolean)) };
      case 'section':
        return this.#openSection(attributes);
      case 'lyrics':
        return this.#isInSection ? this.#openLines() : true;
    }
    return {
      whole: (text) => {
        if (text.trim() === '') return;
        collector.omit(Object.hasOwn(OMITTED, name) ? OMITTED[name]! : 'unknown_tags');
        if (this.#isInSection) collector.expectWords(text);
      },
    };
  }

  text(text: string): void {
    if (this.#lines === null) this.#collector.expectWords(text);
    else this.#lines += text;
  }

  finish(): void {
    for (const text of this.#rights) this.#collector.addCopyright(text);
  }

  #openSection({ title = '' }: XmlAttributes): XmlContent {
    this.#collector.beginVerse(title, this.#place.line, true);
    this.#isInSection = true;
    this.hasSections = true;
    return () => {
      this.#collector.endVerse();
      this.#isInSection = false;
    };
  }

  #openLines(): XmlContent {
    this.#lines = '';
    return () => {
      this.#readLines(this.#lines!);
      this.#lines = null;
    };
  }

  #readLines(text: string): void {
    for (const line of text.split('\n')) {
      const chords = countChords(line);
      if (chords > 0) this.#collector.omit('chords', chords);
      else if (line.trim() === '') this.#collector.breakSlide();
      else this.#collector.addLine(line, this.#place.line);
    }
  }
}

export const queleaFormat: SongFormat = {
  name: 'Quelea',
  recognizes(source) {
    const root = findXmlRoot(source);
    return root?.name === 'song' && /<updateInDB>|<section[\s>]/.test(root.head);
  },
  async read(source, collector) {
    const holder: { handler: QueleaHandler | null } = { handler: null };
    await readXmlSong(source, (place) => {
      holder.handler = new QueleaHandler(place, collector);
      return holder.handler;
    });
    const handler = holder.handler!;
    if (!handler.hasSections) throw source.damaged(null, toNotice('song_without_element', { element: '<section>' }));
    handler.finish();
  },
};

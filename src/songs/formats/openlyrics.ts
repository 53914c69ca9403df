import { toNotice } from '../../contract/import-notices.ts';
import type { SongOmission } from '../../contract/schemas/song-import.ts';
import type { XmlAttributes, XmlContent, XmlHandler, XmlPosition } from '../../import-files/xml.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import type { RawChord } from '../collector/song-verse.ts';
import type { SongFormat } from '../song-format.ts';
import type { SongSource } from '../sources/song-source.ts';
import { withoutChords } from './chords.ts';
import { findXmlRoot, readXmlSong } from './xml-songs.ts';

/** Properties that are left out, and how the report counts them. */
const OMITTED_PROPERTIES: Readonly<Record<string, SongOmission>> = {
  tempo: 'tempo',
  key: 'key',
  transposition: 'key',
  timeSignature: 'tempo',
  comment: 'comments',
  theme: 'themes',
  keyword: 'themes',
  keywords: 'themes',
};
/** Properties that say nothing about the song that a person would miss. */
const SILENT_PROPERTIES = new Set(['released', 'version', 'variant']);
/** Between the language of a verse and that of the letters in which it is written. */
const TRANSLITERATED = ' in ';
/** Structures of chords as they are written. */
const STRUCTURES: Readonly<Record<string, string>> = {
  min: 'm',
  min7: 'm7',
  maj: '',
  maj7: 'maj7',
  min6: 'm6',
  '4': 'sus4',
};
const CONTAINERS = new Set(['titles', 'authors', 'songbooks', 'themes', 'comments', 'properties', 'lyrics']);

interface Line {
  readonly text: string;
  readonly chords: readonly RawChord[];
  readonly line: number;
  /** Whether the file allows a new slide before this line. */
  readonly breaks: boolean;
}

/** One verse in one language. */
interface Variant {
  readonly name: string;
  readonly language: string | null;
  readonly line: number;
  readonly lines: Line[];
  /** Whether the file has elements for lines. Otherwise they end where those of the file end. */
  hasLines: boolean;
}

/** Reads a song in OpenLyrics 0.7 to 0.9 (https://docs.openlyrics.org). */
class OpenLyricsHandler implements XmlHandler {
  readonly #place: XmlPosition;
  readonly #collector: SongCollector;
  readonly #variants: Variant[] = [];
  readonly #titles: { text: string; language: string | null }[] = [];
  #language: string | null = null;
  #verse: Variant | null = null;
  #isInLines = false;
  #breaks = false;
  #text = '';
  /** Chords of the line so far. */
  #chords: RawChord[] = [];

  constructor(place: XmlPosition, collector: SongCollector) {
    this.#place = place;
    this.#collector = collector;
  }

  open(name: string, attributes: XmlAttributes): XmlContent {
    if (this.#isInLines) return this.#openInLines(name, attributes);
    if (this.#verse) return this.#openInVerse(name, attributes);
    if (name === 'verse') return this.#openVerse(attributes);
    if (name === 'song') {
      this.#language = attributes['xml:lang'] ?? null;
      return true;
    }
    if (CONTAINERS.has(name)) return true;
    if (name === 'instrument') this.#openInstrument(attributes);
    else if (name === 'format') this.#collector.omit('formatting');
    else return this.#openProperty(name, attributes);
    return false;
  }

  text(text: string): void {
    if (this.#verse) this.#text += text;
    else this.#collector.expectWords(text);
  }

  get hasVerses(): boolean {
    return this.#variants.length > 0;
  }

  /** Sends the collected verses, each in one language. */
  finish(): void {
    const language = this.#language ?? this.#titles[0]?.language ?? this.#variants[0]?.language ?? null;
    const titles = this.#titles.toSorted((a, b) => Number(b.language === language) - Number(a.language === language));
    for (const { text } of titles) this.#collector.setTitle(text);
    if (language !== null) this.#collector.setLanguage(language);
    const sent = new Set<string>();
    for (const variants of Map.groupBy(this.#variants, ({ name }) => name).values()) {
      // Verses of one name in one language are two verses. The collector names them apart.
      const wanted = (variants.find((each) => isSameLanguage(each.language, language)) ?? variants[0]!).language;
      for (const variant of variants) {
        if (variant.language !== wanted) continue;
        const isFirst = !sent.has(variant.name);
        sent.add(variant.name);
        this.#sendVerse(variant, isFirst ? variants.filter((each) => each.language !== wanted) : []);
      }
    }
  }

  /** Sends a verse with its translations, of which each has its own lines. */
  #sendVerse({ name, line, lines }: Variant, translations: readonly Variant[]): void {
    this.#collector.beginVerse(name, line, true);
    for (const each of lines) {
      if (each.breaks) this.#collector.breakSlide();
      this.#collector.addLine(each.text, each.line, each.chords);
    }
    for (const other of translations) {
      const slides = other.lines.filter(({ breaks }) => breaks).length + 1;
      let slide = 0;
      for (const [index, each] of other.lines.entries()) {
        if (each.breaks) slide++;
        this.#collector.omit('chords', each.chords.length);
        const place = { slide, slides, line: index };
        this.#collector.addTranslation(toTag(other.language), each.text, each.line, place);
      }
    }
    this.#collector.endVerse();
  }

  /** An instrumental part has no words. The order may name it. */
  #openInstrument({ name = '' }: XmlAttributes): void {
    this.#collector.omit('instrumental_parts');
    this.#collector.addWordless(name);
  }

  #openProperty(name: string, attributes: XmlAttributes): XmlContent {
    const collector = this.#collector;
    switch (name) {
      case 'title':
        return { whole: (text) => this.#titles.push({ text, language: attributes.lang ?? null }) };
      case 'author':
        return { whole: (text) => collector.addAuthor(text) };
      case 'copyright':
      case 'publisher':
        return { whole: (text) => collector.addCopyright(text) };
      case 'ccliNo':
        return { whole: (text) => collector.setCcli(text) };
      case 'verseOrder':
        return { whole: (text) => collector.setOrder(text.split(/\s+/).filter(Boolean)) };
      case 'songbook':
        collector.setSongbook([attributes.name, attributes.entry].filter(Boolean).join(' '));
        return false;
    }
    if (!SILENT_PROPERTIES.has(name))
      collector.omit(Object.hasOwn(OMITTED_PROPERTIES, name) ? OMITTED_PROPERTIES[name]! : 'unknown_tags');
    return false;
  }

  /** The database of OpenLP has `type` and `label` in place of a name. */
  #openVerse({ name = '', type = '', label: number = '', lang, translit }: XmlAttributes): XmlContent {
    const language = lang === undefined ? null : translit === undefined ? lang : lang + TRANSLITERATED + translit;
    const label = name || `${type}${number}`;
    const verse: Variant = { name: label, language, line: this.#place.line, lines: [], hasLines: false };
    this.#verse = verse;
    this.#breaks = false;
    return () => {
      this.#endLine();
      this.#verse = null;
      this.#variants.push(verse);
    };
  }

  #openInVerse(name: string, attributes: XmlAttributes): XmlContent {
    if (name !== 'lines') return this.#openInLines(name, attributes);
    this.#endLine();
    this.#verse!.hasLines = true;
    if (attributes.part !== undefined) this.#collector.omit('part_names');
    if (attributes.repeat !== undefined) this.#collector.omit('repeat_marks');
    this.#isInLines = true;
    return () => {
      this.#endLine();
      this.#isInLines = false;
      this.#breaks = attributes.break !== undefined;
    };
  }

  #openInLines(name: string, attributes: XmlAttributes): XmlContent {
    switch (name) {
      case 'br':
        this.#verse!.hasLines = true;
        this.#endLine();
        return true;
      case 'line':
        this.#verse!.hasLines = true;
        return () => this.#endLine();
      case 'chord':
        this.#openChord(attributes);
        return true;
      case 'beat':
        return true;
      case 'comment':
        this.#collector.omit('comments');
        return false;
      case 'tag':
        this.#collector.omit('formatting');
        // OpenLP has a tag of this name for the end of a line.
        if (attributes.name === 'br') this.#endLine();
        return true;
      case 'lines':
        // Some programs nest them.
        this.#endLine();
        return () => {
          this.#endLine();
          this.#breaks = attributes.break !== undefined;
        };
    }
    this.#collector.omit('unknown_tags');
    return { whole: (text) => this.#collector.expectWords(text) };
  }

  /** A chord has a name, up to version 0.8, or a root with a structure and a bass. */
  #openChord({ name, root = '', structure = '', bass }: XmlAttributes): void {
    const chord = name ?? `${root}${STRUCTURES[structure] ?? structure}${bass ? `/${bass}` : ''}`;
    this.#chords.push({ at: this.#text.length, chord });
  }

  #endLine(): void {
    // Before OpenLyrics had chords, people wrote them into the words.
    const { words, chords } = withoutChords(this.#text);
    const all = chords.length > 0 ? chords : this.#chords;
    if (all !== this.#chords) this.#collector.omit('chords', this.#chords.length);
    this.#chords = [];
    this.#text = '';
    let start = 0;
    const { lines, hasLines } = this.#verse!;
    for (const each of hasLines ? [words] : words.split('\n')) {
      const end = start + each.length;
      const own = all
        .filter(({ at }) => at >= start && (at <= end || hasLines))
        .map((one) => toTrimmed(each, one, start));
      start = end + 1;
      const text = each.replace(/\s+/g, ' ').trim();
      // In a text without elements, a blank line divides slides.
      if (text === '') this.#breaks ||= !hasLines && lines.length > 0;
      else {
        lines.push({ text, chords: own, line: this.#place.line, breaks: this.#breaks });
        this.#breaks = false;
        continue;
      }
      this.#collector.omit('chords', own.length);
    }
  }
}

/** Returns the tag of a language, or of a language in the letters of another: "he in en" is "he-Latn". */
function toTag(language: string | null): string {
  const [spoken = '', written] = (language ?? 'und').split(TRANSLITERATED);
  if (written === undefined) return spoken;
  try {
    return `${spoken}-${new Intl.Locale(written).maximize().script ?? 'Latn'}`;
  } catch {
    return spoken;
  }
}

/** Returns a chord with its place in the line without further space. */
function toTrimmed(line: string, { at, chord }: RawChord, start: number): RawChord {
  const before = line
    .slice(0, at - start)
    .replace(/\s+/g, ' ')
    .trimStart();
  return { at: before.length, chord };
}

/** Returns whether two tags are of one language, such as "de" and "de-AT". */
const isSameLanguage = (tag: string | null, wanted: string | null): boolean =>
  tag === wanted || (tag !== null && !tag.includes(TRANSLITERATED) && tag.split('-')[0] === wanted?.split('-')[0]);

/**
 * Returns whether a root element `song` is of OpenLyrics. That of OpenSong has neither attributes nor these elements.
 */
export function isOpenLyrics(source: SongSource): boolean {
  const root = findXmlRoot(source);
  return (
    root?.name === 'song' &&
    (/openlyrics|createdIn=|modifiedIn=|\bversion=["']\d/i.test(root.tag) ||
      /<(?:properties|verse)[\s>]/.test(root.head))
  );
}

export const openLyricsFormat: SongFormat = {
  name: 'OpenLyrics',
  recognizes: isOpenLyrics,
  async read(source, collector) {
    let handler: OpenLyricsHandler | null = null;
    await readXmlSong(source, (place) => {
      handler = new OpenLyricsHandler(place, collector);
      return handler;
    });
    if (!handler!.hasVerses) throw source.damaged(null, toNotice('song_without_element', { element: '<verse>' }));
    handler!.finish();
  },
};

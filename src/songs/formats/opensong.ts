import { mayBeChord } from '../../contract/chord-names.ts';
import { toNotice } from '../../contract/import-notices.ts';
import type { SongOmission } from '../../contract/schemas/song-import.ts';
import type { XmlContent, XmlHandler } from '../../import-files/xml.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import type { RawChord } from '../collector/song-verse.ts';
import { isBracketLabel, joinLabels, parseVerseLabel } from '../collector/verse-label.ts';
import type { SongFormat } from '../song-format.ts';
import { requireSongLength } from '../sources/song-limits.ts';
import { findChords } from './chords.ts';
import { isOpenLyrics } from './openlyrics.ts';
import { findXmlRoot, readXmlSong } from './xml-songs.ts';

/** Elements that are left out if they have content, and how the report counts them. */
const OMITTED: Readonly<Record<string, SongOmission>> = {
  key: 'key',
  key_line: 'key',
  capo: 'key',
  tempo: 'tempo',
  time_sig: 'tempo',
  theme: 'themes',
  alttheme: 'themes',
  linked_songs: 'comments',
  aka: 'other_titles',
  user1: 'comments',
  user2: 'comments',
  user3: 'comments',
  midi: 'media',
  pad: 'media',
  backgrounds: 'background_images',
};
/** Breaks a printed page or a column: "---", "-!!". */
const PAGE_BREAK = /^\s*-(?:-{2,}|!!)\s*$/;
/** Elements that describe the looks, or how a program found the song. */
const SILENT = new Set(['style', 'style_index', 'pitch', 'restrictions', 'comments', 'books', 'timing', 'drummer']);

/** Reads the properties of a song, and keeps its lyrics as they are. */
class OpenSongHandler implements XmlHandler {
  readonly #collector: SongCollector;
  /** The line on which the lyrics begin. */
  lyricsLine = 1;
  lyrics: string | null = null;
  readonly #place: { readonly line: number };
  #isInLyrics = false;

  constructor(place: { readonly line: number }, collector: SongCollector) {
    this.#place = place;
    this.#collector = collector;
  }

  open(name: string): XmlContent {
    const collector = this.#collector;
    switch (name) {
      case 'song':
        return true;
      case 'title':
        return { whole: (text) => collector.setTitle(text) };
      case 'author':
        return { whole: (text) => collector.addAuthor(text) };
      case 'copyright':
        return { whole: (text) => collector.addCopyright(text) };
      case 'ccli':
        return { whole: (text) => collector.setCcli(text) };
      case 'hymn_number':
        return { whole: (text) => collector.setSongbook(text) };
      case 'presentation':
        return { whole: (text) => collector.setOrder(text.split(/[\s,]+/).filter(Boolean)) };
      case 'lyrics':
        this.#isInLyrics = true;
        this.lyrics ??= '';
        this.lyricsLine = this.#place.line;
        return () => {
          this.#isInLyrics = false;
        };
    }
    if (this.#isInLyrics) {
      collector.omit('unknown_tags');
      return true;
    }
    if (SILENT.has(name)) return false;
    return {
      whole: (text) => text !== '' && collector.omit(Object.hasOwn(OMITTED, name) ? OMITTED[name]! : 'unknown_tags'),
    };
  }

  text(text: string): void {
    if (this.#isInLyrics) this.lyrics += text;
  }
}

/**
 * Returns the parts of a line that begins with a label, or null. Behind a space, only a known label is one: "[: … :]"
 * marks words that are repeated.
 */
function findHeading(line: string): RegExpExecArray | null {
  const heading = /^(\s*)\[([^\]]*)\](.*)$/.exec(line);
  if (!heading) return null;
  const [, space, label] = heading;
  const isLabel =
    space === '' ? label!.trim() === '' || isBracketLabel(label!) : parseVerseLabel(label!, { codes: true }) !== null;
  return isLabel ? heading : null;
}

interface LyricLine {
  readonly text: string;
  /** Chords above, with their columns in `text`. */
  readonly chords: readonly RawChord[];
  readonly line: number;
}

/**
 * Reads lyrics by the first character of each line: "." begins chords, ";" a comment, and "[" a label. A digit is the
 * number of a verse under a label without one, where the lines of several verses stand below one another. Words behind
 * a label belong to its verse, and "(2x)" to the label.
 */
function readLyrics(text: string, firstLine: number, collector: SongCollector): void {
  let label: string | null = null;
  let labelLine = firstLine;
  let plain: LyricLine[] = [];
  let numbered = new Map<string, LyricLine[]>();
  /** Chords above the next lines, with their columns; the first is that of the ".". */
  let above: readonly RawChord[] = [];
  const isUsed = new Set<readonly RawChord[]>();
  const endChords = () => {
    if (!isUsed.has(above)) collector.omit('chords', above.length);
  };
  const take = (text: string, from: number, line: number): LyricLine => {
    isUsed.add(above);
    return { text, line, chords: above.map(({ at, chord }) => ({ at: Math.max(0, at - from), chord })) };
  };

  const endLabel = () => {
    if (plain.length > 0 || (label !== null && numbered.size === 0)) sendVerse(label, labelLine, plain, collector);
    for (const [number, lines] of numbered) sendVerse(`${label ?? 'V'}${number}`, lines[0]!.line, lines, collector);
    plain = [];
    numbered = new Map();
  };

  for (const [index, raw] of joinLabels(text.replace(/\r\n?/g, '\n')).split('\n').entries()) {
    const line = firstLine + index;
    const heading = findHeading(raw);
    const number = label !== null && /\d/.test(label) ? undefined : /^[1-9]/.exec(raw)?.[0];
    if (!heading && !/^[.;]/.test(raw)) collector.expectWords(raw.replace(/_+/g, ''));
    if (heading) {
      endLabel();
      const [, , name = '', rest = ''] = heading.map((part) => part.trim());
      const isLabel = rest !== '' && parseVerseLabel(`${name} ${rest}`, { codes: true }) !== null;
      label = (isLabel ? `${name} ${rest}` : name) || null;
      labelLine = line;
      if (!isLabel) collector.expectWords(rest);
      if (rest !== '' && !isLabel) plain.push({ text: rest, line, chords: [] });
    } else if (raw.startsWith('.')) {
      const chords = raw.slice(1).split(/\s+/).filter(Boolean);
      endChords();
      above = findChords(` ${raw.slice(1)}`);
      collector.omit('chords', chords.length - above.length);
      collector.expectWords(chords.filter((chord) => !mayBeChord(chord)).join(' '));
    } else if (raw.startsWith(';')) {
      collector.omit('comments');
    } else if (PAGE_BREAK.test(raw)) {
      collector.omit('formatting');
    } else if (number !== undefined) {
      const lines = numbered.get(number) ?? [];
      lines.push(take(raw.slice(1), 1, line));
      numbered.set(number, lines);
    } else if (raw.trim() !== '') {
      // Below numbered lines, one without a number belongs to all verses.
      for (const lines of numbered.size > 0 ? numbered.values() : [plain]) lines.push(take(raw, 0, line));
      // A line without a number has its chords alone.
      above = [];
    }
  }
  endChords();
  endLabel();
}

/** Sends a verse. "_" fills a syllable below chords, "|" begins a line, and "||" a slide. */
function sendVerse(label: string | null, line: number, lines: readonly LyricLine[], collector: SongCollector): void {
  collector.beginVerse(label, line, true);
  for (const { text, line, chords: raw } of lines) {
    const words = text.replace(/_+/g, '');
    const chords = raw.map(({ at, chord }) => ({ at: text.slice(0, at).replace(/_+/g, '').length, chord }));
    let start = 0;
    for (const [index, slide] of words.split('||').entries()) {
      if (index > 0) collector.breakSlide();
      for (const part of slide.split('|')) {
        const end = start + part.length;
        const own = chords.filter(({ at }) => at >= start && (at < end || end === words.length));
        collector.addLine(
          part,
          line,
          own.map(({ at, chord }) => ({ at: at - start, chord })),
        );
        start = end + 1;
      }
      start++;
    }
  }
  collector.endVerse();
}

export const openSongSongFormat: SongFormat = {
  name: 'OpenSong',
  recognizes: (source) => findXmlRoot(source)?.name === 'song' && !isOpenLyrics(source),
  async read(source, collector) {
    let handler: OpenSongHandler | null = null;
    await readXmlSong(source, (place) => {
      handler = new OpenSongHandler(place, collector);
      return handler;
    });
    const { lyrics, lyricsLine } = handler!;
    if (lyrics === null) throw source.damaged(null, toNotice('song_without_element', { element: '<lyrics>' }));
    requireSongLength(lyrics, (reason) => source.damaged(lyricsLine, reason));
    readLyrics(lyrics, lyricsLine, collector);
  },
};

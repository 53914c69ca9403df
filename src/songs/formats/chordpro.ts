import { isChord, mayBeChord } from '../../contract/chord-names.ts';
import { toNotice } from '../../contract/import-notices.ts';
import type { SongOmission } from '../../contract/schemas/song-import.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import type { RawChord } from '../collector/song-verse.ts';
import { joinLabels, parseVerseLabel } from '../collector/verse-label.ts';
import type { SongFormat } from '../song-format.ts';
import type { SongSource } from '../sources/song-source.ts';
import { countChords, findChords } from './chords.ts';
import { addAuthors, collectCopyrightLine, findCopyrightLine } from './copyright-lines.ts';

/**
 * The beginning of directives such as `{title: Amazing Grace}`, `{soc}` and `{start_of_verse label="Verse 1"}`, up to
 * the value. A selector can follow the name: `{title-de: …}`. The value is not matched, because space at its edges
 * would be tried in every division.
 */
const DIRECTIVE = /^\{\s*([A-Za-z_]{1,40})(?:-[\w!-]{1,40})?(?=[:\s]|\}$)\s*:?/;
/** Directives that show a file to be ChordPro. */
const TYPICAL =
  /^[ \t]{0,40}\{[ \t]{0,10}(?:t|title|st|subtitle|artist|composer|lyricist|copyright|meta|key|capo|tempo|c|ci|cb|comment|ns|new_song|so[cvbtg]|start_of_\w{1,20}|define|chorus)(?:[ \t]{0,10}[:}]|[ \t])/im;
/** Attributes of a section: `label="Verse 1" flush="right"`. */
const ATTRIBUTES = /^\w+\s*=\s*["\w]/;
const LABEL_ATTRIBUTE = /(?:^|\s)label\s*=\s*"([^"]*)"/;
const BRACKET = /\[([^[\]\n]{0,60})\]/g;
/** A chord, which has no spaces between words, or a note for musicians. "[: … :]" marks words that are repeated. */
const BRACKETED_NOTE = /\[(?:\*[^[\]\n]{0,59}|[ \t]{0,20}(?!:)[^[\]\s:]{0,60}[ \t]{0,20})\]/g;
const CHORDPRO_NAME = /\.(?:cho|chordpro|chopro|crd|chord|pro)$/i;

/** Sections whose content is words, with the label of one that has none. */
const SECTIONS: Readonly<Record<string, string>> = {
  verse: 'Verse',
  chorus: 'Chorus',
  bridge: 'Bridge',
  textblock: 'Verse',
};
const SHORT: Readonly<Record<string, string>> = {
  soc: 'start_of_chorus',
  eoc: 'end_of_chorus',
  sov: 'start_of_verse',
  eov: 'end_of_verse',
  sob: 'start_of_bridge',
  eob: 'end_of_bridge',
  sot: 'start_of_tab',
  eot: 'end_of_tab',
  sog: 'start_of_grid',
  eog: 'end_of_grid',
  t: 'title',
  st: 'subtitle',
  c: 'comment',
  ci: 'comment',
  cb: 'comment',
  comment_italic: 'comment',
  comment_box: 'comment',
  highlight: 'comment',
  ns: 'new_song',
};
/** Sections that are notation, not words. */
const NOTATION = new Set(['tab', 'grid', 'abc', 'ly', 'svg', 'musicxml']);
/** Directives that are left out, and how the report counts them. */
const OMITTED: Readonly<Record<string, SongOmission>> = {
  subtitle: 'other_titles',
  sorttitle: 'other_titles',
  key: 'key',
  capo: 'key',
  transpose: 'key',
  tempo: 'tempo',
  time: 'tempo',
  duration: 'tempo',
  album: 'comments',
  tag: 'themes',
  define: 'chords',
  chord: 'chords',
  image: 'media',
};
/** Parts of a printed page, whose directives end in a word for their looks: "textsize", "cf". */
const PRINTED = 'chord text tab title chorus footer toc label grid c t'.split(' ');
const LOOKS = 'font size color colour f s'.split(' ');
/** Directives that only arrange a printed page, or a list of songs. */
const SILENT: ReadonlySet<string> = new Set([
  ...'new_page np new_physical_page npp column_break colb columns col titles'.split(' '),
  ...'grid g no_grid ng diagrams pagetype sortartist'.split(' '),
  ...PRINTED.flatMap((part) => LOOKS.map((look) => part + look)),
]);
/** Directives of programs of their own. */
const OWN = /^x_\w+$/;

/** Directives that the collector takes as they are. */
const FIELDS: Readonly<Record<string, (collector: SongCollector, value: string) => void>> = {
  title: (collector, value) => collector.setTitle(value),
  artist: (collector, value) => addAuthors(value, collector),
  composer: (collector, value) => addAuthors(value, collector),
  lyricist: (collector, value) => addAuthors(value, collector),
  arranger: (collector, value) => addAuthors(value, collector),
  copyright: (collector, value) => collector.addCopyright(value),
  ccli: (collector, value) => collector.setCcli(value),
  songbook: (collector, value) => collector.setSongbook(value),
};

interface Directive {
  readonly name: string;
  readonly value: string;
}

function parseDirective(raw: string): Directive | null {
  const text = raw.trim();
  const found = text.endsWith('}') ? DIRECTIVE.exec(text) : null;
  if (!found) return null;
  const written = found[1]!.toLowerCase();
  const name = Object.hasOwn(SHORT, written) ? SHORT[written]! : written;
  const value = text.slice(found[0].length, -1).trim();
  if (name !== 'meta') return { name, value };
  const [field = '', ...rest] = value.split(/\s+/);
  return { name: field.toLowerCase(), value: rest.join(' ') };
}

/** Reads a song in ChordPro (https://www.chordpro.org). */
class ChordProReader {
  readonly #source: SongSource;
  readonly #collector: SongCollector;
  /** The open section, such as "chorus". */
  #section: string | null = null;
  /** The labels of the choruses so far. */
  readonly #choruses: string[] = [];
  #hasBegun = false;
  #year = '';
  /** All notices of copyright, which may state the year. */
  #notices = '';
  /** Chords in the line above, with their columns. */
  #above: readonly RawChord[] = [];
  /** Whether the next line of words is the first of its paragraph. */
  #isParagraphStart = true;

  constructor(source: SongSource, collector: SongCollector) {
    this.#source = source;
    this.#collector = collector;
  }

  read(): void {
    for (const [index, text] of joinLabels(this.#source.text).split('\n').entries()) {
      const line = index + 1;
      const directive = /^\s*\{/.test(text) ? parseDirective(text) : null;
      if (directive) this.#readDirective(directive, line);
      else if (this.#section !== null && NOTATION.has(this.#section)) continue;
      else if (text.startsWith('#')) this.#collector.omit('comments');
      else if (text.trim() === '') this.#endParagraph();
      else this.#readWords(text, line);
    }
    this.#collector.omit('chords', this.#above.length);
    if (!this.#notices.includes(this.#year)) this.#collector.addCopyright(this.#year);
    if (this.#section !== null) {
      throw this.#source.damaged(null, toNotice('song_section_without_end', { section: this.#section }));
    }
  }

  #endParagraph(): void {
    this.#isParagraphStart = true;
    // In a section, a blank line begins a slide.
    if (this.#section === null) this.#collector.endParagraph();
    else this.#collector.breakSlide();
  }

  #readWords(raw: string, line: number): void {
    const collector = this.#collector;
    const above = countChords(raw);
    if (above > 0) {
      collector.omit('chords', this.#above.length);
      this.#above = findChords(raw);
      collector.omit('chords', above - this.#above.length);
      return;
    }
    collector.expectWords(raw.replace(BRACKETED_NOTE, ''));
    const { text, chords } = this.#withoutChords(raw);
    this.#hasBegun = true;
    const isBeginning = this.#isParagraphStart || /:\s*$/.test(text);
    this.#isParagraphStart = false;
    // Many files have labels as lines of text: "Verse 1:", also in brackets.
    const bracketed = /^\s*\[(.*)\]\s*$/.exec(text)?.[1];
    const label = bracketed ?? (isBeginning && this.#section === null ? text : '');
    if (!parseVerseLabel(label)) {
      collector.addLine(text, line, [...this.#above, ...chords]);
      this.#above = [];
      return;
    }
    collector.markUnsung(label);
    collector.omit('chords', chords.length);
    collector.beginVerse(label, line);
  }

  /** Returns the words of a line, and its chords with their places in the words. */
  #withoutChords(raw: string): { text: string; chords: RawChord[] } {
    const collector = this.#collector;
    const chords: RawChord[] = [];
    let removed = 0;
    const text = raw.replace(BRACKET, (whole, inside: string, index: number) => {
      if (inside.startsWith('*')) {
        collector.omit('comments');
        removed += whole.length;
        return '';
      }
      const isLabel = !isChord(inside.trim()) && parseVerseLabel(inside) !== null;
      const isNote = whole.search(BRACKETED_NOTE) === 0;
      if (isLabel || (!isNote && countChords(inside) === 0)) return whole;
      chords.push({ at: index - removed, chord: inside });
      removed += whole.length;
      if (mayBeChord(inside)) collector.markUnsung(inside);
      else collector.expectWords(inside);
      return '';
    });
    return { text, chords };
  }

  #readDirective({ name, value }: Directive, line: number): void {
    const collector = this.#collector;
    const section = /^(start|end)_of_(\w+)$/.exec(name);
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (name === 'copyright') this.#notices += value;
    if (section) this.#readSection(section[1]!, section[2]!, value, line);
    else if (field) field(collector, value);
    else if (name === 'comment') this.#readComment(value, line);
    else if (name === 'chorus') collector.repeat(this.#findChorus(value), line);
    else if (name === 'new_song') this.#readNewSong(line);
    else if (name === 'year') this.#year = value;
    else if (!SILENT.has(name) && !OWN.test(name))
      collector.omit(Object.hasOwn(OMITTED, name) ? OMITTED[name]! : 'unknown_tags');
  }

  /** Returns the chorus that has the label; else the latest, for which the label is only another name. */
  #findChorus(label: string): string {
    const same = this.#choruses.find((each) => each.toLowerCase() === label.toLowerCase());
    return same ?? this.#choruses.at(-1) ?? (label || 'Chorus');
  }

  /** A directive that begins the only song of the file is allowed. */
  #readNewSong(line: number): void {
    if (this.#hasBegun) throw this.#source.damaged(line, toNotice('song_second_song'));
  }

  /** Reads a comment: a label such as "Verse 1" names the verse below it, and SongSelect states rights and numbers. */
  #readComment(value: string, line: number): void {
    const rights = findCopyrightLine(value);
    if (this.#section === null && parseVerseLabel(value)) this.#collector.beginVerse(value, line);
    else if (rights && rights !== 'author') collectCopyrightLine(value, rights, this.#collector);
    else this.#collector.omit('comments');
  }

  #readSection(edge: string, section: string, value: string, line: number): void {
    if (edge === 'end') {
      if (this.#section !== section)
        throw this.#source.damaged(line, toNotice('song_section_without_beginning', { section }));
      this.#section = null;
      this.#collector.endVerse();
      return;
    }
    if (this.#section !== null) {
      throw this.#source.damaged(line, toNotice('song_section_in_section', { section: this.#section }));
    }
    this.#section = section;
    this.#hasBegun = true;
    if (NOTATION.has(section)) {
      this.#collector.omit('notation');
      return;
    }
    const stated = ATTRIBUTES.test(value) ? LABEL_ATTRIBUTE.exec(value)?.[1] : value;
    const label = stated || (Object.hasOwn(SECTIONS, section) ? SECTIONS[section]! : section.replaceAll('_', '-'));
    if (section === 'chorus') this.#choruses.push(label);
    this.#collector.beginVerse(label, line);
  }
}

/** Returns whether a text has chords within its words. A bracket alone in a line can be a label: "[C]". */
function hasChords(text: string): boolean {
  let chords = 0;
  for (const line of text.split('\n')) {
    if (/^\s*\[[^[\]]*\]\s*$/.test(line)) continue;
    for (const [, inside] of line.matchAll(BRACKET)) if (isChord(inside!) && ++chords > 1) return true;
  }
  return false;
}

/** Songs with directives. */
export const chordProFormat: SongFormat = {
  name: 'ChordPro',
  recognizes: ({ text }) => TYPICAL.test(text),
  read: (source, collector) => new ChordProReader(source, collector).read(),
};

/** Words with chords in brackets, and no directive. */
export const bareChordProFormat: SongFormat = {
  ...chordProFormat,
  recognizes: ({ text, fileName }) => (CHORDPRO_NAME.test(fileName) ? /\[[^\]\n]{1,20}\]/.test(text) : hasChords(text)),
};

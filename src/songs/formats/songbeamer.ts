import type { SongOmission } from '../../contract/schemas/song-import.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import { parseVerseLabel } from '../collector/verse-label.ts';
import type { SongFormat } from '../song-format.ts';

/** "#Title=Amazing Grace" */
const HEADER = /^\s*#([\w() ]{1,40})=(.*)$/;
/** Begins a verse, or a slide of one. */
const VERSE_BREAK = /^\s*---\s*$/;
/** Begins a slide: "--", or "--A" for one of several ways to divide the song. */
const SLIDE_BREAK = /^\s*--[A-Z]?\s*$/;
/** The language of a line: "##2 Strength to go on". */
const LINE_LANGUAGE = /^##(\d{1,2})\s?/;
const LINE_BREAK = /<br\b[^<>]{0,20}>/i;
const MARKUP =
  /<\/?(?:b|i|u|s|p|strike|super|sub|wordwrap|h|c|col|color|size|font|align|valign|linespacing|lang)\b[^<>]{0,100}>/gi;
/** A name of one's own for a verse. It cannot have a number. */
const OWN_LABEL = /^\$\$M=(.+)$/i;
/** Ends the order. */
const STOP = /^stop$/i;

/** Headers that are left out, and how the report counts them. */
const OMITTED: Readonly<Record<string, SongOmission>> = {
  comment: 'comments',
  comments: 'comments',
  key: 'key',
  transpose: 'key',
  tempo: 'tempo',
  speed: 'tempo',
  backgroundimage: 'background_images',
  backgroundimagecolor: 'background_images',
  categories: 'themes',
  keywords: 'themes',
  bible: 'comments',
  otitle: 'other_titles',
  titlelang2: 'other_titles',
  titlelang3: 'other_titles',
  titlelang4: 'other_titles',
};

/** The headers of a song. */
interface Header {
  languages: number;
  /** The first line after the headers. */
  body: number;
}

export const songBeamerFormat: SongFormat = {
  name: 'SongBeamer',

  recognizes({ fileName, text }) {
    const beginning = text.slice(0, 4_096);
    const lines = beginning.split('\n');
    if (/^\s*#(LangCount|Title|Editor|Version)=/im.test(beginning)) return HEADER.test(lines[0]!);
    return /\.sng$/i.test(fileName) && text.split('\n').some((line) => VERSE_BREAK.test(line));
  },

  read(source, collector) {
    const lines = source.text.split('\n');
    const { languages, body } = readHeader(lines, collector);
    // Without any label, each "---" begins a verse. With labels, one without continues the verse before.
    const isLabeled = lines.some((line, index) => VERSE_BREAK.test(lines[index - 1] ?? '') && findLabel(line) !== null);
    let isStart = true;
    let ordinal = 0;
    for (let index = body; index < lines.length; index++) {
      const line = lines[index]!;
      if (VERSE_BREAK.test(line)) {
        if (isLabeled) collector.breakSlide();
        else collector.endVerse();
        isStart = true;
        ordinal = 0;
        continue;
      }
      if (SLIDE_BREAK.test(line)) {
        collector.breakSlide();
        ordinal = 0;
        continue;
      }
      const label = isStart ? findLabel(line) : null;
      isStart = false;
      if (label !== null) {
        collector.beginVerse(label, index + 1);
      } else if (line.trim() !== '') {
        const stated = LINE_LANGUAGE.exec(line);
        const language = stated ? Number(stated[1]) : (ordinal % languages) + 1;
        ordinal++;
        // Languages beyond the number of languages are colors of lines in the first.
        if (language > 1 && language <= languages) {
          for (const part of line.replace(LINE_LANGUAGE, '').split(LINE_BREAK))
            collector.addTranslation(`${language}`, withoutMarkup(part, collector), index + 1);
        } else {
          collector.expectWords(line.replace(/<br[^<>]*>/gi, ' ').replace(/<\/?[a-z][^<>]*>/gi, ''));
          for (const part of line.replace(LINE_LANGUAGE, '').split(LINE_BREAK))
            collector.addLine(withoutMarkup(part, collector), index + 1);
        }
      }
    }
  },
};

/** Reads the headers, which begin the file. */
function readHeader(lines: readonly string[], collector: SongCollector): Header {
  const header: Header = { languages: 1, body: lines.length };
  for (const [index, line] of lines.entries()) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name !== undefined) {
      readField(name.trim().toLowerCase(), value!.trim(), header, collector);
    } else if (line.trim() !== '') {
      return { ...header, body: index };
    }
  }
  return header;
}

/** The headers that the collector takes as they are. */
const FIELDS: Readonly<Record<string, (collector: SongCollector, value: string) => void>> = {
  title: (collector, value) => collector.setTitle(value),
  author: (collector, value) => collector.addAuthor(value),
  melody: (collector, value) => collector.addAuthor(value),
  translation: (collector, value) => collector.addAuthor(value),
  '(c)': (collector, value) => collector.addCopyright(value),
  rights: (collector, value) => collector.addCopyright(value),
  natcopyright: (collector, value) => collector.addCopyright(value),
  publisher: (collector, value) => collector.addCopyright(value),
  addcopyrightinfo: (collector, value) => collector.addCopyright(value),
  ccli: (collector, value) => collector.setCcli(value),
  songbook: (collector, value) => collector.setSongbook(value),
  verseorder: (collector, value) => collector.setOrder(toLabels(value)),
  chords: (collector, value) => collector.omit('chords', countChords(value)),
};

function readField(name: string, value: string, header: Header, collector: SongCollector): void {
  if (value === '') return;
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (field) field(collector, value);
  else if (name === 'langcount') header.languages = Math.min(9, Math.max(1, Number.parseInt(value, 10) || 1));
  else if (Object.hasOwn(OMITTED, name)) collector.omit(OMITTED[name]!);
}

/** Counts chords in base64: "column,line,chord", with "\r" in between. */
const countChords = (encoded: string): number =>
  Buffer.from(encoded, 'base64')
    .toString('latin1')
    .split(/[\r\n]+/)
    .filter(Boolean).length;

function toLabels(value: string): string[] {
  const labels = value.split(',').map((label) => label.trim().replace(OWN_LABEL, '$1'));
  const end = labels.findIndex((label) => STOP.test(label));
  return labels.slice(0, end === -1 ? undefined : end).filter((label) => label !== '');
}

/** Returns the label that the first line of a verse is, or null. */
function findLabel(line: string): string | null {
  const own = OWN_LABEL.exec(line.trim());
  if (own) return own[1]!;
  const label = line.trim();
  // "1. Strophe" is not a label in this format, but "Teil B" is one.
  const [, word] = /^(\p{L}[\p{L}-]*)(?:\s+(?:\d{1,3}\s?[a-z]?|[A-Za-z]))?$/u.exec(label) ?? [];
  return word !== undefined && (parseVerseLabel(label) ?? parseVerseLabel(word)) ? label : null;
}

function withoutMarkup(line: string, collector: SongCollector): string {
  const found = line.match(MARKUP);
  if (!found) return line;
  collector.omit('formatting', found.length);
  return line.replace(MARKUP, '');
}

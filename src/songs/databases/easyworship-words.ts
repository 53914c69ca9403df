import type { SongCollector } from '../collector/song-collector.ts';
import { parseVerseLabel } from '../collector/verse-label.ts';
import { type TextLine, toParagraphs } from '../formats/paragraphs.ts';
import { readParagraphs } from '../formats/plain-text.ts';
import { DamagedRtfError, readRtf } from '../formats/propresenter/rtf.ts';
import { requireSongLength } from '../sources/song-limits.ts';
import { SongSource } from '../sources/song-source.ts';

/** Stands in a line that EasyWorship hides, because it is a label. */
const LABEL_MARK = '\u0001';
/** Columns of a song, in the database of songs as in that of a schedule. */
export const SONG_COLUMNS = [
  'rowid',
  'title',
  'author',
  'copyright',
  'administrator',
  'reference_number',
  'description',
  'tags',
] as const;

/** EasyWorship's own words of RTF: a slide ends, and a paragraph is a label. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['sdslidemarker', '\n\n'],
  ['sdparawysiwghidden', LABEL_MARK],
  ['sdewparatemplatestyle102', LABEL_MARK],
]);
/** A note after a label: "Chorus (men)". */
const LABEL_NOTE = /\s*\([^()]*\)\s*$/;
const SLIDE_LABEL = /^\s*slide\s*\d{0,3}\s*$/i;

/** Details of a song of EasyWorship. */
type EasyWorshipSong = Readonly<Record<Exclude<(typeof SONG_COLUMNS)[number], 'rowid'>, string | null>>;

/** Reads a song: its details, and its words as RTF, in one text or in one for each slide. */
export function readEasyWorshipSong(song: EasyWorshipSong, words: readonly string[], collector: SongCollector): void {
  collector.setTitle(song.title ?? '');
  for (const author of (song.author ?? '').split(/\s*[/;|]\s*/)) collector.addAuthor(author);
  collector.addCopyright(song.copyright ?? '');
  collector.addCopyright(song.administrator ?? '');
  // The field is for the CCLI number, but people also write the number of a songbook into it.
  const reference = song.reference_number?.trim() ?? '';
  if (/^\d{1,12}$/.test(reference)) collector.setCcli(reference);
  else collector.setSongbook(reference);
  collector.omit('comments', song.description?.trim() ? 1 : 0);
  collector.omit('themes', song.tags?.trim() ? 1 : 0);
  const paragraphs = words.flatMap((rtf) => toLabeledParagraphs(toText(rtf, song.title ?? '')));
  readParagraphs(paragraphs, collector, { mayHaveHead: false });
}

/** Returns the words of one RTF, with marks before labels. Throws DamagedSongError. */
function toText(rtf: string, title: string): string {
  const source = new SongSource(title, Buffer.alloc(0));
  try {
    // Some versions, and other programs, do not write RTF, or do not escape letters.
    const text = /^\s*\{\\rtf/.test(rtf) ? readRtf(Buffer.from(rtf.replace(/[^\0-\x7f]/g, escapeUnit)), MARKS) : rtf;
    requireSongLength(text, (reason) => source.damaged(null, reason));
    return text;
  } catch (error) {
    if (error instanceof DamagedRtfError) throw source.damaged(null, error.notice);
    throw error;
  }
}

const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0)}?`;

/** Returns paragraphs, of which a label can be the first line. */
function toLabeledParagraphs(text: string): TextLine[][] {
  return toParagraphs(text.replace(/\r\n?/g, '\n')).map((lines) =>
    lines.map(({ text: raw, line }, at) => {
      const own = raw.replaceAll(LABEL_MARK, '');
      const isLabel = raw !== own || (at === 0 && mayBeLabel(own));
      return { text: own, line, isLabel: isLabel && own.trim() !== '' };
    }),
  );
}

const mayBeLabel = (line: string): boolean =>
  SLIDE_LABEL.test(line) || parseVerseLabel(line.replace(LABEL_NOTE, '')) !== null;

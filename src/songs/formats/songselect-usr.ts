import { toNotice } from '../../contract/import-notices.ts';
import { toQuotation } from '../collector/quote.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import { parseVerseLabel } from '../collector/verse-label.ts';
import type { SongFormat } from '../song-format.ts';

/** "[S A2672885]": a song, with its CCLI number. */
const SONG = /^\[S\s*\D{0,3}(\d*)\s*\]$/i;
/** Longest line that is matched with SONG, which takes quadratic time. */
const SONG_MAX_CHARACTERS = 100;

/** Reads the files of SongSelect for import, which have the form of INI files, with "/t" and "/n" within values. */
export const songSelectUsrFormat: SongFormat = {
  name: 'SongSelect (.usr)',

  recognizes: ({ text }) =>
    /^\ufeff?\s*\[File\]\s*\n/i.test(text.slice(0, 200)) && /^Type=SongSelect/im.test(text.slice(0, 1_000)),

  read(source, collector) {
    let labels: string[] = [];
    let words: { text: string; line: number } | null = null;
    let songs = 0;
    for (const [index, raw] of source.text.split('\n').entries()) {
      const line = raw.trim();
      const song = line.length > SONG_MAX_CHARACTERS ? null : SONG.exec(line);
      if (song) {
        if (++songs > 1) {
          throw source.damaged(index + 1, toNotice('song_second_song'));
        }
        collector.setCcli(song[1]!);
        continue;
      }
      const at = line.indexOf('=');
      if (at === -1) {
        // The words are one line. What stands in others is not read.
        if (!line.startsWith('[')) collector.expectWords(line);
        continue;
      }
      const value = line.slice(at + 1);
      const name = line.slice(0, at).trim().toLowerCase();
      if (name === 'fields') labels = value.split('/t');
      else if (name === 'words') words = { text: value, line: index + 1 };
      else readField(name, value, collector);
    }
    if (songs === 0) throw source.damaged(null, toNotice('song_without_beginning'));
    if (!words) throw source.damaged(null, toNotice('song_without_words_line'));
    readWords(words.text, labels, words.line, collector);
  },
};

/** Returns the parts of a value, each once. */
const toList = (parts: readonly string[]): string =>
  [...new Set(parts.map((part) => part.trim()))].filter(Boolean).join(', ');

/** The fields that the collector takes as they are. A field without a value is not read. */
const FIELDS: Readonly<Record<string, (collector: SongCollector, value: string) => void>> = {
  title: (collector, value) => collector.setTitle(value),
  author: (collector, value) => {
    for (const author of value.split(/[|/]/)) collector.addAuthor(toFullName(author));
  },
  copyright: (collector, value) => {
    const notice = toList(value.split('|'));
    collector.addCopyright(/^\d{4}\b/.test(notice) ? `© ${notice}` : notice);
  },
  admin: (collector, value) => collector.addCopyright(`Admin. by ${toList(value.split(/\||\/t/))}`),
  themes: (collector) => collector.omit('themes'),
  keys: (collector) => collector.omit('key'),
};

function readField(name: string, value: string, collector: SongCollector): void {
  if (value.trim() !== '' && Object.hasOwn(FIELDS, name)) FIELDS[name]!(collector, value);
}

/** "Newton, John" becomes "John Newton". */
function toFullName(name: string): string {
  const [last, first, ...others] = name.split(',').map((part) => part.trim());
  return first && others.length === 0 ? `${first} ${last}` : name;
}

/** Returns the label that the first line of a part states in parentheses, such as "(BRIDGE)" of "Misc 1", or null. */
function findStatedLabel(label: string | null, firstLine: string): string | null {
  if (label !== null && parseVerseLabel(label)?.kind !== 'o') return null;
  const stated = /^\s*\(([^()]{1,40})\)\s*$/.exec(firstLine)?.[1];
  return stated !== undefined && parseVerseLabel(stated) ? stated : null;
}

function readWords(text: string, labels: readonly string[], line: number, collector: SongCollector): void {
  const verses = text.split('/t');
  for (const [index, verse] of verses.entries()) {
    const lines = verse.split(/\/n| \| /);
    const isEmpty = lines.every((each) => each.trim() === '');
    if (isEmpty && index >= labels.length) continue;
    const label = labels[index] ?? null;
    const stated = findStatedLabel(label, lines[0]!);
    collector.beginVerse(stated ?? label, line);
    for (const [at, each] of lines.entries()) {
      if (at === 0 && stated !== null) continue;
      // A blank line in a verse divides it.
      if (at > 0 && each.trim() === '') collector.breakSlide();
      collector.addLine(each, line);
    }
    collector.endVerse();
  }
  if (labels.length > verses.length) {
    collector.warn(
      toNotice('song_verses_missing', {
        named: labels.length,
        found: verses.length,
        label: toQuotation(labels[verses.length]!),
      }),
    );
  }
}

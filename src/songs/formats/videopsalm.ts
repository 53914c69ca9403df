import { toNotice } from '../../contract/import-notices.ts';
import { getField, getList, getText, isRecord } from '../../import-files/json-values.ts';
import { LooseJsonError, parseLooseJson } from '../../import-files/loose-json.ts';
import { parseSongbook } from '../collector/parse-songbook.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import type { RawChord } from '../collector/song-verse.ts';
import type { SongFormat } from '../song-format.ts';
import { withoutChords } from './chords.ts';
import { addAuthors } from './copyright-lines.ts';

/** Labels by `Tag`. A verse has none. */
const LABELS: Readonly<Record<string, string>> = {
  '': 'Verse',
  '0': 'Verse',
  '1': 'Chorus',
  '2': 'Pre-Chorus',
  '3': 'Bridge',
  '4': 'Tag',
  '5': 'Intro',
  '8': 'Interlude',
  '9': 'Ending',
};
const OTHER_LABEL = 'Part';
/** Sizes, fonts and the like within the words: "<s923>", "<fArial Black>", "</f>". */
const MARKUP = /<\/?[a-z][^<>\n]{0,60}>/gi;
/** Ends a line or, twice, a slide, in songs that came from OpenSong. */
const LINE_END = /\n|\|+/;
/** A song, or a book of songs, with names that have quotes or not. */
const SONG = /[{,]\s*"?Verses"?\s*:\s*\[/;
export const SONG_BOOK = /[{,]\s*"?Songs"?\s*:\s*\[/;

/** A song of VideoPsalm, alone in its file. */
export const videoPsalmFormat: SongFormat = {
  name: 'VideoPsalm',
  recognizes: ({ text }) => /^\s*\{/.test(text) && SONG.test(text) && /[{,]\s*"?Guid"?\s*:/.test(text),
  read(source, collector) {
    try {
      const root = parseLooseJson(source.text);
      const isBook = getField(root, 'Songs') !== undefined;
      const songs = isBook ? getList(root, 'Songs') : [root];
      if (songs.length !== 1) throw source.damaged(null, toNotice('song_is_book', { count: songs.length }));
      readVideoPsalmSong(songs[0], isBook ? getText(root, 'Text') : '', collector);
    } catch (error) {
      if (error instanceof LooseJsonError) throw source.damaged(error.line, error.notice);
      throw error;
    }
  },
};

/**
 * Reads a song, whose verses stand in the order in which they are sung. Neighbors under one number are slides of one
 * verse. `book` is the name of its songbook.
 */
export function readVideoPsalmSong(song: unknown, book: string, collector: SongCollector): void {
  readFields(song, book, collector);
  let previous: string | null = null;
  const slides = new Set<string>();
  let hidden = 0;
  const sung: number[] = [];
  for (const verse of getList(song, 'Verses')) {
    if (!isRecord(verse)) continue;
    countLooks(verse, collector);
    const lines = toLines(getField(verse, 'Text'), collector);
    if (lines.every(({ words }) => words.trim() === '')) {
      const chords = lines.reduce((sum, line) => sum + line.chords.length, 0);
      collector.omit(chords > 0 ? 'instrumental_parts' : 'empty_verses');
      continue;
    }
    const [tag, id] = [getText(verse, 'Tag'), getText(verse, 'ID') || '1'];
    const label = Object.hasOwn(LABELS, tag) ? LABELS[tag]! : OTHER_LABEL;
    const key = `${tag}/${id}`;
    const text = lines.map(({ words }) => words).join('\n');
    // Words that the verse has already begin it again.
    if (key === previous && id !== '0' && !slides.has(text)) collector.breakSlide();
    else {
      collector.beginVerse(id === '0' || (tag !== '' && id === '1') ? label : `${label} ${id}`, null);
      slides.clear();
    }
    previous = key;
    slides.add(text);
    const place = collector.verseCount;
    for (const { words, chords } of lines) collector.addLine(words, null, chords);
    if (getText(verse, 'IsDisplayed') === '0') hidden++;
    else if (collector.verseCount > place) sung.push(place);
  }
  collector.endVerse();
  if (hidden > 0) collector.setOrder(sung);
}

function readFields(song: unknown, book: string, collector: SongCollector): void {
  const title = getText(song, 'Text');
  collector.setTitle(title);
  for (const name of ['Author', 'Composer']) addAuthors(getText(song, name), collector);
  collector.addCopyright(getText(song, 'Copyright'));
  collector.setCcli(getText(song, 'CCLI'));
  const reference = getText(song, 'Reference');
  const isBook = reference !== title && parseSongbook(reference) !== null;
  const number = getText(song, 'ID');
  if (isBook) collector.setSongbook(reference);
  else if (number !== '' && number !== '0') collector.setSongbook(`${book} ${number}`);
  if (getText(song, 'Key') !== '') collector.omit('key');
  if (getText(song, 'Tempo') !== '') collector.omit('tempo');
  if (getText(song, 'Theme') !== '') collector.omit('themes');
  if (getText(song, 'AudioFile') !== '') collector.omit('media');
  for (const name of ['Memo1', 'Memo2', 'Memo3']) if (getText(song, name) !== '') collector.omit('comments');
  countLooks(song, collector);
}

function countLooks(value: unknown, collector: SongCollector): void {
  const background = getField(getField(value, 'Style'), 'Background');
  if (getText(background, 'Image') !== '') collector.omit('background_images');
  if (getText(background, 'Video') !== '') collector.omit('media');
  if (getText(value, 'Note') !== '') collector.omit('comments');
}

function toLines(value: unknown, collector: SongCollector): { words: string; chords: RawChord[] }[] {
  const text = typeof value === 'string' ? value : '';
  collector.omit('formatting', text.match(MARKUP)?.length ?? 0);
  return text
    .replace(MARKUP, '')
    .split(LINE_END)
    .map((line) => {
      const { words, chords } = withoutChords(line);
      // A chord can stand between a letter and its accent.
      const places = chords.map(({ at, chord }) => ({ at: words.slice(0, at).normalize('NFC').length, chord }));
      return { words: words.normalize('NFC'), chords: places };
    });
}

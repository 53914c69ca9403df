import type { XmlAttributes, XmlContent, XmlHandler } from '../../import-files/xml.ts';
import type { SongCollector } from '../collector/song-collector.ts';
import { withoutChords } from '../formats/chords.ts';
import { toParagraphs } from '../formats/paragraphs.ts';
import { readParagraphs } from '../formats/plain-text.ts';
import { readXmlSong } from '../formats/xml-songs.ts';
import { requireSongLength } from '../sources/song-limits.ts';
import { SongSource } from '../sources/song-source.ts';

/** Marks of formatting, which end with the same name: `{st}`, `{/st}`. A person can define more. */
const MARK = /\{(\/?)([A-Za-z0-9_+-]{1,30})\}/g;
/** The marks that OpenLP defines. */
const OWN_MARKS = new Set('r,b,bl,y,g,pk,o,pp,w,su,sb,p,st,it,u'.split(','));
const LINE_END = /\{br\}/g;
/** Marks at which OpenLP divides slides, or may do so. */
const DIVISION = /\n?\[(?:---|===)\]\n?/g;

interface Verse {
  readonly name: string;
  readonly language: string | null;
  text: string;
}

/** Collects the verses: `<verse type="v" label="1">`, with a text that has marks of OpenLP's own. */
class LyricsHandler implements XmlHandler {
  readonly verses: Verse[] = [];
  #open: Verse | null = null;

  open(name: string, { type = '', label = '', lang }: XmlAttributes): XmlContent {
    if (name !== 'verse') return true;
    const verse: Verse = { name: `${type}${label}`, language: lang ?? null, text: '' };
    this.#open = verse;
    this.verses.push(verse);
    return () => {
      this.#open = null;
    };
  }

  text(text: string): void {
    if (this.#open) this.#open.text += text;
  }
}

/** Reads the words of a song in OpenLP's database, in the order that the database states, if it does. */
export async function readDatabaseLyrics(
  lyrics: string,
  { title, order }: { title: string; order: readonly string[] },
  collector: SongCollector,
): Promise<void> {
  const source = new SongSource(title, Buffer.from(lyrics));
  requireSongLength(lyrics, (reason) => source.damaged(null, reason));
  collector.setOrder(order);
  if (!lyrics.trimStart().startsWith('<')) {
    readParagraphs(toParagraphs(withoutMarks(lyrics, collector)), collector, { mayHaveHead: false });
    return;
  }
  const handler = new LyricsHandler();
  await readXmlSong(source, () => handler);
  const language = handler.verses[0]?.language ?? null;
  if (language !== null) collector.setLanguage(language);
  for (const verses of groupVerses(handler.verses, order.length > 0)) addVerses(verses, language, collector);
}

/**
 * Returns the texts that are presented as one verse: those of one name. In a song without an order, another verse may
 * stand between them, and then they are two.
 */
function groupVerses(verses: readonly Verse[], hasOrder: boolean): Iterable<readonly Verse[]> {
  if (hasOrder) return Map.groupBy(verses, ({ name }) => name.toLowerCase()).values();
  let group = 0;
  return Map.groupBy(verses, ({ name }, at) => (at > 0 && verses[at - 1]!.name !== name ? ++group : group)).values();
}

/** Adds a verse, with a slide for each of its texts at least. */
function addVerses(verses: readonly Verse[], language: string | null, collector: SongCollector): void {
  collector.beginVerse(verses[0]!.name, null, true);
  let line = 0;
  for (const verse of verses) {
    if (verse.language === language) collector.breakSlide();
    else line = 0;
    for (const text of withoutMarks(verse.text, collector).split('\n')) {
      const { words, chords } = withoutChords(text);
      if (verse.language !== language) {
        collector.omit('chords', chords.length);
        if (words.trim() !== '') collector.addTranslation(verse.language ?? 'und', words, null, { line: line++ });
      } else if (words.trim() === '' && chords.length === 0) collector.breakSlide();
      else collector.addLine(words, null, chords);
    }
  }
  collector.endVerse();
}

/** Returns a text without OpenLP's marks of formatting. Blank lines stand for its divisions of slides. */
export function withoutMarks(text: string, collector: SongCollector): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(LINE_END, '\n').replace(DIVISION, '\n\n');
  const ended = new Set(Array.from(lines.matchAll(MARK), ([, slash, name]) => (slash ? name! : '')));
  return lines.replace(MARK, (whole, slash: string, name: string) => {
    if (!ended.has(name) && !OWN_MARKS.has(name)) return whole;
    if (!slash) collector.omit('formatting');
    return '';
  });
}

import type { SongCollector } from '../collector/song-collector.ts';
import { openLyricsFormat } from '../formats/openlyrics.ts';
import { toParagraphs } from '../formats/paragraphs.ts';
import { readParagraphs } from '../formats/plain-text.ts';
import { requireSongLength } from '../sources/song-limits.ts';
import { SongSource } from '../sources/song-source.ts';

/** Marks of formatting, which end with the same name: `{st}`, `{/st}`. A person can define more. */
const MARK = /\{(\/?)([A-Za-z0-9_+-]{1,30})\}/g;
/** The marks that OpenLP defines. */
const OWN_MARKS = new Set('r,b,bl,y,g,pk,o,pp,w,su,sb,p,st,it,u'.split(','));
const LINE_END = /\{br\}/g;
/** Where OpenLP divides slides, or may do so. */
const DIVISION = /\n?\[(?:---|===)\]\n?/g;

/**
 * Reads the words of a song in OpenLP's database: XML with a text for each verse, which has marks of its own. The order
 * of the elements is that of OpenLyrics.
 */
export async function readDatabaseLyrics(lyrics: string, title: string, collector: SongCollector): Promise<void> {
  const source = new SongSource(title, Buffer.alloc(0));
  requireSongLength(lyrics, (reason) => source.damaged(null, reason));
  const text = withoutMarks(lyrics.replace(/\r\n?/g, '\n'), collector);
  if (text.trimStart().startsWith('<')) {
    await openLyricsFormat.read(new SongSource(title, Buffer.from(text)), collector);
  } else readParagraphs(toParagraphs(text), collector);
}

/** Returns a text without OpenLP's marks of formatting. Blank lines stand for its divisions of slides. */
export function withoutMarks(text: string, collector: SongCollector): string {
  const ended = new Set(Array.from(text.matchAll(MARK), ([, slash, name]) => (slash ? name! : '')));
  return text
    .replace(LINE_END, '\n')
    .replace(DIVISION, '\n\n')
    .replace(MARK, (whole, slash: string, name: string) => {
      if (!ended.has(name) && !OWN_MARKS.has(name)) return whole;
      if (!slash) collector.omit('formatting');
      return '';
    });
}

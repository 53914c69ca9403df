import type { SongCollector } from '../collector/song-collector.ts';

/** "CCLI Song # 22025", "Número de Canción CCLI 22025" */
const CCLI_SONG = /^\s*(?:\p{L}{1,12}\s){0,4}CCLI(?!\p{L})[^\d\n]{0,40}(\d{1,12})\s*$/iu;
const CCLI_LICENSE = new RegExp(
  [
    '^\\s*CCLI[^\\d\\n]{0,20}(?:licen[scç]|lizenz)',
    '^\\s*(?:\\p{L}{1,12}\\s){0,3}licen[scç]\\p{L}{1,5}\\s(?:\\p{L}{1,4}\\s)?CCLI',
    '^\\s*(?:for use solely|note: reproduction|nutzung ausschlie|uso exclusivo|utilisation (?:uniquement|exclusivement))',
    'www\\.ccli\\.com',
    'SongSelect',
  ].join('|'),
  'iu',
);
const COPYRIGHT = /^\s*(?:©|\(c\)\s|copyright\b|public domain\s*$|gemeinfrei\s*$|domínio público\s*$)/i;
/** "Words: John Newton", "Text und Musik: …" */
const AUTHOR =
  /^\s*(?:authors?|words(?: (?:and|&) music)?(?: by)?|lyrics(?: by)?|music(?: by)?|text(?: und (?:musik|melodie))?|musik|melodie|autore?s?|letra(?: (?:e|y) música)?|música|paroles|musique|translation|übersetzung|tradução)\s*:\s*(\S.*)$/i;

/** The kinds of lines below a song. */
export type CopyrightLine = 'ccli' | 'license' | 'copyright' | 'author';

/** Returns the kind of a line that states rights or authors, or null. */
export function findCopyrightLine(line: string): CopyrightLine | null {
  if (line.length > 1_000) return null;
  if (CCLI_LICENSE.test(line)) return 'license';
  if (CCLI_SONG.test(line)) return 'ccli';
  if (COPYRIGHT.test(line)) return 'copyright';
  return AUTHOR.test(line) ? 'author' : null;
}

/** Sends a line of a kind to the collector. */
export function collectCopyrightLine(line: string, kind: CopyrightLine, collector: SongCollector): void {
  collector.markUnsung(line);
  if (kind === 'license') collector.omit('license_notes');
  else if (kind === 'ccli') collector.setCcli(CCLI_SONG.exec(line)![1]!);
  else if (kind === 'copyright') collector.addCopyright(line);
  else addAuthors(AUTHOR.exec(line)![1]!, collector);
}

/** Adds authors that "|" divides. */
export function addAuthors(text: string, collector: SongCollector): void {
  for (const author of text.split('|')) collector.addAuthor(author);
}

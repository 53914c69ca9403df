import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A verse of a hymn, with its id, its kind and number, and the lines of its slides. */
export interface HymnVerse {
  readonly id: string;
  readonly word: 'Verse' | 'Chorus' | 'Bridge';
  readonly number: number;
  readonly slides: readonly (readonly string[])[];
}

/** A hymn in the public domain. */
export interface Hymn {
  readonly title: string;
  readonly authors: readonly string[];
  readonly ccli: string | null;
  readonly verses: readonly HymnVerse[];
  /** Ids of verses as they are sung. */
  readonly order: readonly string[];
}

const linesWith = (lines: readonly string[], mark: string) =>
  lines.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2));

function toVerse(block: string): HymnVerse {
  const [heading, ...lines] = block.trim().split('\n');
  const [word, number = '1'] = heading!.slice(0, heading!.indexOf(']')).split(' ');
  const slides = lines
    .join('\n')
    .split('\n--\n')
    .map((slide) => slide.split('\n'));
  return {
    id: `${word![0]!.toLowerCase()}${number}`,
    word: word as HymnVerse['word'],
    number: Number(number),
    slides,
  };
}

function toHymn(text: string): Hymn {
  const [head, ...blocks] = `= ${text}`.split('\n[');
  const lines = head!.split('\n');
  const verses = blocks.map(toVerse);
  return {
    title: linesWith(lines, '=')[0]!,
    authors: linesWith(lines, '@'),
    ccli: linesWith(lines, '#')[0] ?? null,
    verses,
    order: linesWith(lines, '>')[0]?.split(' ') ?? verses.map(({ id }) => id),
  };
}

/** Hymns in the public domain, in English, German, Portuguese, Spanish, French and Latin. */
export const HYMNS: readonly Hymn[] = readFileSync(join(import.meta.dirname, 'hymns.txt'), 'utf8')
  .split(/^= /m)
  .slice(1)
  .map(toHymn);

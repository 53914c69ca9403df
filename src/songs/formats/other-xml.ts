import type { SongSource } from '../sources/song-source.ts';
import { findXmlRoot } from './xml-songs.ts';

/** Programs whose XML cannot be read, by the name and the attributes of its first element. */
const PROGRAMS: readonly (readonly [program: string, element: RegExp])[] = [
  ['Presentation Manager', /^song\s.*creativelifestyles/s],
  ['PowerPraise', /^ppl\b/],
  ['EasySlides', /^EasiSlides\b/],
  ['DreamBeam', /^DreamSong\b/],
];

/** Returns the name of the program of an XML file whose songs cannot be read, or null. [D70] */
export function findXmlProgram(source: SongSource): string | null {
  const root = findXmlRoot(source);
  return (root && PROGRAMS.find(([, element]) => element.test(`${root.name}${root.tag}`))?.[0]) ?? null;
}

import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import { cleanLine, withoutDirections } from '../collector/clean-line.ts';
import type { ImageSlide } from '../song-collection.ts';

/** Returns the deck of a file. Its title is the name of the file without its ending. */
export function toImageDeck(fileName: string): ImageSlide['deck'] {
  const name = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').replaceAll('_', ' ');
  const title = withoutDirections(cleanLine(name).text).slice(0, NAME_MAX_CHARACTERS).toWellFormed().trim();
  return { key: crypto.randomUUID(), title: title || '–' };
}

import { NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import { cleanLine, withoutDirections } from '../collector/clean-line.ts';

/** Returns the title of the deck of a file: the name of the file without its ending. */
export function toDeckTitle(fileName: string): string {
  const name = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').replaceAll('_', ' ');
  return withoutDirections(cleanLine(name).text).slice(0, NAME_MAX_CHARACTERS).toWellFormed().trim() || fileName;
}

import { SONGBOOK_NAME_MAX_CHARACTERS } from '../../contract/limits.ts';
import type { Songbook } from '../../contract/schemas/presentation.ts';

/** "EG 316", "Hymnal / 25b", "Songs (No. 7)": the name, then the number, maybe with a letter. */
const NAMED = /^(.*?\S)??[\s/,;:(#-]{0,10}(?:N[or]\.?|n°|№)?[\s#]{0,10}(?<!\d)(\d{1,5})\s?[a-z]?\)?$/iu;
/** Name of a book that a file leaves out. */
const UNNAMED = '#';

/** Returns the songbook that a text names, or null if it has no number. [D77] */
export function parseSongbook(text: string): Songbook | null {
  const [, name = '', number] = (text.length <= 500 && NAMED.exec(text)) || [];
  if (number === undefined) return null;
  return { name: [...(name || UNNAMED)].slice(0, SONGBOOK_NAME_MAX_CHARACTERS).join(''), number };
}

import { CANON_LANGUAGES, findBooksByPrefix } from '../canon.ts';
import { CONFIDENCE } from '../references/reference-names.ts';
import type { EditionChoices } from '../shown-editions.ts';
import { commonLanguage } from '../typed-passages.ts';
import { type LookupPassage, toBookPassage } from './lookup-passage.ts';

/** The number of a book, or not, and one or two letters of its name. */
const BEGINNING = /^\s*(?:[1-6]|[1-6]?[\s.]*\p{L}{1,2})[\s.]*$/u;

/** The books of the editions whose name begins so, without those that are known already, in the order of the canon. [D58] */
export function findEditionBooksByPrefix(
  text: string,
  choices: EditionChoices,
  known: readonly number[],
): LookupPassage[] {
  if (!BEGINNING.test(text)) return [];
  const among = choices.flat();
  const language = commonLanguage(among);
  const own = language ? findBooksByPrefix(text, [language]) : [];
  const books = own.length > 0 ? own : findBooksByPrefix(text, CANON_LANGUAGES);
  return books
    .filter(({ id }) => !known.includes(id) && among.some(({ bookIds }) => bookIds.includes(id)))
    .map(({ id, names }) => ({
      kind: 'book',
      reference: names.en,
      passages: [toBookPassage(id)],
      exists: true,
      confidence: CONFIDENCE.unsure,
    }));
}

import { CANON_LANGUAGES, findBook, findBooksByPrefix } from '../canon.ts';
import { type EditionNames, findBegunNames } from '../names/edition-names.ts';
import { foldName } from '../names/fold-name.ts';
import { CONFIDENCE } from '../references/reference-names.ts';
import type { EditionChoices } from '../shown-editions.ts';
import { commonLanguage } from '../typed-passages.ts';
import { type LookupPassage, toBookPassage } from './lookup-passage.ts';

/** Matches an optional book number and one or two letters. */
const BEGINNING = /^\s*(?:[1-6]|[1-6]?[\s.]*\p{L}{1,2})[\s.]*$/u;

/**
 * Finds the books of the editions whose names begin with the text, without those already known, in canonical order.
 * [D58]
 */
export function findEditionBooksByPrefix(
  text: string,
  choices: EditionChoices,
  names: EditionNames,
  known: readonly number[],
): LookupPassage[] {
  if (!BEGINNING.test(text)) return [];
  const among = choices.flat();
  const language = commonLanguage(among);
  const own = language ? findBooksByPrefix(text, [language]) : [];
  const books = own.length > 0 ? own : findBooksByPrefix(text, CANON_LANGUAGES);
  const named = findBegunNames(names, foldName(text).key)?.bookIds.flatMap((id) => findBook(id) ?? []) ?? [];
  return [...new Set([...named, ...books])]
    .sort((one, other) => one.id - other.id)
    .filter(({ id }) => !known.includes(id) && among.some(({ bookIds }) => bookIds.includes(id)))
    .map(({ id, names }) => ({
      kind: 'book',
      reference: names.en,
      passages: [toBookPassage(id)],
      exists: true,
      confidence: CONFIDENCE.unsure,
    }));
}

import { LOOKUP_TEXT_MAX_CHARACTERS } from '../../../contract/limits.ts';
import type { LookupCandidate } from '../../../contract/schemas/lookup.ts';
import type { Editions } from '../editions.ts';
import { findVerses } from '../passage.ts';
import { completeEnds, type Passage } from '../passage-numbers.ts';
import type { EditionChoices } from '../shown-editions.ts';

type Preview = Pick<LookupCandidate, 'translations' | 'texts'>;

/** Returns the beginning of a passage in the editions that would show it; empty if none has it. */
export async function previewPassage(editions: Editions, choices: EditionChoices, passage: Passage): Promise<Preview> {
  for (const from of choices) {
    const found = await findVerses(editions, from, toBeginning(passage));
    if (found.length === 0) continue;
    const translations = [...new Set(found.map(({ slug }) => slug))];
    const texts = translations.map((translation) => {
      const verses = found.flatMap((each) => (each.slug === translation ? each.verses : []));
      const { revisionId } = found.find(({ slug }) => slug === translation)!;
      const { languageTag } = editions.requireRevision(revisionId);
      return { translation, language_tag: languageTag, text: joinStart(verses.map(({ text }) => text)) };
    });
    return { translations, texts };
  }
  return { translations: [], texts: [] };
}

/** Limits a passage to its first chapter. */
function toBeginning(passage: Passage): Passage {
  const { end_chapter, end_verse, ...start } = completeEnds(passage);
  return end_chapter === start.chapter
    ? { ...start, end_chapter, end_verse }
    : { ...start, end_chapter: start.chapter };
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the editions that would show a book, without its text. */
export function previewBook(choices: EditionChoices, bookId: number): Preview {
  const holders = choices.map((from) => from.filter(({ bookIds }) => bookIds.includes(bookId)));
  const translations = (holders.find((from) => from.length > 0) ?? []).map(({ slug }) => slug);
  return { translations, texts: [] };
}

function joinStart(texts: readonly string[]): string {
  let joined = '';
  for (const text of texts) {
    joined = joined === '' ? text : `${joined} ${text}`;
    if (joined.length <= LOOKUP_TEXT_MAX_CHARACTERS) continue;
    const end = graphemes.segment(joined).containing(LOOKUP_TEXT_MAX_CHARACTERS)!.index;
    return joined.slice(0, end);
  }
  return joined;
}

import { type Static, Type } from 'typebox';
import {
  LOOKUP_DEFAULT_CANDIDATES,
  LOOKUP_MAX_CANDIDATES,
  LOOKUP_TEXT_MAX_CHARACTERS,
  REFERENCE_MAX_CHARACTERS,
} from '../limits.ts';
import { passageNumbers } from './search.ts';
import { Enum, Nullable, Text } from './shapes.ts';

/** [D58] */
export const LookupQuery = Type.Object({
  q: Type.Optional(
    Text({
      maxLength: REFERENCE_MAX_CHARACTERS,
      description:
        'What a person has typed so far: a reference, the beginning of one, or words of a verse. Without it, or empty: what the Live showed recently.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LOOKUP_MAX_CANDIDATES, default: LOOKUP_DEFAULT_CANDIDATES }),
  ),
});

/** [D58] */
export const LookupCandidate = Type.Object({
  kind: Enum(['recent', 'book', 'passage', 'words', 'deck']),
  reference: Type.String({ description: 'In canonical English form. Of a deck, its title.' }),
  passages: Type.Array(Type.Object(passageNumbers), {
    description: 'What to push, as the `passage` of a push takes it. Of a book, its number alone. Empty for a deck.',
  }),
  exists: Type.Boolean({ description: 'Whether the translations have all of it.' }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  translations: Type.Array(Type.String(), {
    description: 'The translations that have it: the one that `q` names, else those of the Live.',
  }),
  texts: Type.Array(Type.Object({ translation: Type.String(), text: Type.String() }), {
    description: `How it begins, at most ${LOOKUP_TEXT_MAX_CHARACTERS} characters in each translation.`,
  }),
  deck_id: Type.Optional(Type.String()),
});
export type LookupCandidate = Static<typeof LookupCandidate>;

/** [D58] */
export const Lookup = Type.Object({
  q: Type.String(),
  reading: Enum(['none', 'several', 'one', 'missing'], {
    description:
      'How `q` reads as a reference. `one`: the first candidate is clearly meant. `several`: it is not clear which candidate is. `missing`: no translation has what it names. `none`: it is no reference.',
  }),
  data: Type.Array(LookupCandidate, { description: 'Best first.' }),
});
export type Lookup = Static<typeof Lookup>;

/** [D59] */
export const ChapterQuery = Type.Object({
  translations: Type.Optional(
    Text({
      minLength: 1,
      description:
        'Up to four slugs, separated by commas, in the order in which they are shown. Without it: the translations of the Live.',
    }),
  ),
});

const chapterNumber = Type.Object({ book_id: Type.Integer(), chapter: Type.Integer() });

/** [D59] */
export const Chapter = Type.Object({
  book_id: Type.Integer(),
  book: Type.String(),
  chapter: Type.Integer(),
  previous: Nullable(chapterNumber, { description: 'The chapter before it in the edition; null at the beginning.' }),
  next: Nullable(chapterNumber, { description: 'The chapter after it in the edition; null at the end.' }),
  chapters: Type.Array(Type.Integer(), { description: 'All chapters of the book in that edition.' }),
  lines: Type.Array(
    Type.Object({
      verse: Type.Integer(),
      texts: Type.Array(
        Type.Object({
          translation: Type.String(),
          chapter: Type.Integer({ description: "By the translation's own numbering." }),
          verse: Type.Integer(),
          text: Type.String(),
        }),
      ),
    }),
    { description: 'Each line is one place in scripture, in the translations that have it.' },
  ),
});

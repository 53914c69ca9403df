import { type Static, Type } from 'typebox';
import {
  LOOKUP_DEFAULT_CANDIDATES,
  LOOKUP_MAX_CANDIDATES,
  LOOKUP_TEXT_MAX_CHARACTERS,
  REFERENCE_MAX_CHARACTERS,
} from '../limits.ts';
import { DECK_KINDS, Songbook } from './presentation.ts';
import { namedEdition, passageNumbers } from './search.ts';
import { Enum, Nullable, Text } from './shapes.ts';
import { LanguageTag } from './translation.ts';

/** [D58] */
export const LookupQuery = Type.Object({
  q: Type.Optional(
    Text({
      maxLength: REFERENCE_MAX_CHARACTERS,
      description:
        'Text that a person has typed so far: a reference, the beginning of one, or words of a verse. If it is absent or empty, recent passages of the Live are returned.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LOOKUP_MAX_CANDIDATES, default: LOOKUP_DEFAULT_CANDIDATES }),
  ),
});

/** [D58] */
export const LookupCandidate = Type.Object({
  kind: Enum(['recent', 'book', 'passage', 'words', 'deck'], {
    description:
      '`recent`: shown recently. `book`: a whole book. `passage`: parsed from a reference. `words`: contains the words. `deck`: a deck.',
  }),
  reference: Type.String({
    description: 'Citation in the language of the first translation that has the passage, or the title of a deck.',
  }),
  passages: Type.Array(Type.Object(passageNumbers), {
    description: 'Ranges to send as `passage` of a push. A book has only its number. Empty for a deck.',
  }),
  exists: Type.Boolean({ description: 'Whether the translations have the whole passage.' }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How likely the candidate is meant.' }),
  translations: Type.Array(Type.String(), {
    description: 'Slugs of the editions that have the passage: the one that `q` names, else those of the Live.',
  }),
  other_translations: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Slugs of editions of the library that have the passage. Only for the first candidate, if `reading` is `missing` and there are any.',
    }),
  ),
  texts: Type.Array(Type.Object({ translation: Type.String(), language_tag: LanguageTag, text: Type.String() }), {
    description: `Beginning of the passage, at most ${LOOKUP_TEXT_MAX_CHARACTERS} characters per translation.`,
  }),
  deck_id: Type.Optional(Type.String({ description: 'Id of the deck. Only for `deck`, as are the next fields.' })),
  deck_kind: Type.Optional(Enum(DECK_KINDS)),
  deck_authors: Type.Optional(Nullable(Type.String(), { description: 'Authors in the footer of the deck.' })),
  deck_songbook: Type.Optional(Nullable(Songbook, { description: 'Place of the song in a songbook.' })),
  deck_first_line: Type.Optional(Nullable(Type.String(), { description: 'First line of the texts of its slides.' })),
  deck_line: Type.Optional(
    Nullable(Type.String(), {
      description: 'Line of a slide that has the words. Null if the title has all of them.',
    }),
  ),
});
export type LookupCandidate = Static<typeof LookupCandidate>;

/** [D58] */
export const Lookup = Type.Object({
  q: Type.String({ description: 'The query of the request.' }),
  reading: Enum(['none', 'several', 'one', 'missing'], {
    description:
      'Result of parsing `q` as a reference. `one`: the first candidate is clearly meant. `several`: the reference is ambiguous. `missing`: no translation has the passage. `none`: `q` is not a reference.',
  }),
  edition: namedEdition,
  data: Type.Array(LookupCandidate, { description: 'Candidates, best first.' }),
});
export type Lookup = Static<typeof Lookup>;

/** [D59] */
export const ChapterQuery = Type.Object({
  translations: Type.Optional(
    Text({
      minLength: 1,
      description:
        'Up to four slugs, separated by commas, in the order in which they are shown. Defaults to the translations of the Live.',
    }),
  ),
});

const bookChapter = Type.Object({ book_id: Type.Integer(), chapter: Type.Integer() });

/** [D59] */
export const Chapter = Type.Object({
  book_id: Type.Integer({ description: 'Canonical number of the book.' }),
  book: Type.String({ description: 'Name of the book.' }),
  chapter: Type.Integer(),
  previous: Nullable(bookChapter, { description: 'Previous chapter of the first translation. Null at its beginning.' }),
  next: Nullable(bookChapter, { description: 'Next chapter of the first translation. Null at its end.' }),
  chapters: Type.Array(Type.Integer(), { description: 'All chapters of the book in the first translation.' }),
  lines: Type.Array(
    Type.Object({
      verse: Type.Integer({ description: 'Verse in the numbering of the first translation that has it.' }),
      texts: Type.Array(
        Type.Object({
          translation: Type.String(),
          language_tag: LanguageTag,
          chapter: Type.Integer({ description: 'Chapter in the numbering of this translation.' }),
          verse: Type.Integer({ description: 'Verse in the numbering of this translation.' }),
          text: Type.String(),
        }),
      ),
    }),
    { description: 'Lines of the chapter. Each line is one place in scripture, in the translations that have it.' },
  ),
});
export type Chapter = Static<typeof Chapter>;

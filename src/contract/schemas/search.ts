import { Type } from 'typebox';
import {
  EXTRACT_TEXT_MAX_CHARACTERS,
  REFERENCE_MAX_CHARACTERS,
  SEARCH_DEFAULT_VERSES,
  SEARCH_MAX_VERSES,
  SEARCH_QUERY_MAX_CHARACTERS,
} from '../limits.ts';
import { Enum, NextCursor, Nullable, pageQuery, Strict, Text } from './shapes.ts';
import { Verse } from './translation.ts';

/** [D31] */
export const SearchQuery = Type.Object({
  q: Text({
    minLength: 1,
    maxLength: SEARCH_QUERY_MAX_CHARACTERS,
    description:
      'Words that the verse must contain, in any grammatical form, with at least one letter or digit, and phrases in quotation marks, which must match exactly. Case and accents are ignored; ae, oe, ue and ss also match ä, ö, ü and ß. Chinese, Japanese, Korean and Thai match any sequence of characters. Other scripts need two characters.',
  }),
  ...pageQuery(SEARCH_MAX_VERSES, SEARCH_DEFAULT_VERSES).properties,
});

/** [D31] Verses by rank, and in canonical order within a rank. */
export const SearchPage = Type.Object({
  data: Type.Array(Verse),
  total: Type.Integer({ minimum: 0, description: 'Number of matching verses on all pages.' }),
  next_cursor: NextCursor,
});

/** [D32] */
export const ReferencesQuery = Type.Object({
  q: Text({
    minLength: 1,
    maxLength: REFERENCE_MAX_CHARACTERS,
    description:
      'Reference as people type it, such as "jn 3 16", "1 co 13.4-7", "Jo 3,16" or "jn316", or a list such as "Jn 3:16; 4:1". It can begin or end with the name or slug of an edition.',
  }),
  language: Type.Optional(
    Enum(['en', 'pt', 'de'], {
      description:
        'Language that is read first, and in which candidates are cited. It excludes no other. By default all languages are equal.',
    }),
  ),
  live_id: Type.Optional(
    Text({
      minLength: 1,
      description:
        'Id of a Live. `exists` then refers to the translations of this Live, or to the library if the Live has none. Also requires `live.get`.',
    }),
  ),
});

/** Fields of a parsed passage. [D32] */
export const passageNumbers = {
  book_id: Type.Integer({ description: 'Canonical number of the book.' }),
  chapter: Type.Optional(Type.Integer({ description: 'First chapter. Absent for a whole book.' })),
  verse: Type.Optional(Type.Integer({ description: 'First verse. Absent for whole chapters.' })),
  end_chapter: Type.Optional(Type.Integer({ description: 'Last chapter, if it differs from `chapter`.' })),
  end_verse: Type.Optional(Type.Integer({ description: 'Last verse, if it differs from `verse`.' })),
};

/**
 * [D32] Passage that a reference can mean. Without `chapter` it is the whole book, without `verse` whole chapters. An
 * end is present only if it differs from the start. With `verse` and `end_chapter` but no `end_verse`, the passage
 * continues to the end of that chapter.
 */
export const ReferenceCandidate = Type.Object({
  reference: Type.String({
    description:
      'Citation in `language`, such as "Johannes 3,16-18". Without it, the reference in canonical English form, such as "John 3:16-18", "Psalms 51:12ff" or "John 3:16, 18; 4:1".',
  }),
  ...passageNumbers,
  exists: Type.Boolean({
    description:
      'Whether an installed edition, or with `live_id` an edition of that Live, has the whole passage. A range past the end of a chapter does not exist.',
  }),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description:
      'How likely the candidate is meant. Below 0.3 if the passage does not exist; such candidates come last.',
  }),
  passages: Type.Optional(
    Type.Array(Type.Object(passageNumbers), {
      description:
        'All passages of a list, in the order they were typed. Absent for a single passage. The other fields describe the first passage.',
    }),
  ),
});

/** The edition that a text names. [D32] */
export const namedEdition = Type.Optional(
  Nullable(Type.String(), {
    description: 'Slug of the edition that the text names. Null if it is not available. Absent if the text names none.',
  }),
);

/** [D32] Candidates, best first. The list is empty if the text is not a reference. */
export const References = Type.Object({
  data: Type.Array(ReferenceCandidate),
  ambiguous: Type.Boolean({ description: 'Whether it is unclear which candidate is meant.' }),
  edition: namedEdition,
});

/** [D66] */
export const ExtractBody = Strict({
  text: Text({ maxLength: EXTRACT_TEXT_MAX_CHARACTERS, description: 'Text to search for references.' }),
  language: Type.Optional(
    Enum(['en', 'pt', 'de'], {
      description:
        'Language that is read first, and in which references are cited. It excludes no other. By default all languages are equal.',
    }),
  ),
  spoken: Type.Optional(
    Type.Boolean({
      description:
        'Whether the text is a transcript of speech. Number words are then parsed too, and the name of a book alone is ignored. Otherwise a ' +
        'line that consists of the name of a book means that book.',
    }),
  ),
});

/** [D66] References in the order of the text. */
export const ExtractedReferences = Type.Object({
  data: Type.Array(
    Type.Object({
      start: Type.Integer({ minimum: 0, description: 'Start of the reference in the text, in UTF-16 code units.' }),
      end: Type.Integer({ minimum: 1, description: 'End of the reference in the text, exclusive.' }),
      reference: Type.String({
        description: 'Citation in `language`; without it, the reference in canonical English form.',
      }),
      passages: Type.Array(Type.Object(passageNumbers), { description: 'Passages that the reference means.' }),
      exists: Type.Boolean({ description: 'Whether the installed editions have all passages.' }),
      explicit: Type.Boolean({
        description:
          'Whether chapter and verse are written or said as such, as in "3:16" or "three verse sixteen", but not in "three sixteen" or "verse seventeen" alone.',
      }),
      edition: namedEdition,
    }),
  ),
});

import { Type } from 'typebox';
import {
  EXTRACT_TEXT_MAX_CHARACTERS,
  REFERENCE_MAX_CHARACTERS,
  SEARCH_DEFAULT_VERSES,
  SEARCH_MAX_VERSES,
  SEARCH_QUERY_MAX_CHARACTERS,
  SEARCH_QUERY_MIN_CHARACTERS,
} from '../limits.ts';
import { SEARCHABLE_PATTERN } from '../text-patterns.ts';
import { documented, Enum, NextCursor, pageQuery, Strict, Text } from './shapes.ts';
import { Verse } from './translation.ts';

/** [D31] */
export const SearchQuery = Type.Object({
  q: Text({
    ...documented({ pattern: SEARCHABLE_PATTERN }),
    minLength: SEARCH_QUERY_MIN_CHARACTERS,
    maxLength: SEARCH_QUERY_MAX_CHARACTERS,
    description:
      'Words that must all be in the verse, in any form; a phrase in quotation marks as it is written. Case and accents do not matter; ae, oe, ue and ss also match ä, ö, ü and ß. Chinese, Japanese, Korean and Thai are found by any run of two or more characters.',
  }),
  ...pageQuery(SEARCH_MAX_VERSES, SEARCH_DEFAULT_VERSES).properties,
});

/** [D31]: `total` is of all pages. Best rank first, within a rank in the order of the canon. */
export const SearchPage = Type.Object({
  data: Type.Array(Verse),
  total: Type.Integer({ minimum: 0 }),
  next_cursor: NextCursor,
});

/** [D32] */
export const ReferencesQuery = Type.Object({
  q: Text({
    minLength: 1,
    maxLength: REFERENCE_MAX_CHARACTERS,
    description:
      'A reference as a person types it: "jn 3 16", "1 co 13.4-7", "Jo 3,16", "jn316", or a list, "Jn 3:16; 4:1". The name or slug of an edition may stand before or after.',
  }),
  language: Type.Optional(
    Enum(['en', 'pt', 'de'], { description: 'The language it is typed in. Without it all are tried.' }),
  ),
  live_id: Type.Optional(
    Text({
      minLength: 1,
      description:
        'A Live of the caller: `exists` is then asked of the translations it is set to, or where it has none, of those in the library. Needs `live.get`, too.',
    }),
  ),
});

/** [D32] */
export const passageNumbers = {
  book_id: Type.Integer(),
  chapter: Type.Optional(Type.Integer()),
  verse: Type.Optional(Type.Integer()),
  end_chapter: Type.Optional(Type.Integer()),
  end_verse: Type.Optional(Type.Integer()),
};

/**
 * [D32] No `chapter`: the whole book. No `verse`: whole chapters. An end is there only where it differs from the start; with `verse` and
 * `end_chapter` alone the passage goes on to the end of that chapter, wherever an edition has it.
 */
export const ReferenceCandidate = Type.Object({
  reference: Type.String({
    description: 'In canonical English form: "John 3:16-18", "Psalms 51:12ff", "John 3:16, 18; 4:1".',
  }),
  ...passageNumbers,
  exists: Type.Boolean({
    description:
      'Whether an installed edition has all of it; with `live_id`, an edition of that Live. A range past the end of a chapter does not exist.',
  }),
  confidence: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Below 0.3 where it does not exist; such candidates come last.',
  }),
  passages: Type.Optional(
    Type.Array(Type.Object(passageNumbers), {
      description:
        'Only of a list: all its passages in the order they were typed. The numbers beside it are those of the first.',
    }),
  ),
});

/** [D32] Best first; no candidates: not a reference that can be read. */
export const References = Type.Object({
  data: Type.Array(ReferenceCandidate),
  ambiguous: Type.Boolean({ description: 'Whether the first candidate is not clearly meant.' }),
});

/** [D66] */
export const ExtractBody = Strict({
  text: Text({ maxLength: EXTRACT_TEXT_MAX_CHARACTERS }),
  language: Type.Optional(
    Enum(['en', 'pt', 'de'], { description: 'The language it is written in. Without it all are tried.' }),
  ),
  spoken: Type.Optional(
    Type.Boolean({
      description:
        'What somebody says, without marks: number words are read as well, and the name of a book alone is nothing. Otherwise a name that ' +
        'is all of a line means the book.',
    }),
  ),
});

/** [D66] In the order of the text. */
export const ExtractedReferences = Type.Object({
  data: Type.Array(
    Type.Object({
      start: Type.Integer({ minimum: 0, description: 'Where it begins in the text, in UTF-16 code units.' }),
      end: Type.Integer({ minimum: 1, description: 'Where it ends.' }),
      reference: Type.String({ description: 'In canonical English form.' }),
      passages: Type.Array(Type.Object(passageNumbers)),
      exists: Type.Boolean({ description: 'Whether installed editions have all of it.' }),
    }),
  ),
});

import { type Static, Type } from 'typebox';
import { CHECKS_LISTED_MAX } from '../../contract/edition-library.ts';
import { IMPORT_NOTICES, type ImportNoticeCode } from '../../contract/import-notices.ts';
import { LANGUAGE_TAG_MAX_CHARACTERS } from '../../contract/limits.ts';
import { Enum, Nullable, Strict } from '../../contract/schemas/shapes.ts';
import {
  LANGUAGES,
  SLUG_PATTERN,
  TranslationProvenance,
  TranslationRights,
} from '../../contract/schemas/translation.ts';
import { LANGUAGE_TAG_PATTERN } from '../../contract/text-patterns.ts';
import { CANON } from '../../domain/scripture/canon.ts';
import { CHAPTER_MAX, VERSE_MAX } from '../../editions/collector/collected-book.ts';
import { MEBIBYTE, TEXT_MAX_BYTES } from '../../editions/sources/source-limits.ts';

/** Maximum size of a request that carries a whole edition: its text, rights and names. */
export const EDITION_REQUEST_MAX_BYTES = TEXT_MAX_BYTES + MEBIBYTE;

const IMPORT_NOTICE_CODES = Object.keys(IMPORT_NOTICES) as ImportNoticeCode[];
const ReportLine = Type.Union([
  Type.String(),
  Strict({
    code: Enum(IMPORT_NOTICE_CODES),
    message: Type.String(),
    params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
    place: Type.Union([
      Strict({ file: Type.String(), line: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]) }),
      Type.Null(),
    ]),
  }),
]);

const BookName = Nullable(Type.String({ minLength: 1 }));

/** Schema of `NormalizedEdition`, validated again where the installation is open. */
export const EditionInput = Strict({
  slug: Type.String({ pattern: SLUG_PATTERN }),
  name: Type.String({ minLength: 1 }),
  language: Enum(LANGUAGES),
  language_tag: Type.Optional(
    Nullable(Type.String({ pattern: LANGUAGE_TAG_PATTERN, maxLength: LANGUAGE_TAG_MAX_CHARACTERS })),
  ),
  rights: TranslationRights,
  provenance: TranslationProvenance,
  books: Type.Array(
    Strict({
      book_id: Type.Integer({ minimum: 1, maximum: CANON.length }),
      name: Type.String({ minLength: 1 }),
      names: Type.Optional(Strict({ long: BookName, short: BookName, abbreviation: BookName })),
      verses: Type.Array(
        Strict({
          chapter: Type.Integer({ minimum: 1, maximum: CHAPTER_MAX }),
          verse: Type.Integer({ minimum: 1, maximum: VERSE_MAX }),
          last: Type.Optional(Type.Integer({ minimum: 1, maximum: VERSE_MAX })),
          text: Type.String({ minLength: 1 }),
        }),
        { minItems: 1 },
      ),
    }),
    { minItems: 1 },
  ),
  checks: Type.Optional(
    Strict({
      format: Type.String(),
      gaps: Type.Array(Type.String(), { maxItems: CHECKS_LISTED_MAX }),
      gap_count: Type.Integer({ minimum: 0 }),
      warnings: Type.Array(ReportLine, { maxItems: CHECKS_LISTED_MAX }),
      warning_count: Type.Integer({ minimum: 0 }),
    }),
  ),
});
export type EditionInput = Static<typeof EditionInput>;

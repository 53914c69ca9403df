import { type Static, Type } from 'typebox';
import { Enum, NextCursor, Nullable } from './shapes.ts';

/** [Resources] TranslationRights */
export const TranslationRights = Type.Object({
  edition: Type.String(),
  rights_status: Type.String(),
  source_url: Type.String(),
  attribution: Type.String(),
  license_id: Type.Optional(Type.String()),
  license_url: Type.Optional(Type.String()),
  copyright: Type.Optional(Type.String()),
  change_notice: Type.Optional(Type.String()),
});
export type TranslationRights = Static<typeof TranslationRights>;

/** [Resources] TranslationProvenance */
export const TranslationProvenance = Type.Object({
  archive_sha256: Nullable(Type.String()),
  reviewed_on: Nullable(Type.String()),
  source_id: Nullable(Type.String()),
});
export type TranslationProvenance = Static<typeof TranslationProvenance>;

export const LANGUAGES = ['en', 'pt', 'de', 'und'] as const;
export type Language = (typeof LANGUAGES)[number];

/** [Resources] Translation edition */
export const TranslationEdition = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  language: Enum(LANGUAGES),
  book_ids: Type.Array(Type.Integer()),
  rights: TranslationRights,
  installed: Type.Boolean(),
  provenance: TranslationProvenance,
});
export type TranslationEdition = Static<typeof TranslationEdition>;

export const TranslationEditionPage = Type.Object({ data: Type.Array(TranslationEdition), next_cursor: NextCursor });

/** [Resources] BookDefinition */
export const BookDefinition = Type.Object({
  id: Type.Integer(),
  code: Type.String({ minLength: 3, maxLength: 3 }),
  aliases: Type.Array(Type.String()),
  names: Type.Object({ en: Type.String(), pt: Type.String(), de: Type.String() }),
});

export const BookDefinitionPage = Type.Object({ data: Type.Array(BookDefinition), next_cursor: NextCursor });

/** [Resources] Verse: numbers are those of the source, and sparse where it leaves some out. */
export const Verse = Type.Object({
  book_id: Type.Integer(),
  book: Type.String(),
  chapter: Type.Integer(),
  verse: Type.Integer(),
  text: Type.String(),
});
export type Verse = Static<typeof Verse>;

/** An edition's slug as it is stored and compared: lower case. [D28] */
export const SLUG_PATTERN = '^[a-z0-9-]{2,32}$';
/** The edition that a new installation comes with, and that is enabled in every new library. [D29] */
export const STARTER_SLUG = 'kjv';

import { type Static, Type } from 'typebox';
import { Enum, NextCursor, Nullable, Strict } from './shapes.ts';

/** [Resources] TranslationRights */
export const TranslationRights = Type.Object({
  edition: Type.String({ description: 'Name of the edition.' }),
  rights_status: Type.String({ description: 'Legal status of the text, such as public domain.' }),
  source_url: Type.String({ description: 'URL of the source of the text.' }),
  attribution: Type.String({ description: 'Credit line to show with the text.' }),
  license_id: Type.Optional(Type.String({ description: 'Identifier of the license.' })),
  license_url: Type.Optional(Type.String({ description: 'URL of the license.' })),
  copyright: Type.Optional(Type.String({ description: 'Copyright notice.' })),
  change_notice: Type.Optional(Type.String({ description: 'Notice about changes to the text.' })),
});
export type TranslationRights = Static<typeof TranslationRights>;

/** [Resources] TranslationProvenance */
export const TranslationProvenance = Type.Object({
  archive_sha256: Nullable(Type.String(), { description: 'SHA-256 of the imported file.' }),
  reviewed_on: Nullable(Type.String(), { description: 'Date of the last review.' }),
  source_id: Nullable(Type.String(), { description: 'Identifier of the edition at its source.' }),
});
export type TranslationProvenance = Static<typeof TranslationProvenance>;

export const LANGUAGES = ['en', 'pt', 'de', 'und'] as const;
export type Language = (typeof LANGUAGES)[number];

/** [Resources] Translation edition */
export const TranslationEdition = Type.Object({
  slug: Type.String({ description: 'Unique id of the edition, in lower case.' }),
  name: Type.String(),
  language: Enum(LANGUAGES, { description: 'Language of the text. `und` stands for any other language.' }),
  book_ids: Type.Array(Type.Integer(), { description: 'Canonical numbers of the books in the edition.' }),
  rights: TranslationRights,
  installed: Type.Boolean({ description: 'Whether the text is installed.' }),
  provenance: TranslationProvenance,
});
export type TranslationEdition = Static<typeof TranslationEdition>;

const bookNameOf = (what: string) => Nullable(Type.String(), { description: `${what} Null if there is none.` });

/** The language tag of an edition. [D71] */
export const LanguageTag = Nullable(Type.String(), {
  description: 'Language of the text as a BCP 47 tag. Null if it is unknown.',
});

/** [D71] */
export const TranslationNames = Type.Object({
  slug: Type.String({ description: 'Unique id of the edition, in lower case.' }),
  revision: Nullable(Type.String(), {
    description:
      'Opaque value that changes with the text, the rights, the attribution and the names. Null if the text is not installed.',
  }),
  language_tag: LanguageTag,
  direction: Enum(['ltr', 'rtl'], { description: 'Writing direction of the language. `ltr` if it is unknown.' }),
  books: Type.Array(
    Type.Object({
      book_id: Type.Integer({ description: 'Canonical number of the book.' }),
      long: bookNameOf('Long name.'),
      short: bookNameOf('Short name, which citations prefer.'),
      abbreviation: bookNameOf('Abbreviation.'),
      cited: Type.String({
        description: 'Name in citations: the short or long one that is read as this book alone, else the English one.',
      }),
    }),
    { description: 'Books of the edition, in canonical order.' },
  ),
});
export type TranslationNames = Static<typeof TranslationNames>;

export const TranslationEditionPage = Type.Object({ data: Type.Array(TranslationEdition), next_cursor: NextCursor });

/** [D72] */
export const PhoneOffer = Type.Object({
  phones: Nullable(Type.Boolean(), { description: 'What the owner decided. Null: the rights of the edition decide.' }),
  offered: Type.Boolean({ description: 'Whether reader pages offer the edition.' }),
});
export const PhoneOfferBody = Strict({
  phones: Nullable(Type.Boolean(), { description: 'Null: the rights of the edition decide.' }),
});

/** [Resources] BookDefinition */
export const BookDefinition = Type.Object({
  id: Type.Integer({ description: 'Stable canonical number.' }),
  code: Type.String({ minLength: 3, maxLength: 3, description: 'Three-letter code.' }),
  aliases: Type.Array(Type.String(), { description: 'Abbreviations and other names.' }),
  names: Type.Object({ en: Type.String(), pt: Type.String(), de: Type.String() }),
});

export const BookDefinitionPage = Type.Object({ data: Type.Array(BookDefinition), next_cursor: NextCursor });

/** [Resources] Verse in the numbering of its source, which can have gaps. */
export const Verse = Type.Object({
  book_id: Type.Integer({ description: 'Canonical number of the book.' }),
  book: Type.String({ description: 'Name of the book in the edition.' }),
  chapter: Type.Integer({ description: 'Chapter in the numbering of the edition.' }),
  verse: Type.Integer({ description: 'Verse in the numbering of the edition.' }),
  text: Type.String(),
});
export type Verse = Static<typeof Verse>;

/** Pattern of a stored slug, in lower case. [D28] */
export const SLUG_PATTERN = '^[a-z0-9-]{2,32}$';
/** Slug of the starter edition, which is enabled in every new library. [D29] */
export const STARTER_SLUG = 'kjv';

import { type Static, Type } from 'typebox';
import { LANGUAGE_TAG_MAX_CHARACTERS } from '../limits.ts';
import { LANGUAGE_TAG_PATTERN, WEB_ADDRESS_PATTERN } from '../text-patterns.ts';
import { Enum, Strict, Text } from './shapes.ts';
import { LANGUAGES, SLUG_PATTERN } from './translation.ts';

const ShortText = Text({ maxLength: 200 });
const RightsText = Text({ maxLength: 2_000 });
/** Clients may show it as a link. */
const WebAddress = Type.String({ maxLength: 2_000, pattern: WEB_ADDRESS_PATTERN });

/** Details that a person adds to an uploaded file, like the options of the command. An empty text counts as absent. */
export const EditionJobOptions = Strict({
  slug: Type.Optional(Type.Union([Type.String({ pattern: SLUG_PATTERN }), Type.Literal('')])),
  name: Type.Optional(ShortText),
  language: Type.Optional(Type.Union([Enum(LANGUAGES), Type.Literal('')])),
  language_tag: Type.Optional(
    Type.Union([
      Type.String({ pattern: LANGUAGE_TAG_PATTERN, maxLength: LANGUAGE_TAG_MAX_CHARACTERS }),
      Type.Literal(''),
    ]),
  ),
  rights: Type.Optional(
    Strict({
      rights_status: Type.Optional(RightsText),
      attribution: Type.Optional(RightsText),
      license_id: Type.Optional(RightsText),
      license_url: Type.Optional(WebAddress),
      copyright: Type.Optional(RightsText),
      source_url: Type.Optional(WebAddress),
    }),
  ),
  /** SWORD module, if the archive has several. */
  module: Type.Optional(ShortText),
  /** Whether to accept books in which more than one verse in twenty is empty. */
  allow_gaps: Type.Optional(Type.Boolean()),
});
export type EditionJobOptions = Static<typeof EditionJobOptions>;

/** Body of a request that begins an upload. */
export const EditionUploadStart = Strict({
  name: Text({ minLength: 1, maxLength: 255 }),
  size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
export type EditionUploadStart = Static<typeof EditionUploadStart>;
/** Body of a request that ends an upload. */
export const EditionUploadEnd = Strict({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) });
export type EditionUploadEnd = Static<typeof EditionUploadEnd>;
/** Body of a request to import a checked file: the revision that the report says it replaces. */
export const EditionImportConsent = Strict({ replaces: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]) });
export type EditionImportConsent = Static<typeof EditionImportConsent>;
/** Body of a request that names an edition. */
export const EditionName = Strict({ slug: Type.String({ maxLength: 64 }) });
export type EditionName = Static<typeof EditionName>;

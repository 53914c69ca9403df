import { type Static, Type } from 'typebox';
import type { EditionChecks, EditionUse } from './edition-library.ts';
import { EDITION_UPLOAD_MAX_BYTES } from './limits.ts';
import { Enum, Strict } from './schemas/shapes.ts';
import { LANGUAGES, SLUG_PATTERN, type TranslationRights } from './schemas/translation.ts';

const ShortText = Type.String({ maxLength: 200 });
const RightsText = Type.String({ maxLength: 2_000 });

/** What a person adds to an uploaded file, like the options of the command. An empty text counts as absent. */
export const EditionJobOptions = Strict({
  slug: Type.Optional(Type.Union([Type.String({ pattern: SLUG_PATTERN }), Type.Literal('')])),
  name: Type.Optional(ShortText),
  language: Type.Optional(Type.Union([Enum(LANGUAGES), Type.Literal('')])),
  rights: Type.Optional(
    Strict({
      rights_status: Type.Optional(RightsText),
      attribution: Type.Optional(RightsText),
      license_id: Type.Optional(RightsText),
      license_url: Type.Optional(RightsText),
      copyright: Type.Optional(RightsText),
      source_url: Type.Optional(RightsText),
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
  name: Type.String({ minLength: 1, maxLength: 255 }),
  size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
/** Body of a request that ends an upload. */
export const EditionUploadEnd = Strict({ sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) });
/** Body of a request to import a checked file: the revision that the report says it replaces. */
export const EditionImportConsent = Strict({ replaces: Type.Union([Type.String({ maxLength: 64 }), Type.Null()]) });
/** Body of a request that names an edition. */
export const EditionName = Strict({ slug: Type.String({ maxLength: 64 }) });

/** Installed edition that an import replaces, with its users. */
export interface ReplacedEdition {
  readonly revision_id: string;
  readonly name: string;
  readonly books: number;
  readonly rights_status: string;
  readonly attribution: string;
  readonly use: EditionUse;
}

/** Report of the checks of an import job. */
export interface EditionJobReport {
  readonly slug: string;
  readonly name: string;
  readonly language: string;
  readonly rights: TranslationRights;
  readonly sha256: string | null;
  readonly books: readonly {
    readonly code: string;
    readonly name: string;
    readonly chapters: number;
    readonly verses: number;
    readonly gaps: number;
  }[];
  readonly verses: number;
  /** Number of omitted notes, headings and so on, by kind. */
  readonly omitted: Readonly<Record<string, number>>;
  readonly checks: EditionChecks;
  /** Null if nothing is installed under the slug. */
  readonly replaced: ReplacedEdition | null;
}

/** Import job as its page shows it. `interrupted`: a restart ended the work, which can be started again. */
export interface EditionJob {
  readonly id: string;
  readonly source: 'upload' | 'known';
  /** File name, or slug of the known edition. */
  readonly name: string;
  readonly size: number;
  readonly state: 'uploading' | 'queued' | 'checking' | 'ready' | 'importing' | 'done' | 'refused' | 'interrupted';
  /** Numbers of the received parts while it is uploading. */
  readonly received: readonly number[];
  readonly progress: number;
  readonly options: EditionJobOptions;
  readonly report: EditionJobReport | null;
  /** Reason of a refusal, one line for each place. */
  readonly refusal: string | null;
  readonly created_at: string;
}

/** Returns the number of parts of a file. */
export const countParts = (size: number, partBytes: number): number => Math.ceil(size / partBytes);

export const EDITION_UPLOAD_MAX_MIB = EDITION_UPLOAD_MAX_BYTES / 1024 / 1024;

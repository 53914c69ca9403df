import { type Static, Type } from 'typebox';
import {
  LANGUAGE_TAG_MAX_CHARACTERS,
  OUTPUT_CONNECTIONS_MAX,
  OUTPUT_LANGUAGES_MAX,
  OUTPUT_SIDE_MAX_PX,
  OUTPUTS_PER_LIVE_MAX,
  SCALE_MAX_STEPS,
  SCALE_MIN_STEPS,
  SETTINGS_TRANSLATIONS_MAX,
} from '../limits.ts';
import {
  OUTPUT_ALIGNMENTS,
  OUTPUT_MARGIN_MAX_PERCENT,
  OUTPUT_PARTS,
  OUTPUT_PROBLEMS,
  PLATE_MIN_PERCENT,
  VERSE_NUMBERS,
} from '../output-settings.ts';
import { ANY_CASE_SLUG_PATTERN, LANGUAGE_TAG_PATTERN } from '../text-patterns.ts';
import { viewsFor } from '../view-choices.ts';
import { VIEWER_VIEWS } from '../viewer-views.ts';
import { Enum, Name, Nullable, type ReadonlyFields, Strict } from './shapes.ts';

const time = Type.String({ format: 'date-time' });
const views = viewsFor('output');
const view = Enum(
  VIEWER_VIEWS.filter((each) => views.includes(each)),
  { description: 'How the output draws the Live.' },
);

/** Interface languages of output pages. */
const OUTPUT_LANGUAGES = ['en', 'pt', 'de'] as const;

const image = Type.String({ maxLength: 64 });

const settings = {
  theme: Enum(['dark', 'light']),
  scale: Type.Integer({
    minimum: SCALE_MIN_STEPS,
    maximum: SCALE_MAX_STEPS,
    description: 'Text size in steps from the size of the design. Each step multiplies it by 1.125.',
  }),
  lang: Enum(OUTPUT_LANGUAGES, { description: 'Interface language of the page.' }),
  translations: Nullable(
    Type.Array(Type.String({ pattern: ANY_CASE_SLUG_PATTERN }), {
      minItems: 1,
      maxItems: SETTINGS_TRANSLATIONS_MAX,
      uniqueItems: true,
    }),
    {
      description:
        'Slugs of the translations to show. Null shows all translations of the page, and the first two on a lower third.',
    },
  ),
  show: Type.Array(Enum(OUTPUT_PARTS), { minItems: 1, uniqueItems: true, description: 'Elements to show.' }),
  align: Enum(OUTPUT_ALIGNMENTS, { description: 'Alignment of the text. `left` uses the alignment of the design.' }),
  margin: Type.Integer({
    minimum: 0,
    maximum: OUTPUT_MARGIN_MAX_PERCENT,
    description: "Margin around the content, in percent of the screen's shorter side.",
  }),
  background_image: Nullable(image, {
    description: 'Id of the image of the organization that is behind the text of a whole screen.',
  }),
  idle_image: Nullable(image, {
    description: 'Id of the image of the organization that a whole screen shows while nothing else is shown.',
  }),
  idle_link: Type.Boolean({
    description:
      'Whether the QR code of the audience link is on the idle image. A protected Live has none, nor has one that other devices cannot reach.',
  }),
  verse_numbers: Enum(VERSE_NUMBERS, {
    description: 'Whether verses have their numbers. `auto`: if a page has several verses.',
  }),
  plate_width: Nullable(Type.Integer({ minimum: PLATE_MIN_PERCENT, maximum: 100 }), {
    description: 'Width of the plate of a lower third, in percent of the safe width. Null: as wide as its text.',
  }),
  languages: Nullable(
    Type.Array(Type.String({ maxLength: LANGUAGE_TAG_MAX_CHARACTERS, pattern: LANGUAGE_TAG_PATTERN }), {
      minItems: 1,
      maxItems: OUTPUT_LANGUAGES_MAX,
      uniqueItems: true,
    }),
    {
      description:
        'Languages of songs that the output shows, as BCP 47 tags, the first one large. Null shows all. A song without any of them is shown in its first.',
    },
  ),
  hidden: Type.Boolean({ description: 'Whether this output shows nothing, whatever the Live shows.' }),
};

const OutputSettings = Type.Object(settings);
export type OutputSettings = ReadonlyFields<Static<typeof OutputSettings>>;
const OutputSettingsBody = Type.Partial(Strict(settings), { additionalProperties: false });
export type OutputSettingsChange = Static<typeof OutputSettingsBody>;

/** [D60] */
const output = {
  id: Type.String(),
  name: Type.String(),
  view,
  settings: OutputSettings,
  made_by: Type.Object(
    { user_id: Nullable(Type.String()), credential_id: Nullable(Type.String()) },
    {
      description:
        'Creator of the output, and the credential used. The user is null for a service token without a member.',
    },
  ),
  connections: Type.Integer({ minimum: 0, maximum: OUTPUT_CONNECTIONS_MAX, description: 'Number of open pages.' }),
  seen_at: Nullable(time, { description: 'Time at which a page was last connected.' }),
  sequence: Nullable(Type.Integer({ minimum: 0 }), { description: 'Sequence of the Live that was last painted.' }),
  painted_at: Nullable(time, { description: 'Time of the last paint.' }),
  width: Nullable(Type.Integer({ minimum: 1, maximum: OUTPUT_SIDE_MAX_PX }), {
    description: 'Width of the screen, in px.',
  }),
  height: Nullable(Type.Integer({ minimum: 1, maximum: OUTPUT_SIDE_MAX_PX }), {
    description: 'Height of the screen, in px.',
  }),
  problem: Nullable(Enum(OUTPUT_PROBLEMS), {
    description:
      'Problem of the last paint. `shrunk`: the text is too small to read from a distance. `font`, `image`: a file did not load. Otherwise the name of an invalid URL parameter.',
  }),
};
export const Output = Type.Object(output);
export const IssuedOutput = Type.Object({
  ...output,
  url: Type.String({ description: 'URL of the output with its key. Store it now; it is not returned again.' }),
});
export const OutputList = Type.Object({
  data: Type.Array(Output, { maxItems: OUTPUTS_PER_LIVE_MAX, description: 'Outputs, oldest first.' }),
});

export const CreateOutputBody = Strict({
  name: Name(),
  view,
  settings: Type.Optional(OutputSettingsBody),
  pairing_code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Pairing code that `/screen` shows on the screen that should open the output. Case is ignored.',
    }),
  ),
});
export const UpdateOutputBody = Strict({
  name: Type.Optional(Name()),
  view: Type.Optional(view),
  settings: Type.Optional(OutputSettingsBody),
});

/** Paint report of an output page. */
export const OutputReport = Strict({
  sequence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  part: Type.Integer({ minimum: 0, maximum: 10_000 }),
  width: Type.Integer({ minimum: 1, maximum: OUTPUT_SIDE_MAX_PX }),
  height: Type.Integer({ minimum: 1, maximum: OUTPUT_SIDE_MAX_PX }),
  problem: Nullable(Enum(OUTPUT_PROBLEMS)),
});
export type OutputReport = Static<typeof OutputReport>;

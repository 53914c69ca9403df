import { type Static, Type } from 'typebox';
import {
  OUTPUT_CONNECTIONS_MAX,
  OUTPUT_SIDE_MAX_PX,
  OUTPUTS_PER_LIVE_MAX,
  SCALE_MAX_STEPS,
  SCALE_MIN_STEPS,
  SETTINGS_TRANSLATIONS_MAX,
} from '../limits.ts';
import { OUTPUT_ALIGNMENTS, OUTPUT_MARGIN_MAX_PERCENT, OUTPUT_PARTS, OUTPUT_PROBLEMS } from '../output-settings.ts';
import { ANY_CASE_SLUG_PATTERN } from '../text-patterns.ts';
import { VIEWER_VIEWS } from '../viewer-views.ts';
import { Enum, Name, Nullable, type ReadonlyFields, Strict } from './shapes.ts';

const time = Type.String({ format: 'date-time' });
const view = Enum(VIEWER_VIEWS);

/** Of the page's own words. */
const OUTPUT_LANGUAGES = ['en', 'pt', 'de'] as const;

const settings = {
  theme: Enum(['dark', 'light']),
  scale: Type.Integer({ minimum: SCALE_MIN_STEPS, maximum: SCALE_MAX_STEPS }),
  lang: Enum(OUTPUT_LANGUAGES, { description: "The language of the page's own words." }),
  translations: Nullable(
    Type.Array(Type.String({ pattern: ANY_CASE_SLUG_PATTERN }), {
      minItems: 1,
      maxItems: SETTINGS_TRANSLATIONS_MAX,
      uniqueItems: true,
    }),
    {
      description: 'Those that this output shows, of the translations of the page. Null: all; a lower third shows two.',
    },
  ),
  show: Type.Array(Enum(OUTPUT_PARTS), { minItems: 1, uniqueItems: true }),
  align: Enum(OUTPUT_ALIGNMENTS, { description: '`left` leaves the place of the text to the design.' }),
  margin: Type.Integer({
    minimum: 0,
    maximum: OUTPUT_MARGIN_MAX_PERCENT,
    description: "Space around what is shown, percent of the screen's shorter side.",
  }),
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
    { description: 'Who made it, and with which credential. A service token that is nobody’s own has no user.' },
  ),
  connections: Type.Integer({ minimum: 0, maximum: OUTPUT_CONNECTIONS_MAX, description: 'Pages that show it now.' }),
  seen_at: Nullable(time, { description: 'When a page of it was last connected.' }),
  sequence: Nullable(Type.Integer({ minimum: 0 }), { description: 'Of the Live, as it was last painted.' }),
  painted_at: Nullable(time),
  width: Nullable(Type.Integer({ minimum: 1, maximum: OUTPUT_SIDE_MAX_PX }), { description: 'Of the screen, px.' }),
  height: Nullable(Type.Integer({ minimum: 1, maximum: OUTPUT_SIDE_MAX_PX })),
  problem: Nullable(Enum(OUTPUT_PROBLEMS), {
    description:
      '`shrunk`: text is smaller than can be read from afar; `font`, `image`: one did not load; else the name of a parameter of its address that means nothing.',
  }),
};
export const Output = Type.Object(output);
export const IssuedOutput = Type.Object({
  ...output,
  url: Type.String({ description: 'The address of the output with its key, in this answer and nowhere else.' }),
});
export const OutputList = Type.Object({
  data: Type.Array(Output, { maxItems: OUTPUTS_PER_LIVE_MAX, description: 'Oldest first.' }),
});

export const CreateOutputBody = Strict({
  name: Name(),
  view,
  settings: Type.Optional(OutputSettingsBody),
  pairing_code: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'Of the screen that is to show it: the six characters that `/screen` shows there, in any case.',
    }),
  ),
});
export const UpdateOutputBody = Strict({
  name: Type.Optional(Name()),
  view: Type.Optional(view),
  settings: Type.Optional(OutputSettingsBody),
});

/** What the page of an output says it has painted. */
export const OutputReport = Strict({
  sequence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  part: Type.Integer({ minimum: 0, maximum: 10_000 }),
  width: Type.Integer({ minimum: 1, maximum: OUTPUT_SIDE_MAX_PX }),
  height: Type.Integer({ minimum: 1, maximum: OUTPUT_SIDE_MAX_PX }),
  problem: Nullable(Enum(OUTPUT_PROBLEMS)),
});
export type OutputReport = Static<typeof OutputReport>;

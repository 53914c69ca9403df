import { type Static, Type } from 'typebox';
import {
  DESIGN_LINE_HEIGHT_MAX_PERCENT,
  DESIGN_LINE_HEIGHT_MIN_PERCENT,
  DESIGN_PADDING_MAX_PX,
  DESIGN_RADIUS_MAX_PX,
  DESIGN_SIZE_MAX_PX,
  DESIGN_SIZE_MIN_PX,
} from '../limits.ts';
import { VIEWER_PRESETS, VIEWER_TRANSITIONS } from '../viewer-appearance.ts';
import { Enum, Nullable, type ReadonlyFields, Strict } from './shapes.ts';

const color = Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }), {
  description: 'Color as `#rrggbb`. Null inherits the color of the preset.',
});
const palette = Strict({ background: color, container: color, translation: color, reference: color, text: color });
const element = Strict({
  font: Enum(['serif', 'sans', 'mono']),
  size: Type.Integer({
    minimum: DESIGN_SIZE_MIN_PX,
    maximum: DESIGN_SIZE_MAX_PX,
    description: 'Font size in px on a canvas of 1920×1080. The default size of an element means as large as fits.',
  }),
  bold: Type.Boolean(),
  italic: Type.Boolean(),
  align: Enum(['left', 'center', 'right']),
  lineHeight: Type.Integer({
    minimum: DESIGN_LINE_HEIGHT_MIN_PERCENT,
    maximum: DESIGN_LINE_HEIGHT_MAX_PERCENT,
    description: 'Line height in percent of the font size.',
  }),
});
const pixels = (maximum: number) =>
  Nullable(Type.Integer({ minimum: 0, maximum }), {
    description: 'Length in px on a canvas of 1920×1080. Null inherits the preset.',
  });
const ELEMENTS = ['translation', 'reference', 'text'] as const;

/**
 * [Resources] LiveStudioSettings with the bounds of [D22]. Sizes are px on a canvas of 1920×1080, line heights percent.
 */
export const StudioSettings = Strict({
  version: Type.Unsafe<1>({ type: 'integer', enum: [1] }),
  showLogo: Type.Boolean({
    description: 'Whether to show the logo of the organization, or its name if it has no logo.',
  }),
  preset: Enum(VIEWER_PRESETS, { default: 'default', description: 'Color scheme.' }),
  transition: Enum(VIEWER_TRANSITIONS, { default: 'none', description: 'Animation between pages.' }),
  controls: Strict(
    { theme: Type.Boolean(), fullscreen: Type.Boolean(), fontSize: Type.Boolean() },
    { description: 'Controls that viewers can use.' },
  ),
  palettes: Strict({ dark: palette, light: palette }),
  container: Strict({ radius: pixels(DESIGN_RADIUS_MAX_PX), padding: pixels(DESIGN_PADDING_MAX_PX), border: color }),
  elements: Strict({ translation: element, reference: element, text: element }),
  order: Type.Array(Enum(ELEMENTS), {
    minItems: ELEMENTS.length,
    maxItems: ELEMENTS.length,
    uniqueItems: true,
    description: 'Order of the elements from top to bottom. Each element is named exactly once.',
  }),
});
export type StudioSettings = Static<typeof StudioSettings>;

/** [Resources] LiveEventDesign. `organization` is absent for personal Lives, which use the default design. */
export const Design = Type.Object({
  settings: StudioSettings,
  revision: Type.Integer({ minimum: 0, description: 'Increases with every change of the design.' }),
  organization: Type.Optional(Type.String({ description: 'Id of the organization. Absent for Lives of an account.' })),
});
export type Design = Static<typeof Design>;

/** [D22] */
export const ReplaceDesignBody = Strict({ settings: StudioSettings });

const { font, size, bold, align } = element.properties;
const look = {
  font: Nullable(font),
  size: Nullable(size),
  bold: Nullable(bold),
  align: Nullable(align, { description: 'Alignment of text, reference and translation.' }),
  background_image: Nullable(Type.String({ maxLength: 64 }), {
    description: 'Id of the image of the organization that is behind the text of a whole screen.',
  }),
};
/** Differences of a kind of content from the design. Null is as in the design. [D76] */
export const Look = Type.Object(look);
export type Look = ReadonlyFields<Static<typeof Look>>;
export const Looks = Type.Object({ verse: Look, song: Look, announcement: Look });
export type Looks = { readonly [Kind in keyof Static<typeof Looks>]: Look };

const LookBody = Type.Partial(Strict(look), { additionalProperties: false });
/** [D76] */
export const ReplaceLooksBody = Type.Partial(Strict({ verse: LookBody, song: LookBody, announcement: LookBody }), {
  additionalProperties: false,
});
export type LooksChange = Static<typeof ReplaceLooksBody>;

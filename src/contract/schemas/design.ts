import { type Static, Type } from 'typebox';
import {
  DESIGN_LINE_HEIGHT_MAX_PERCENT,
  DESIGN_LINE_HEIGHT_MIN_PERCENT,
  DESIGN_PADDING_MAX_PX,
  DESIGN_RADIUS_MAX_PX,
  DESIGN_SIZE_MAX_PX,
  DESIGN_SIZE_MIN_PX,
} from '../limits.ts';
import { PRESETS, TRANSITIONS } from './live.ts';
import { Enum, Nullable, Strict } from './shapes.ts';

const color = Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }));
const palette = Strict({ background: color, container: color, translation: color, reference: color, text: color });
const element = Strict({
  font: Enum(['serif', 'sans', 'mono']),
  size: Type.Integer({ minimum: DESIGN_SIZE_MIN_PX, maximum: DESIGN_SIZE_MAX_PX }),
  bold: Type.Boolean(),
  italic: Type.Boolean(),
  align: Enum(['left', 'center', 'right']),
  lineHeight: Type.Integer({ minimum: DESIGN_LINE_HEIGHT_MIN_PERCENT, maximum: DESIGN_LINE_HEIGHT_MAX_PERCENT }),
});
const pixels = (maximum: number) => Nullable(Type.Integer({ minimum: 0, maximum }));
const ELEMENTS = ['translation', 'reference', 'text'] as const;

/** [Resources] LiveStudioSettings with the bounds of [D22]: px on a canvas of 1920×1080, line heights in percent. */
export const StudioSettings = Strict({
  version: Type.Unsafe<1>({ type: 'integer', enum: [1] }),
  showLogo: Type.Boolean(),
  preset: Enum(PRESETS, { default: 'default' }),
  transition: Enum(TRANSITIONS, { default: 'none' }),
  controls: Strict({ theme: Type.Boolean(), fullscreen: Type.Boolean(), fontSize: Type.Boolean() }),
  palettes: Strict({ dark: palette, light: palette }),
  container: Strict({ radius: pixels(DESIGN_RADIUS_MAX_PX), padding: pixels(DESIGN_PADDING_MAX_PX), border: color }),
  elements: Strict({ translation: element, reference: element, text: element }),
  order: Type.Array(Enum(ELEMENTS), { minItems: ELEMENTS.length, maxItems: ELEMENTS.length, uniqueItems: true }),
});
export type StudioSettings = Static<typeof StudioSettings>;

/** [Resources] LiveEventDesign: `organization` is absent for personal Lives, which use the defaults. */
export const Design = Type.Object({
  settings: StudioSettings,
  revision: Type.Integer({ minimum: 0 }),
  organization: Type.Optional(Type.String()),
});
export type Design = Static<typeof Design>;

/** [D22] */
export const ReplaceDesignBody = Strict({ settings: StudioSettings });

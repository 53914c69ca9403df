import {
  DEFAULT_DESIGN_ELEMENTS,
  DEFAULT_DESIGN_ORDER,
  type ViewerDesign,
  type ViewerElement,
  type ViewerTheme,
} from '../../../src/contract/viewer.ts';
import { VIEWS, type ViewerView } from '../../../src/contract/viewer-views.ts';
import { toLegibleColor } from './color.ts';

/** Tokens of the preset that a design builds on (web/shared/tokens.css). */
export const PRESET_TOKENS = ['ground', 'plate', 'text', 'text-soft', 'accent'] as const;
export type PresetTokens = Record<(typeof PRESET_TOKENS)[number], string>;

/** Minimum contrast of small text and of marks. Colors that the design does not set are replaced below it. */
export const TEXT_CONTRAST = 7;
export const MARK_CONTRAST = 4.5;

/** Bounds of the factor by which a design scales the text of a reading page. */
const PAGE_RATIO_MIN = 0.8;
const PAGE_RATIO_MAX = 1.5;
/** Padding of text whose design sets a background or border but no padding, px on the canvas. */
const CONTAINER_PADDING = 48;

const FONTS: Record<ViewerElement['font'], string> = {
  serif: 'var(--font-scripture)',
  sans: 'var(--font-ui)',
  mono: 'var(--font-mono)',
};

/**
 * Returns a design as custom properties of the page [D22], [D45]. Contains only what differs from the design of
 * revision 0; each view styles the rest itself. Colors that the design leaves open are the preset's, unless they are
 * illegible on the chosen ones. The attribution is always legible.
 */
export function toDesignProperties(
  design: ViewerDesign,
  theme: ViewerTheme,
  view: ViewerView,
  preset: PresetTokens,
): Record<string, string> {
  return {
    ...toColors(design, theme, view, preset),
    ...toContainer(design, theme),
    ...(VIEWS[view].designedType && toType(design, view)),
  };
}

/** Returns whether text, reference and translation stand one below the other. By default the last two share a line. */
export const isStacked = ({ order, elements: { reference, translation } }: ViewerDesign): boolean =>
  order.join() !== DEFAULT_DESIGN_ORDER.join() || reference.align !== translation.align;

function toColors({ palettes }: ViewerDesign, theme: ViewerTheme, view: ViewerView, preset: PresetTokens) {
  const { background, container, ...inks } = palettes[theme];
  const ground = background ?? preset.ground;
  // Color directly behind the text.
  const surface = container ?? background ?? (VIEWS[view].surface === 'picture' ? preset.plate : ground);
  const soft = toLegibleColor(preset['text-soft'], surface, TEXT_CONTRAST);
  const accent = toLegibleColor(inks.reference ?? preset.accent, surface, MARK_CONTRAST);
  const text = inks.text ?? toLegibleColor(preset.text, surface, TEXT_CONTRAST);
  return {
    '--ground': ground,
    '--surface': surface,
    '--text': text,
    '--text-soft': soft,
    '--accent': accent,
    '--foot': toLegibleColor(preset['text-soft'], ground, TEXT_CONTRAST),
    '--reference-ink': inks.reference ?? accent,
    '--translation-ink': inks.translation ?? soft,
    ...(container && { '--container': container }),
    ...((container ?? background) && {
      '--plate-ground': surface,
      '--raised': `color-mix(in srgb, ${surface} 92%, ${text})`,
      '--line': `color-mix(in srgb, ${surface} 78%, ${text})`,
    }),
  };
}

function toContainer({ container: { radius, padding, border }, palettes }: ViewerDesign, theme: ViewerTheme) {
  const visible = border !== null || palettes[theme].container !== null;
  const space = padding ?? (visible ? CONTAINER_PADDING : null);
  return {
    ...(border && { '--border': `calc(2 * var(--canvas)) solid ${border}` }),
    ...(radius !== null && { '--radius': onCanvas(radius) }),
    ...(space !== null && { '--padding': onCanvas(space) }),
  };
}

function toType(design: ViewerDesign, view: ViewerView): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const name of DEFAULT_DESIGN_ORDER) {
    const { font, size, bold, italic, align, lineHeight } = design.elements[name];
    const defaults = DEFAULT_DESIGN_ELEMENTS[name];
    const setProperty = (property: string, value: string) => {
      properties[`--${name}-${property}`] = value;
    };
    if (font !== defaults.font) setProperty('font', FONTS[font]);
    if (bold) setProperty('weight', '700');
    if (italic) setProperty('style', 'italic');
    if (align !== defaults.align) setProperty('align', align);
    if (lineHeight !== defaults.lineHeight) setProperty('leading', String(lineHeight / defaults.lineHeight));
    if (size !== defaults.size) setProperty('ratio', String(toRatio(size / defaults.size, view)));
    if (isStacked(design)) setProperty('order', String(design.order.indexOf(name)));
  }
  // A hanging indent marks continuation lines only if the text starts at the edge of the column.
  const { align } = design.elements.text;
  if (align !== 'left') properties['--hang'] = '0px';
  if (align === 'center') properties['--hang-rtl'] = '0px';
  return properties;
}

const toRatio = (ratio: number, view: ViewerView): number =>
  VIEWS[view].surface === 'page' ? Math.min(PAGE_RATIO_MAX, Math.max(PAGE_RATIO_MIN, ratio)) : ratio;

const onCanvas = (pixels: number) => `calc(${pixels} * var(--canvas))`;

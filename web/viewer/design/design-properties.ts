import {
  DEFAULT_DESIGN_ELEMENTS,
  DEFAULT_DESIGN_ORDER,
  type ViewerDesign,
  type ViewerElement,
  type ViewerTheme,
} from '../../../src/contract/viewer.ts';
import { VIEWS, type ViewerView } from '../../../src/contract/viewer-views.ts';
import { toLegibleColor } from './color.ts';

/** Tokens of the preset that a design lies over (web/shared/tokens.css). */
export const PRESET_TOKENS = ['ground', 'plate', 'text', 'text-soft', 'accent'] as const;
export type PresetTokens = Record<(typeof PRESET_TOKENS)[number], string>;

/** Contrasts below which a colour that nobody has chosen gives way: of small text, and of a mark. */
const TEXT_CONTRAST = 7;
const MARK_CONTRAST = 4.5;

/** How much smaller and larger a design makes the text of a page at most. */
const PAGE_RATIO_MIN = 0.8;
const PAGE_RATIO_MAX = 1.5;
/** Space around text whose design gives it a colour or a border of its own and leaves the padding open, px on the canvas. */
const CONTAINER_PADDING = 48;

const FONTS: Record<ViewerElement['font'], string> = {
  serif: 'var(--font-scripture)',
  sans: 'var(--font-ui)',
  mono: 'var(--font-mono)',
};

/**
 * A design as custom properties of the page [D22], [D45]. Only what differs from the design of revision 0 is among them: each view
 * has its own look for the rest. Colours that the design leaves open are the preset's, as long as they can be read on what it has
 * chosen; the attribution can always be read.
 */
export function toDesignProperties(
  design: ViewerDesign,
  theme: ViewerTheme,
  view: ViewerView,
  preset: PresetTokens,
): Record<string, string> {
  return {
    ...toColours(design, theme, view, preset),
    ...toContainer(design, theme),
    ...(VIEWS[view].designedType && toType(design, view)),
  };
}

/** Whether text, reference and translation stand below one another. By default the last two share a line. */
export const isStacked = ({ order, elements: { reference, translation } }: ViewerDesign): boolean =>
  order.join() !== DEFAULT_DESIGN_ORDER.join() || reference.align !== translation.align;

function toColours({ palettes }: ViewerDesign, theme: ViewerTheme, view: ViewerView, preset: PresetTokens) {
  const { background, container, ...inks } = palettes[theme];
  const ground = background ?? preset.ground;
  // What text stands on.
  const surface = container ?? background ?? (VIEWS[view].surface === 'picture' ? preset.plate : ground);
  const soft = toLegibleColor(preset['text-soft'], surface, TEXT_CONTRAST);
  const accent = toLegibleColor(inks.reference ?? preset.accent, surface, MARK_CONTRAST);
  const text = inks.text ?? preset.text;
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
    const shipped = DEFAULT_DESIGN_ELEMENTS[name];
    const lay = (property: string, value: string) => {
      properties[`--${name}-${property}`] = value;
    };
    if (font !== shipped.font) lay('font', FONTS[font]);
    if (bold) lay('weight', '700');
    if (italic) lay('style', 'italic');
    if (align !== shipped.align) lay('align', align);
    if (lineHeight !== shipped.lineHeight) lay('leading', String(lineHeight / shipped.lineHeight));
    if (size !== shipped.size) lay('ratio', String(toRatio(size / shipped.size, view)));
    if (isStacked(design)) lay('order', String(design.order.indexOf(name)));
  }
  // Only what begins at the edge of the column shows that a line goes on.
  const { align } = design.elements.text;
  if (align !== 'left') properties['--hang'] = '0px';
  if (align === 'center') properties['--hang-rtl'] = '0px';
  return properties;
}

const toRatio = (ratio: number, view: ViewerView): number =>
  VIEWS[view].surface === 'page' ? Math.min(PAGE_RATIO_MAX, Math.max(PAGE_RATIO_MIN, ratio)) : ratio;

const onCanvas = (pixels: number) => `calc(${pixels} * var(--canvas))`;

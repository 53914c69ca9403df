import type { ViewerDesign, ViewerElement, ViewerTheme, ViewerView } from '../../src/contract/viewer.ts';
import { legible } from './colour.ts';

/** Tokens of the preset that a design lies over (web/shared/tokens.css). */
export const PRESET_TOKENS = ['ground', 'plate', 'text', 'text-soft', 'accent'] as const;
export type PresetTokens = Record<(typeof PRESET_TOKENS)[number], string>;

/** Contrasts below which a colour that nobody has chosen gives way: of small text, and of a mark. */
const TEXT_CONTRAST = 7;
const MARK_CONTRAST = 4.5;

/** Sizes of the default design, px on its canvas: in the reader a design is larger or smaller than that. [D22] */
const DEFAULT_SIZES = { text: 72, reference: 40, translation: 28 };
const READER_RATIO_MIN = 0.8;
const READER_RATIO_MAX = 1.5;

const FONTS: Record<ViewerElement['font'], string> = {
  serif: 'var(--font-scripture)',
  sans: 'var(--font-ui)',
  mono: 'var(--font-mono)',
};

/**
 * A design as custom properties of the page, for the rules under [data-designed] [D45]. Colours that it leaves open are the
 * preset's, as long as they can be read on what it has chosen; the attribution can always be read.
 */
export function toProperties(
  design: ViewerDesign,
  theme: ViewerTheme,
  view: ViewerView,
  preset: PresetTokens,
): Record<string, string> {
  const { background, container, ...inks } = design.palettes[theme];
  const ground = background ?? preset.ground;
  // What text stands on.
  const surface = container ?? background ?? (view === 'lower-third' ? preset.plate : ground);
  const soft = legible(preset['text-soft'], surface, TEXT_CONTRAST);
  const accent = legible(inks.reference ?? preset.accent, surface, MARK_CONTRAST);
  const text = inks.text ?? preset.text;
  const { radius, padding, border } = design.container;
  const properties: Record<string, string> = {
    '--ground': ground,
    '--surface': surface,
    '--container': container ?? 'transparent',
    '--plate': surface,
    '--text': text,
    '--text-soft': soft,
    '--accent': accent,
    '--foot': legible(preset['text-soft'], ground, TEXT_CONTRAST),
    '--reference-ink': inks.reference ?? accent,
    '--translation-ink': inks.translation ?? soft,
    ...(surface !== preset.ground && {
      '--raised': `color-mix(in srgb, ${surface} 92%, ${text})`,
      '--line': `color-mix(in srgb, ${surface} 78%, ${text})`,
    }),
    ...(border && { '--border': `calc(2 * var(--canvas)) solid ${border}` }),
    ...(radius !== null && { '--radius': onCanvas(radius) }),
    ...(padding !== null && { '--padding': onCanvas(padding) }),
  };
  for (const name of ['text', 'reference', 'translation'] as const) {
    const { font, size, bold, italic, align, lineHeight } = design.elements[name];
    const ratio = Math.min(READER_RATIO_MAX, Math.max(READER_RATIO_MIN, size / DEFAULT_SIZES[name]));
    const display = name === 'text' && font === 'serif' && (view === 'screen' || view === 'lower-third');
    Object.assign(properties, {
      [`--${name}-font`]: display ? 'var(--font-scripture-display)' : FONTS[font],
      [`--${name}-weight`]: bold ? '700' : '400',
      [`--${name}-style`]: italic ? 'italic' : 'normal',
      [`--${name}-align`]: align,
      [`--${name}-leading`]: String(lineHeight / 100),
      [`--${name}-size`]: onCanvas(size),
      [`--${name}-part`]: String(size / design.elements.text.size),
      [`--${name}-ratio`]: String(ratio),
      [`--${name}-order`]: String(design.order.indexOf(name)),
    });
  }
  // Only what begins at the edge of the column shows that a line goes on.
  if (design.elements.text.align !== 'left') properties['--hang'] = '0px';
  if (design.elements.text.align !== 'right') properties['--hang-rtl'] = '0px';
  return properties;
}

const onCanvas = (pixels: number) => `calc(${pixels} * var(--canvas))`;

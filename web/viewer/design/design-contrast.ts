import type { ViewerDesign, ViewerPreset, ViewerTheme } from '../../../src/contract/viewer.ts';
import type { ViewerView } from '../../../src/contract/viewer-views.ts';
import { contrastRatio } from './color.ts';
import { MARK_CONTRAST, TEXT_CONTRAST, toDesignProperties } from './design-properties.ts';
import { PRESET_COLORS } from './preset-colors.ts';

interface DesignContrast {
  readonly element: 'text' | 'reference' | 'translation';
  readonly color: string;
  /** Color directly behind the element. */
  readonly ground: string;
  readonly ratio: number;
  /** Minimum ratio (WCAG 2.2, level AA), and the one that the presets have. */
  readonly required: number;
  readonly aim: number;
}

/** Views that draw the texts in the same colors, and their contrast. */
interface ViewsContrast {
  readonly views: readonly ViewerView[];
  readonly contrast: readonly DesignContrast[];
}

const INKS = { text: '--text', reference: '--reference-ink', translation: '--translation-ink' } as const;

/**
 * Returns the contrast of each element of a design as a view draws it. `preset` is that of the viewer settings, if they
 * have one. The credit line is missing because viewers keep it legible on any ground.
 */
export function designContrast(
  design: ViewerDesign,
  theme: ViewerTheme,
  view: ViewerView,
  preset: ViewerPreset = design.preset,
): DesignContrast[] {
  const properties = toDesignProperties(design, theme, view, PRESET_COLORS[preset][theme]);
  const ground = properties['--surface']!;
  return Object.entries(INKS).map(([element, property]) => {
    const color = properties[property]!;
    return {
      element: element as DesignContrast['element'],
      color,
      ground,
      ratio: contrastRatio(color, ground),
      required: MARK_CONTRAST,
      aim: TEXT_CONTRAST,
    };
  });
}

/** Returns the contrast of each element of a design in all given views. Views with the same colors are together. */
export function groupContrast(
  views: readonly ViewerView[],
  design: ViewerDesign,
  theme: ViewerTheme,
  preset?: ViewerPreset,
): ViewsContrast[] {
  const each = views.map((view) => ({ view, contrast: designContrast(design, theme, view, preset) }));
  const groups = Map.groupBy(each, ({ contrast }) => JSON.stringify(contrast)).values();
  return Array.from(groups, (same) => ({ views: same.map(({ view }) => view), contrast: same[0]!.contrast }));
}

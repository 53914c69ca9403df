import '../styles/design.css';
import '../styles/italics.css';
import type { ViewerDesign, ViewerTheme } from '../../../src/contract/viewer.ts';
import { VIEWS, type ViewerView } from '../../../src/contract/viewer-views.ts';
import { isStacked, PRESET_TOKENS, type PresetTokens, toDesignProperties } from './design-properties.ts';

/** Sets the properties of the design on the root element, and removes those of the previous design. */
export function applyDesign(
  root: HTMLElement,
  design: ViewerDesign | null,
  theme: ViewerTheme,
  view: ViewerView,
): void {
  for (const name of [...root.style].filter((property) => property !== '--scale' && !property.startsWith('--output')))
    root.style.removeProperty(name);
  root.toggleAttribute('data-stacked', design !== null && VIEWS[view].designedType && isStacked(design));
  if (!design) return;
  const tokens = getComputedStyle(root);
  const preset = Object.fromEntries(
    PRESET_TOKENS.map((name) => [name, tokens.getPropertyValue(`--${name}`)]),
  ) as PresetTokens;
  for (const [name, value] of Object.entries(toDesignProperties(design, theme, view, preset))) {
    root.style.setProperty(name, value);
  }
}

import type { ViewerSettings } from './schemas/live.ts';
import { DEFAULT_DESIGN_ELEMENTS, DEFAULT_DESIGN_ORDER, type ViewerDesign } from './viewer.ts';

const palette = { background: null, container: null, translation: null, reference: null, text: null };

/** The design of a Live whose organization has none. Viewers render it the same as no design at all. [D22] */
export const DEFAULT_STUDIO_SETTINGS: ViewerDesign = {
  version: 1,
  showLogo: false,
  preset: 'default',
  transition: 'none',
  controls: { theme: true, fullscreen: true, fontSize: true },
  palettes: { dark: palette, light: palette },
  container: { radius: null, padding: null, border: null },
  elements: DEFAULT_DESIGN_ELEMENTS,
  order: DEFAULT_DESIGN_ORDER,
};

/** Viewer settings of a new Live. Its preset and transition are those of the design. [D21] */
export const DEFAULT_VIEWER_SETTINGS: ViewerSettings = { theme: 'dark', scale: 0, presentation: false };

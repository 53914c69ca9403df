import type { Design, StudioSettings } from '../../contract/schemas/design.ts';
import type { Owner } from '../../storage/storage.ts';

const palette = { background: null, container: null, translation: null, reference: null, text: null };
const element = { font: 'sans', bold: false, italic: false, align: 'center' } as const;

/** What a Live looks like where nobody has designed anything: all is left to the preset. */
export const DEFAULT_STUDIO_SETTINGS: StudioSettings = {
  version: 1,
  showLogo: false,
  preset: 'default',
  transition: 'none',
  controls: { theme: true, fullscreen: true, fontSize: true },
  palettes: { dark: palette, light: palette },
  container: { radius: null, padding: null, border: null },
  elements: {
    translation: { ...element, size: 28, lineHeight: 120 },
    reference: { ...element, size: 40, lineHeight: 120 },
    text: { ...element, font: 'serif', size: 72, lineHeight: 140 },
  },
  order: ['text', 'reference', 'translation'],
};

/** [Resources] LiveEventDesign of an owner's Lives; a personal account has no design of its own. */
export const toDesign = (owner: Owner): Design => ({
  settings: DEFAULT_STUDIO_SETTINGS,
  revision: 0,
  ...(owner.kind === 'organization' && { organization: owner.id }),
});

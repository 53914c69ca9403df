import {
  DEFAULT_TEXT_SIZE,
  VIEWER_SCALE_MAX,
  VIEWER_SCALE_MIN,
  VIEWER_SCALE_STEP,
  type ViewerAddress,
  type ViewerDesign,
  type ViewerSettings,
} from '../../../src/contract/viewer.ts';
import { VIEWS } from '../../../src/contract/viewer-views.ts';
import type { ViewerPreferences } from './viewer-preferences.ts';

const DEFAULTS = { theme: 'dark', scale: 0, preset: 'default', transition: 'none' } as const;

const ALL = { theme: true, fullscreen: true, fontSize: true };
const NONE = { theme: false, fullscreen: false, fontSize: false };

/**
 * How this viewer looks: the address wins over the viewer's own choice, that over the Live's settings, those over the
 * organization's design, and that over the default. [D45]
 */
export function resolveAppearance(
  address: ViewerAddress,
  settings?: ViewerSettings,
  design: ViewerDesign | null = null,
  choice: ViewerPreferences = {},
) {
  const { view } = address;
  const presentation = settings?.presentation ?? false;
  const steps = (settings?.scale ?? DEFAULTS.scale) + (choice.steps ?? 0);
  const scale = address.scale ?? Math.min(VIEWER_SCALE_MAX, Math.max(VIEWER_SCALE_MIN, steps));
  const textSize = design?.elements.text.size ?? DEFAULT_TEXT_SIZE;
  return {
    view,
    theme: address.theme ?? choice.theme ?? settings?.theme ?? DEFAULTS.theme,
    scale,
    /** How much larger a text is on a screen than it would be by itself, as far as it fits. [D21], [D22] */
    textScale: (VIEWER_SCALE_STEP ** scale * textSize) / DEFAULT_TEXT_SIZE,
    preset: settings?.preset ?? design?.preset ?? DEFAULTS.preset,
    transition: settings?.transition ?? design?.transition ?? DEFAULTS.transition,
    presentation,
    design,
    controls: presentation ? NONE : toControls(address, design),
  };
}

export type Appearance = ReturnType<typeof resolveAppearance>;

/** What a viewer may choose here. What the address has decided is not offered. */
function toControls({ view, theme, scale }: ViewerAddress, design: ViewerDesign | null): ViewerDesign['controls'] {
  if (!VIEWS[view].bar) return NONE;
  const offered = design?.controls ?? ALL;
  return {
    theme: offered.theme && theme === undefined,
    fullscreen: offered.fullscreen,
    fontSize: offered.fontSize && scale === undefined,
  };
}

export const offersControls = ({ controls }: Appearance): boolean => Object.values(controls).includes(true);

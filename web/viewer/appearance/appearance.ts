import { SCALE_MAX_STEPS, SCALE_MIN_STEPS } from '../../../src/contract/limits.ts';
import {
  DEFAULT_TEXT_SIZE,
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
 * Resolves the appearance of this viewer. In descending precedence: the address, the viewer's preferences, the Live's
 * settings, the organization's design, the defaults. [D45]
 */
export function resolveAppearance(
  address: ViewerAddress,
  settings?: ViewerSettings,
  design: ViewerDesign | null = null,
  preferences: ViewerPreferences = {},
) {
  const { view } = address;
  const presentation = settings?.presentation ?? false;
  const steps = (settings?.scale ?? DEFAULTS.scale) + (preferences.steps ?? 0);
  const scale = address.scale ?? Math.min(SCALE_MAX_STEPS, Math.max(SCALE_MIN_STEPS, steps));
  const textSize = design?.elements.text.size ?? DEFAULT_TEXT_SIZE;
  return {
    view,
    theme: address.theme ?? preferences.theme ?? settings?.theme ?? DEFAULTS.theme,
    scale,
    /** Factor for the size of text on a screen, as far as it fits. [D21], [D22] */
    textScale: (VIEWER_SCALE_STEP ** scale * textSize) / DEFAULT_TEXT_SIZE,
    preset: settings?.preset ?? design?.preset ?? DEFAULTS.preset,
    transition: settings?.transition ?? design?.transition ?? DEFAULTS.transition,
    presentation,
    design,
    controls: presentation ? NONE : toControls(address, design),
  };
}

export type Appearance = ReturnType<typeof resolveAppearance>;

/** Returns the controls to offer. Values that the address sets are not offered. */
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

import type { ViewerAddress, ViewerSettings } from '../../src/contract/viewer.ts';

const DEFAULTS = { theme: 'dark', scale: 0, preset: 'default', transition: 'fade' } as const;

/** How this viewer looks: the address wins over the Live's settings, those over the default [D45]. */
export function toLook(address: ViewerAddress, settings: ViewerSettings | undefined) {
  return {
    view: address.view,
    theme: address.theme ?? settings?.theme ?? DEFAULTS.theme,
    scale: address.scale ?? settings?.scale ?? DEFAULTS.scale,
    preset: settings?.preset ?? DEFAULTS.preset,
    transition: settings?.transition ?? DEFAULTS.transition,
    presentation: settings?.presentation ?? false,
  };
}

export type Look = ReturnType<typeof toLook>;

import type { ViewerPreset, ViewerTheme } from '../../../src/contract/viewer.ts';
import type { PresetTokens } from './design-properties.ts';

/** Colors of the presets, for code that judges a design without drawing it. They equal web/shared/tokens.css. */
export const PRESET_COLORS: Readonly<Record<ViewerPreset, Readonly<Record<ViewerTheme, PresetTokens>>>> = {
  default: {
    dark: { ground: '#13100d', plate: '#191512', text: '#f4ecdf', 'text-soft': '#c2b7a7', accent: '#d6b27a' },
    light: { ground: '#fbf8f2', plate: '#fffdf8', text: '#1e1913', 'text-soft': '#544b3f', accent: '#6f4a12' },
  },
  midnight: {
    dark: { ground: '#0a0d16', plate: '#10141f', text: '#eceff7', 'text-soft': '#b3bccf', accent: '#a5b9e8' },
    light: { ground: '#f5f7fb', plate: '#fbfcff', text: '#131a2b', 'text-soft': '#434c62', accent: '#2b4489' },
  },
  paper: {
    dark: { ground: '#211c15', plate: '#282219', text: '#f3e7cf', 'text-soft': '#cfc0a4', accent: '#dcb680' },
    light: { ground: '#f3ead6', plate: '#f8f1e0', text: '#251d11', 'text-soft': '#4e4330', accent: '#6a3c10' },
  },
  ocean: {
    dark: { ground: '#06171b', plate: '#0b1e23', text: '#e6f3f1', 'text-soft': '#a9c4c4', accent: '#86cfc4' },
    light: { ground: '#f1f8f7', plate: '#f9fdfc', text: '#0c2226', 'text-soft': '#34525a', accent: '#0b5757' },
  },
};

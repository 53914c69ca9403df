import { VIEWER_THEMES, type ViewerTheme } from '../../../src/contract/viewer.ts';

/** Choices of a viewer for this Live on this device. Absent values follow the Live. */
export interface ViewerPreferences {
  theme?: ViewerTheme;
  /** Font size steps relative to the Live's scale. */
  steps?: number;
}

/** Change of a preference: a theme, or the next larger or smaller size. */
export type PreferenceChange = { theme: ViewerTheme; step?: undefined } | { step: 1 | -1; theme?: undefined };

type PreferenceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the storage of preferences, or null if the browser blocks it. */
export function preferenceStorage(): PreferenceStorage | null {
  try {
    return localStorage;
  } catch {
    // Reading the property throws if storage is blocked; preferences then last until the page is closed.
    return null;
  }
}

/** Reads the preferences of a Live. Never throws: unreadable values are ignored. */
export function readPreferences(storage: PreferenceStorage | null, liveId: string): ViewerPreferences {
  const [theme, steps] = storage?.getItem(storageKey(liveId))?.split(' ') ?? [];
  const preferences: ViewerPreferences = {};
  const known = VIEWER_THEMES.find((name) => name === theme);
  if (known) preferences.theme = known;
  if (steps && /^-?\d{1,2}$/.test(steps)) preferences.steps = Number(steps);
  return preferences;
}

export function savePreferences(
  storage: PreferenceStorage | null,
  liveId: string,
  { theme, steps }: ViewerPreferences,
): void {
  try {
    if (theme || steps) storage?.setItem(storageKey(liveId), `${theme ?? '-'} ${steps ?? 0}`);
    else storage?.removeItem(storageKey(liveId));
  } catch {
    // The storage is full or read-only; the preferences last until the page is closed.
  }
}

const storageKey = (liveId: string) => `lectern-look ${liveId}`;

import { VIEWER_THEMES, type ViewerTheme } from '../../../src/contract/viewer.ts';

/** What a viewer has chosen for this Live on this device; what is absent is left to the Live. */
export interface ViewerPreferences {
  theme?: ViewerTheme;
  /** Font-size steps on top of the Live's own. */
  steps?: number;
}

/** What a viewer has just chosen: a theme, or the next larger or smaller size. */
export type PreferenceChange = { theme: ViewerTheme; step?: undefined } | { step: 1 | -1; theme?: undefined };

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where choices are kept; null where the browser keeps nothing for us. */
export function preferenceStorage(): Place | null {
  try {
    return localStorage;
  } catch {
    // Reading the property throws where the person has forbidden storage: then a choice holds until the page is closed.
    return null;
  }
}

/** Never fails: whatever cannot be read counts as no choice. */
export function readPreferences(place: Place | null, liveId: string): ViewerPreferences {
  const [theme, steps] = place?.getItem(keyOf(liveId))?.split(' ') ?? [];
  const choice: ViewerPreferences = {};
  const known = VIEWER_THEMES.find((name) => name === theme);
  if (known) choice.theme = known;
  if (steps && /^-?\d{1,2}$/.test(steps)) choice.steps = Number(steps);
  return choice;
}

export function savePreferences(place: Place | null, liveId: string, { theme, steps }: ViewerPreferences): void {
  try {
    if (theme || steps) place?.setItem(keyOf(liveId), `${theme ?? '-'} ${steps ?? 0}`);
    else place?.removeItem(keyOf(liveId));
  } catch {
    // The store is full or closed to writing: the choice holds until the page is closed.
  }
}

const keyOf = (liveId: string) => `lectern-look ${liveId}`;

import { CONTENTS, DEFAULT_CHOICES, type SceneChoice, type SceneChoices } from './obs-machine.ts';

/** Settings for OBS, which this browser keeps and sends to no server but OBS. */
export interface ObsSettings {
  /** Password of OBS, empty if it asks for none. Null: the console does not connect. */
  readonly password: string | null;
  readonly choices: SceneChoices;
}

const KEY = 'obs';
const STORED_MAX = 10_000;
export const PASSWORD_MAX = 200;
/** Longest name of a scene that is read. */
export const SCENE_MAX = 500;

const NO_SETTINGS: ObsSettings = { password: null, choices: DEFAULT_CHOICES };

/** Reads stored settings. What is damaged is as if it had not been stored. */
export function parseObsSettings(stored: string | null): ObsSettings {
  if (stored === null || stored.length > STORED_MAX) return NO_SETTINGS;
  try {
    const { password, choices } = JSON.parse(stored);
    const read = CONTENTS.map((content) => [content, toChoice(choices?.[content]) ?? DEFAULT_CHOICES[content]]);
    const isPassword = typeof password === 'string' && password.length <= PASSWORD_MAX;
    return { password: isPassword ? password : null, choices: Object.fromEntries(read) };
  } catch {
    return NO_SETTINGS;
  }
}

function toChoice(value: unknown): SceneChoice | null {
  if (value === 'keep' || value === 'back') return value;
  const scene = (value as { readonly scene?: unknown } | null | undefined)?.scene;
  return typeof scene === 'string' && scene.length <= SCENE_MAX ? { scene } : null;
}

export function readObsSettings(): ObsSettings {
  try {
    return parseObsSettings(localStorage.getItem(KEY));
  } catch {
    return NO_SETTINGS;
  }
}

export function keepObsSettings(settings: ObsSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The settings last until the page is closed.
  }
}

import { type ReadonlySignal, signal } from '@preact/signals';
import type { ConsolePage } from '../../../src/contract/console-page.ts';
import { LANGUAGE_COOKIE } from '../../../src/contract/console-page.ts';

/** Theme of the page; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Choices of a person for the pages in this browser. */
export interface Preferences {
  readonly theme: ReadonlySignal<Theme>;
  readonly language: string;
  setTheme(theme: Theme): void;
  /** Loads the page in another language. */
  setLanguage(code: string): void;
}

const THEME_KEY = 'theme';
const YEAR_SECONDS = 31_536_000;

export function openPreferences({ language }: Pick<ConsolePage, 'language'>): Preferences {
  const theme = signal(readTheme());
  applyTheme(theme.peek());
  return {
    theme,
    language,
    setTheme(next) {
      theme.value = next;
      applyTheme(next);
      try {
        localStorage.setItem(THEME_KEY, next);
      } catch {
        // The theme lasts until the page is closed.
      }
    },
    setLanguage(code) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context.
      document.cookie = `${LANGUAGE_COOKIE}=${code}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
      const address = new URL(location.href);
      address.searchParams.delete('lang');
      history.replaceState(null, '', address);
      location.reload();
    },
  };
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

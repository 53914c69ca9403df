import { INTERFACE_LANGUAGES, LANGUAGE_CODES } from '../../../src/locales/languages.ts';
import { useConsole } from '../state/console-context.ts';
import { THEMES } from '../state/preferences.ts';

/** Renders the switches for the theme and the language of the page. */
export function PreferenceSwitches() {
  const { preferences, strings } = useConsole();
  return (
    <div class="preferences">
      <fieldset>
        <legend>{strings.preferences.theme}</legend>
        {THEMES.map((theme) => (
          <button
            key={theme}
            type="button"
            aria-pressed={preferences.theme.value === theme}
            onClick={() => preferences.setTheme(theme)}
          >
            {strings.preferences.themes[theme]}
          </button>
        ))}
      </fieldset>
      <fieldset>
        <legend>{strings.preferences.language}</legend>
        {LANGUAGE_CODES.map((code) => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-pressed={preferences.language === code}
            onClick={() => preferences.setLanguage(code)}
          >
            {INTERFACE_LANGUAGES[code].name}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

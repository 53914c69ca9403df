import '../styles/controls.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SCALE_MAX_STEPS, SCALE_MIN_STEPS } from '../../../src/contract/limits.ts';
import type { ViewerStrings } from '../../../src/contract/viewer.ts';
import { watchPresence } from '../../shared/presence.ts';
import type { Appearance } from './appearance.ts';
import type { PreferenceChange } from './viewer-preferences.ts';

export { watchPresence };

/** Time for which the controls of a screen stay visible after the last movement, ms. */
const AWAKE_MS = 3_000;
const root = document.documentElement;

interface Props {
  appearance: Appearance;
  strings: ViewerStrings;
  choose: (chosen: PreferenceChange) => void;
}

/** Renders the viewer's controls [D45]: always visible in the reader; on a screen only while a person is present. */
export function Controls({ appearance: { controls, theme, scale }, strings, choose }: Props) {
  const fullScreen = useFullScreen();
  useEffect(() => watchPresence({ durationMs: AWAKE_MS }), []);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <fieldset class="controls" aria-label={strings.controls}>
      {controls.fontSize && (
        <>
          <Button label={strings.smaller} disabled={scale <= SCALE_MIN_STEPS} onClick={() => choose({ step: -1 })}>
            <path d="m4.5 17 4.5-11 4.5 11M6 13.5h6M16 12h5" />
          </Button>
          <Button label={strings.larger} disabled={scale >= SCALE_MAX_STEPS} onClick={() => choose({ step: 1 })}>
            <path d="m2.5 18 5.5-13 5.5 13M4.5 14h7M16 12h6M19 9v6" />
          </Button>
        </>
      )}
      {controls.theme && (
        <Button label={strings[other]} onClick={() => choose({ theme: other })}>
          {other === 'light' ? (
            <>
              <circle cx="12" cy="12" r="4" />
              <path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4" />
            </>
          ) : (
            <path d="M20 14.5A8.3 8.3 0 0 1 9.5 4a8.3 8.3 0 1 0 10.5 10.5" />
          )}
        </Button>
      )}
      {controls.fullscreen && fullScreen && (
        <Button
          label={fullScreen.isFullScreen ? strings.leaveFullScreen : strings.fullScreen}
          onClick={fullScreen.toggle}
        >
          <path
            d={fullScreen.isFullScreen ? 'M9 4v5H4m11-5v5h5M9 20v-5H4m11 5v-5h5' : 'M4 9V4h5m6 0h5v5M4 15v5h5m6 0h5v-5'}
          />
        </Button>
      )}
    </fieldset>
  );
}

interface ButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}

/** Renders a button that remains focusable while disabled, so that keyboard users keep their position. */
function Button({ label, disabled = false, onClick, children }: ButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={disabled || undefined}
      onClick={disabled ? undefined : onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}

/** Returns the full-screen state and toggle, or null if the browser does not support it, as on some phones. */
function useFullScreen() {
  const [isFullScreen, setIsFullScreen] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const update = () => setIsFullScreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  // Ignores refusals, which a browser can give at any time.
  const toggle = () =>
    void (isFullScreen ? document.exitFullscreen() : root.requestFullscreen()).catch(() => undefined);
  return document.fullscreenEnabled ? { isFullScreen, toggle } : null;
}

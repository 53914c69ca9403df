import '../styles/controls.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ViewerStrings } from '../../../src/contract/viewer.ts';
import { VIEWER_SCALE_MAX, VIEWER_SCALE_MIN } from '../../../src/contract/viewer.ts';
import { watchPresence } from '../../shared/presence.ts';
import type { Appearance } from './appearance.ts';
import type { PreferenceChange } from './viewer-preferences.ts';

export { watchPresence };

/** How long the controls of a screen stay after the last move. */
const AWAKE_MS = 3_000;
const root = document.documentElement;

interface Props {
  look: Appearance;
  strings: ViewerStrings;
  choose: (chosen: PreferenceChange) => void;
}

/** The viewer's own choices [D45]: small and quiet in the reader; on a screen only while somebody is at it. */
export function Controls({ look: { controls, theme, scale }, strings, choose }: Props) {
  const full = useFullScreen();
  useEffect(() => watchPresence({ lastsMs: AWAKE_MS }), []);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <fieldset class="controls" aria-label={strings.controls}>
      {controls.fontSize && (
        <>
          <Button label={strings.smaller} disabled={scale <= VIEWER_SCALE_MIN} onClick={() => choose({ step: -1 })}>
            <path d="m4.5 17 4.5-11 4.5 11M6 13.5h6M16 12h5" />
          </Button>
          <Button label={strings.larger} disabled={scale >= VIEWER_SCALE_MAX} onClick={() => choose({ step: 1 })}>
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
      {controls.fullscreen && full && (
        <Button label={full.is ? strings.leaveFullScreen : strings.fullScreen} onClick={full.toggle}>
          <path d={full.is ? 'M9 4v5H4m11-5v5h5M9 20v-5H4m11 5v-5h5' : 'M4 9V4h5m6 0h5v5M4 15v5h5m6 0h5v-5'} />
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

/** Does nothing while disabled, and can be focused all the same: who came by key does not lose their place. */
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

/** Null where the browser has no full screen for pages, as on some phones. */
function useFullScreen() {
  const [is, setIs] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const look = () => setIs(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  // A browser may refuse at any time; then everything stays as it is.
  const toggle = () => void (is ? document.exitFullscreen() : root.requestFullscreen()).catch(() => undefined);
  return document.fullscreenEnabled ? { is, toggle } : null;
}

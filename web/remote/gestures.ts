import type { Remote } from './remote.ts';

/** Minimum horizontal distance of a swipe in px, and its minimum ratio to the vertical distance. */
const SWIPE_MIN_PX = 48;
const SWIPE_RATIO = 1.5;

const KEYS: Readonly<Record<string, (remote: Remote) => void>> = {
  ArrowRight: (remote) => remote.step(1),
  PageDown: (remote) => remote.step(1),
  ' ': (remote) => remote.step(1),
  ArrowLeft: (remote) => remote.step(-1),
  PageUp: (remote) => remote.step(-1),
  '.': (remote) => remote.hide(),
};

/** Binds the keys of keyboards and presentation clickers. Acts once per key press and ignores repeats. */
export function bindKeys(remote: Remote): void {
  const actOf = ({ key, ctrlKey, altKey, metaKey, isComposing, target }: KeyboardEvent) => {
    if (ctrlKey || altKey || metaKey || isComposing) return undefined;
    // Space presses the button that has the keyboard focus.
    return key === ' ' && target instanceof HTMLButtonElement ? undefined : KEYS[key];
  };
  addEventListener('keydown', (event) => {
    const act = actOf(event);
    if (!act) return;
    event.preventDefault();
    if (!event.repeat) act(remote);
  });
}

/** Binds swipes: to the left goes forward, as in a book. */
export function bindSwipes(area: HTMLElement, remote: Remote): void {
  let start: Touch | null = null;
  area.addEventListener(
    'touchstart',
    ({ touches }) => {
      start = touches.length === 1 ? touches[0]! : null;
    },
    { passive: true },
  );
  area.addEventListener('touchend', ({ changedTouches, touches }) => {
    const end = changedTouches[0];
    if (!start || !end || touches.length > 0) return;
    const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = null;
    if (Math.abs(x) >= SWIPE_MIN_PX && Math.abs(x) > SWIPE_RATIO * Math.abs(y)) remote.step(x < 0 ? 1 : -1);
  });
  area.addEventListener('touchcancel', () => {
    start = null;
  });
}

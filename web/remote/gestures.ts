import type { Remote } from './remote.ts';

/** How far a finger goes sideways at least, px, and how much farther than up or down. */
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

/** Keys and clickers: acts when a key goes down, once. */
export function bindKeys(remote: Remote): void {
  const actOf = ({ key, ctrlKey, altKey, metaKey, isComposing, target }: KeyboardEvent) => {
    if (ctrlKey || altKey || metaKey || isComposing) return undefined;
    // The space bar presses a button that was chosen by the keyboard.
    return key === ' ' && target instanceof HTMLButtonElement ? undefined : KEYS[key];
  };
  addEventListener('keydown', (event) => {
    const act = actOf(event);
    if (!act) return;
    event.preventDefault();
    if (!event.repeat) act(remote);
  });
}

/** A finger that goes to the left turns the page, as in a book. */
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

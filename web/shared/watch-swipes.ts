/** Minimum horizontal distance of a swipe in px, and its minimum ratio to the vertical distance. */
const SWIPE_MIN_PX = 48;
const SWIPE_RATIO = 1.5;

/**
 * Calls `onSwipe` with 1 for a swipe to the left, which goes forward as in a book, and with −1 for one to the right.
 * Ignores touches with several fingers. Returns a function that stops watching.
 */
export function watchSwipes(area: HTMLElement, onSwipe: (by: 1 | -1) => void): () => void {
  let start: Touch | null = null;
  const onStart = ({ touches }: TouchEvent) => {
    start = touches.length === 1 ? touches[0]! : null;
  };
  const onEnd = ({ changedTouches, touches }: TouchEvent) => {
    const end = changedTouches[0];
    if (!start || !end || touches.length > 0) return;
    const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = null;
    if (Math.abs(x) >= SWIPE_MIN_PX && Math.abs(x) > SWIPE_RATIO * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
  };
  const onCancel = () => {
    start = null;
  };
  area.addEventListener('touchstart', onStart, { passive: true });
  area.addEventListener('touchend', onEnd);
  area.addEventListener('touchcancel', onCancel);
  return () => {
    area.removeEventListener('touchstart', onStart);
    area.removeEventListener('touchend', onEnd);
    area.removeEventListener('touchcancel', onCancel);
  };
}

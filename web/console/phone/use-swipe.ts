import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Minimum horizontal distance of a swipe in px, and its minimum ratio to the vertical distance. */
const SWIPE_MIN_PX = 48;
const SWIPE_RATIO = 1.5;

/**
 * Calls `onSwipe` with 1 for a swipe to the left and −1 for one to the right within the element. Ignores touches with
 * several fingers.
 */
export function useSwipe(onSwipe: (by: 1 | -1) => unknown): RefObject<HTMLDivElement> {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(onSwipe);
  latest.current = onSwipe;
  useEffect(() => {
    const area = element.current!;
    let start: Touch | null = null;
    const begin = ({ touches }: TouchEvent) => {
      start = touches.length === 1 ? touches[0]! : null;
    };
    const end = ({ changedTouches, touches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!start || !finger || touches.length > 0) return;
      const [x, y] = [finger.clientX - start.clientX, finger.clientY - start.clientY];
      start = null;
      if (Math.abs(x) >= SWIPE_MIN_PX && Math.abs(x) > SWIPE_RATIO * Math.abs(y)) latest.current(x < 0 ? 1 : -1);
    };
    const cancel = () => {
      start = null;
    };
    area.addEventListener('touchstart', begin, { passive: true });
    area.addEventListener('touchend', end);
    area.addEventListener('touchcancel', cancel);
    return () => {
      area.removeEventListener('touchstart', begin);
      area.removeEventListener('touchend', end);
      area.removeEventListener('touchcancel', cancel);
    };
  }, []);
  return element as RefObject<HTMLDivElement>;
}

import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { watchSwipes } from '../../shared/watch-swipes.ts';

/** Calls `onSwipe` for swipes within the element of the returned ref; see `watchSwipes`. */
export function useSwipe(onSwipe: (by: 1 | -1) => unknown): RefObject<HTMLDivElement> {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(onSwipe);
  latest.current = onSwipe;
  useEffect(() => watchSwipes(element.current!, (by) => void latest.current(by)), []);
  return element as RefObject<HTMLDivElement>;
}

import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Appearance } from '../appearance/appearance.ts';

/** Time after manual scrolling during which the page does not scroll by itself. */
const MANUAL_SCROLL_MS = 8_000;
/** Time for which momentum scrolling continues after a touch. */
const MOMENTUM_MS = 1_000;
const SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
const SCROLL_KEY = /^(Arrow|Page|Home|End)/;

/** Returns whether an input scrolls the page. Taps and other keys do not; a press on the scroll bar does. */
const scrolls = (event: Event): boolean =>
  event instanceof KeyboardEvent
    ? SCROLL_KEY.test(event.key) || (event.key === ' ' && event.target === document.body)
    : !(event instanceof PointerEvent) || event.clientX >= document.documentElement.clientWidth;

/** Position that is shown: an item, and its part if it is split. */
interface Position {
  readonly id: string | null;
  readonly part: number;
}

/**
 * Keeps the focused verse in view: scrolls to it when the focus moves, unless the person just scrolled by hand, and
 * when a change of appearance or window size moves it out of view. `away` is true when the person has scrolled away;
 * `backToNow` scrolls back.
 */
export function useFollowFocus(
  column: RefObject<HTMLElement | null>,
  { id, part }: Position,
  showing: boolean,
  items: readonly unknown[],
  { scale, design }: Appearance,
) {
  // Later parts of a long verse are positions of their own.
  const focus = id === null || part === 0 ? id : `${id} ${part}`;
  const findVerse = () => findPosition(column.current, { id, part });
  const scrolledAt = useRef(0);
  const followed = useRef<string | null>(null);
  /** Focused verse that was in view. */
  const lastInView = useRef<string | null>(null);
  const [scrolledByHand, setScrolledByHand] = useState(false);
  const [inView, setInView] = useState(true);

  useEffect(() => {
    const onScrollInput = (event: Event) => {
      if (!scrolls(event)) return;
      scrolledAt.current = Date.now();
      setScrolledByHand(true);
    };
    const momentum = () => {
      if (Date.now() - scrolledAt.current < MOMENTUM_MS) scrolledAt.current = Date.now();
    };
    for (const type of SCROLL_EVENTS) addEventListener(type, onScrollInput, { passive: true });
    addEventListener('scroll', momentum, { passive: true });
    return () => {
      for (const type of SCROLL_EVENTS) removeEventListener(type, onScrollInput);
      removeEventListener('scroll', momentum);
    };
  }, []);

  const scrollToNow = (behavior: ScrollBehavior) => {
    const verse = findVerse();
    if (!verse) return;
    const distance = Math.abs(verse.getBoundingClientRect().top);
    // Jumps over long distances instead of scrolling text past the reader.
    const still = distance > innerHeight * 3 || matchMedia('(prefers-reduced-motion: reduce)').matches;
    verse.scrollIntoView({ block: 'start', behavior: still ? 'instant' : behavior });
    setScrolledByHand(false);
    setInView(true);
    lastInView.current = focus;
  };

  useLayoutEffect(() => {
    if (!showing) {
      followed.current = null;
      return;
    }
    if (followed.current === focus) return;
    const isFirst = followed.current === null;
    followed.current = focus;
    if (isFirst) scrollToNow('instant');
    else if (Date.now() - scrolledAt.current >= MANUAL_SCROLL_MS) scrollToNow('smooth');
  }, [focus, showing]);

  const keepInView = () => {
    const box = findVerse()?.getBoundingClientRect();
    const movedOut = box && (box.top < 0 || box.bottom > innerHeight);
    if (showing && lastInView.current === focus && movedOut) scrollToNow('instant');
  };

  useLayoutEffect(keepInView, [scale, design]);

  useEffect(() => {
    // Browser bars on phones appear and disappear while scrolling, which resizes the window.
    const onResize = () => Date.now() - scrolledAt.current >= MOMENTUM_MS && keepInView();
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  });

  useEffect(() => {
    const verse = findVerse();
    if (!verse) return setInView(true);
    const observer = new IntersectionObserver(([entry]) => {
      setInView(entry!.isIntersecting);
      lastInView.current = entry!.isIntersecting ? focus : null;
    });
    observer.observe(verse);
    return () => observer.disconnect();
  }, [focus, items]);

  return {
    away: scrolledByHand && !inView,
    backToNow: () => {
      scrolledAt.current = 0;
      scrollToNow('smooth');
      // The button disappears; moves the focus to the verse, so that keyboard users continue from there.
      const verse = findVerse();
      verse?.setAttribute('tabindex', '-1');
      verse?.focus({ preventScroll: true });
    },
  };
}

function findPosition(column: HTMLElement | null, { id, part }: Position): HTMLElement | null {
  const verse = id === null ? null : column?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  return (part > 0 && verse?.querySelector<HTMLElement>('.part')) || verse || null;
}

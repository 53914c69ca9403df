import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Appearance } from '../look/appearance.ts';

/** For this long after somebody scrolled by hand, the page is theirs. */
const HAND_MS = 8_000;
/** A finger's throw goes on scrolling for about this long after the finger left. */
const MOMENTUM_MS = 1_000;
const HAND_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
const SCROLL_KEY = /^(Arrow|Page|Home|End)/;

/** A tap, or a key that writes or presses a button, scrolls nothing; the bar at the side does. */
const scrolls = (event: Event): boolean =>
  event instanceof KeyboardEvent
    ? SCROLL_KEY.test(event.key) || (event.key === ' ' && event.target === document.body)
    : !(event instanceof PointerEvent) || event.clientX >= document.documentElement.clientWidth;

/** What is shown now: an item, and which part of it where it is split. */
interface Place {
  readonly id: string | null;
  readonly part: number;
}

/**
 * Keeps the focused verse in sight: scrolls to it when the focus moves, unless somebody just scrolled by hand, and when another
 * `look` or window carries it off. `away` tells that they scrolled off and `backToNow` brings them back.
 */
export function useFollowFocus(
  column: RefObject<HTMLElement | null>,
  { id, part }: Place,
  showing: boolean,
  items: readonly unknown[],
  { scale, design }: Appearance,
) {
  // A later part of a long verse is another place.
  const focus = id === null || part === 0 ? id : `${id} ${part}`;
  const find = () => findPlace(column.current, { id, part });
  const handAt = useRef(0);
  const followed = useRef<string | null>(null);
  /** The verse that had the focus and was in sight. */
  const sighted = useRef<string | null>(null);
  const [byHand, setByHand] = useState(false);
  const [inSight, setInSight] = useState(true);

  useEffect(() => {
    const hand = (event: Event) => {
      if (!scrolls(event)) return;
      handAt.current = Date.now();
      setByHand(true);
    };
    const momentum = () => {
      if (Date.now() - handAt.current < MOMENTUM_MS) handAt.current = Date.now();
    };
    for (const type of HAND_EVENTS) addEventListener(type, hand, { passive: true });
    addEventListener('scroll', momentum, { passive: true });
    return () => {
      for (const type of HAND_EVENTS) removeEventListener(type, hand);
      removeEventListener('scroll', momentum);
    };
  }, []);

  const scrollToNow = (behavior: ScrollBehavior) => {
    const verse = find();
    if (!verse) return;
    const distance = Math.abs(verse.getBoundingClientRect().top);
    // A long way is not travelled but jumped; text that rushes past helps nobody.
    const still = distance > innerHeight * 3 || matchMedia('(prefers-reduced-motion: reduce)').matches;
    verse.scrollIntoView({ block: 'start', behavior: still ? 'instant' : behavior });
    setByHand(false);
    setInSight(true);
    sighted.current = focus;
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
    else if (Date.now() - handAt.current >= HAND_MS) scrollToNow('smooth');
  }, [focus, showing]);

  const keep = () => {
    const box = find()?.getBoundingClientRect();
    const carriedOff = box && (box.top < 0 || box.bottom > innerHeight);
    if (showing && sighted.current === focus && carriedOff) scrollToNow('instant');
  };

  useLayoutEffect(keep, [scale, design]);

  useEffect(() => {
    // The bars of a phone's browser come and go as one scrolls.
    const resized = () => Date.now() - handAt.current >= MOMENTUM_MS && keep();
    addEventListener('resize', resized);
    return () => removeEventListener('resize', resized);
  });

  useEffect(() => {
    const verse = find();
    if (!verse) return setInSight(true);
    const observer = new IntersectionObserver(([entry]) => {
      setInSight(entry!.isIntersecting);
      sighted.current = entry!.isIntersecting ? focus : null;
    });
    observer.observe(verse);
    return () => observer.disconnect();
  }, [focus, items]);

  return {
    away: byHand && !inSight,
    backToNow: () => {
      handAt.current = 0;
      scrollToNow('smooth');
      // The button goes away, and whoever came by key goes on from here.
      const verse = find();
      verse?.setAttribute('tabindex', '-1');
      verse?.focus({ preventScroll: true });
    },
  };
}

function findPlace(column: HTMLElement | null, { id, part }: Place): HTMLElement | null {
  const verse = id === null ? null : column?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  return (part > 0 && verse?.querySelector<HTMLElement>('.part')) || verse || null;
}

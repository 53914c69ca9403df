import { useEffect, useState } from 'preact/hooks';

/** Returns the current time in ms, and renders again at each full interval; with null, never. */
export function useNow(everyMs: number | null): number {
  const [ticks, setTicks] = useState(0);
  const now = Date.now();
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setTimeout(() => setTicks(ticks + 1), everyMs - (Date.now() % everyMs) + 20);
    return () => clearTimeout(timer);
  }, [ticks, everyMs]);
  return now;
}

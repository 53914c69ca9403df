import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';
import { formatTimeOfDay } from '../state/format-time-of-day.ts';

/** Renders the time of day. */
export function StatusClock() {
  const { page } = useConsole();
  const now = useSignal(new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = new Date();
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  const time = formatTimeOfDay(now.value, page.language);
  return <time class="clock">{time}</time>;
}

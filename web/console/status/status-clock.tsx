import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { formatTimeOfDay } from '../../ui/format-time-of-day.ts';
import { useConsole } from '../state/console-context.ts';

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

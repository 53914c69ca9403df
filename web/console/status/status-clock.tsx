import { formatTimeOfDay } from '../../ui/format-time-of-day.ts';
import { useConsole } from '../state/console-context.ts';
import { useMinute } from './use-minute.ts';

/** Renders the time of day. */
export function StatusClock() {
  const { page } = useConsole();
  return <time class="clock">{formatTimeOfDay(useMinute(), page.language)}</time>;
}

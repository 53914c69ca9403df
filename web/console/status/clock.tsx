import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';

/** The time of day. */
export function Clock() {
  const { page } = useConsole();
  const now = useSignal(new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = new Date();
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  const time = now.value.toLocaleTimeString(page.language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return <time class="clock">{time}</time>;
}

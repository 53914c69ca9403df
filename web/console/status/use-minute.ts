import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const MINUTE_MS = 60_000;

/** Returns the present minute, and renders again when the next one begins. */
export function useMinute(): Date {
  const minute = useSignal(Math.floor(Date.now() / MINUTE_MS));
  useEffect(() => {
    const timer = setInterval(() => {
      minute.value = Math.floor(Date.now() / MINUTE_MS);
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  return new Date(minute.value * MINUTE_MS);
}

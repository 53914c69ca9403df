import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';

/** Renders the number of seconds since the server last responded. */
export function OfflineBand() {
  const { live, strings } = useConsole();
  const { value: connection } = live.connection;
  const now = useSignal(Date.now());
  const isLost = connection.state === 'lost';
  useEffect(() => {
    if (!isLost) return;
    const tick = () => {
      now.value = Date.now();
    };
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [isLost]);
  if (connection.state !== 'lost') return null;
  const seconds = Math.max(0, Math.round((now.value - connection.since) / 1_000));
  return <span class="offline-for">{strings.status.seconds(seconds)}</span>;
}

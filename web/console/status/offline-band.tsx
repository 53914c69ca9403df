import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useConsole } from '../state/console-context.ts';

/** Since how many seconds the server has not answered. */
export function OfflineBand() {
  const { live, words } = useConsole();
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
  return <span class="offline-for">{words.status.seconds(seconds)}</span>;
}

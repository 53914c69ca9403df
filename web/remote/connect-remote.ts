import { REMOTE_HEARTBEAT_SECONDS } from '../../src/contract/limits.ts';
import type { RemoteEndReason, RemoteState } from '../../src/contract/remote.ts';
import { backoffMs } from '../viewer/stream/backoff.ts';

/** Without any sign of life for so long there is no connection, whatever the browser thinks. */
const SILENCE_MAX_MS = REMOTE_HEARTBEAT_SECONDS * 1_600;
const TICK_MS = 1_000;

interface Listener {
  /** What is shown now; `fresh`: the first of a connection. */
  onState(state: RemoteState, fresh: boolean): void;
  /** Seconds since the last contact; null: there is a connection, and the state is current. */
  onLost(seconds: number | null): void;
  onEnd(why: RemoteEndReason): void;
}

/** Keeps a stream of the link open, and tells when there is none. `path` is that of the page. */
export function connectRemote(path: string, { onState, onLost, onEnd }: Listener): void {
  let source: EventSource | null = null;
  let current = false;
  let contactMs = Date.now();
  let attempt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let over = false;

  const tell = () => onLost(current ? null : Math.round((Date.now() - contactMs) / 1_000));
  const lose = () => {
    source?.close();
    source = null;
    current = false;
    if (over) return;
    tell();
    clearTimeout(retry);
    retry = setTimeout(tryAgain, backoffMs(attempt++, Math.random()));
  };
  /** The page says what a stream cannot: that the link has ended, or is not this browser's. */
  const tryAgain = async () => {
    const status = await fetch(path, { headers: { accept: 'text/html' }, cache: 'no-store' }).then(
      (response) => response.status,
      () => null,
    );
    if (status === 403 || status === 404) return location.reload();
    if (status === 200) open();
    else lose();
  };
  const hear = () => {
    contactMs = Date.now();
  };
  const open = () => {
    if (source || over) return;
    source = new EventSource(`${path}/stream`);
    source.addEventListener('error', lose);
    source.addEventListener('beat', hear);
    source.addEventListener('state', ({ data }) => {
      hear();
      const fresh = !current;
      current = true;
      attempt = 0;
      onState(JSON.parse(data), fresh);
      tell();
    });
    source.addEventListener('ended', ({ data }) => {
      over = true;
      source?.close();
      onEnd(JSON.parse(data));
    });
  };
  /** After a sleep the timers come late: nothing counts as current before it is known again. */
  const check = () => {
    if (over) return;
    if (current && Date.now() - contactMs > SILENCE_MAX_MS) lose();
    else if (!current) tell();
  };

  setInterval(check, TICK_MS);
  document.addEventListener('visibilitychange', check);
  addEventListener('pageshow', check);
  addEventListener('offline', lose);
  addEventListener('online', () => {
    if (source || over) return;
    attempt = 0;
    clearTimeout(retry);
    void tryAgain();
  });
  open();
}

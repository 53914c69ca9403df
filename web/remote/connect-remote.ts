import { REMOTE_HEARTBEAT_SECONDS } from '../../src/contract/limits.ts';
import type { RemoteEndReason, RemoteState } from '../../src/contract/remote.ts';
import { backoffMs } from '../viewer/stream/backoff.ts';

/** Silence after which the connection counts as lost, even if the browser reports it open. */
const SILENCE_MAX_MS = REMOTE_HEARTBEAT_SECONDS * 1_600;
const TICK_MS = 1_000;

interface RemoteHandlers {
  /** Receives the current state. `fresh`: the first state of a connection. */
  onState(state: RemoteState, fresh: boolean): void;
  /** Receives the seconds since the last contact; null while connected and current. */
  onLost(seconds: number | null): void;
  onEnd(reason: RemoteEndReason): void;
}

/** Keeps the event stream of a remote link open and reports when it is lost. `path` is the page's path. */
export function connectRemote(path: string, { onState, onLost, onEnd }: RemoteHandlers): void {
  let source: EventSource | null = null;
  let current = false;
  let contactMs = Date.now();
  let attempt = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const reportContact = () => onLost(current ? null : Math.round((Date.now() - contactMs) / 1_000));
  const disconnect = () => {
    source?.close();
    source = null;
    current = false;
    if (ended) return;
    reportContact();
    clearTimeout(retry);
    retry = setTimeout(reconnect, backoffMs(attempt++, Math.random()));
  };
  /**
   * Requests the page. Its status reveals what a stream cannot: that the link has ended or is used by another browser.
   */
  const reconnect = async () => {
    const status = await fetch(path, { headers: { accept: 'text/html' }, cache: 'no-store' }).then(
      (response) => response.status,
      () => null,
    );
    if (status === 403 || status === 404) return location.reload();
    if (status === 200) open();
    else disconnect();
  };
  const recordContact = () => {
    contactMs = Date.now();
  };
  const open = () => {
    if (source || ended) return;
    source = new EventSource(`${path}/stream`);
    source.addEventListener('error', disconnect);
    source.addEventListener('beat', recordContact);
    source.addEventListener('state', ({ data }) => {
      recordContact();
      const fresh = !current;
      current = true;
      attempt = 0;
      onState(JSON.parse(data), fresh);
      reportContact();
    });
    source.addEventListener('ended', ({ data }) => {
      ended = true;
      source?.close();
      onEnd(JSON.parse(data));
    });
  };
  /** Checks for silence. Timers fire late after the device slept, so the state must not count as current. */
  const check = () => {
    if (ended) return;
    if (current && Date.now() - contactMs > SILENCE_MAX_MS) disconnect();
    else if (!current) reportContact();
  };

  setInterval(check, TICK_MS);
  document.addEventListener('visibilitychange', check);
  addEventListener('pageshow', check);
  addEventListener('offline', disconnect);
  addEventListener('online', () => {
    if (source || ended) return;
    attempt = 0;
    clearTimeout(retry);
    void reconnect();
  });
  open();
}

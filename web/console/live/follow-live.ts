import { LecternProblem, type LiveNow, watchLive } from '../../../clients/typescript/src/index.ts';
import type { Session } from '../../session/session.ts';
import type { Connection } from './connection.ts';

/** Interval between heartbeat requests while connected. */
const HEARTBEAT_MS = 3_000;
/** Interval between heartbeat requests while the server does not respond. */
const LOST_HEARTBEAT_MS = 1_000;
/** Timer delay from which the machine is assumed to have slept. */
const SLEEP_DETECTION_MS = 5_000;

export interface FollowLiveOptions {
  readonly session: Session;
  readonly liveId: string;
  readonly onNow: (now: LiveNow) => void;
  readonly onConnection: (connection: Connection) => void;
  /** Called when the Live was deleted or the person can no longer access it. */
  readonly onGone: () => void;
}

export interface LiveFollower {
  /** Requests the state now and blocks actions until the response arrives. */
  check(): void;
  close(): void;
}

/**
 * Follows a Live by long polling, and also requests the state every few seconds: a pending long poll does not
 * distinguish an idle server from a dead one.
 */
export function followLive({ session, liveId, onNow, onConnection, onGone }: FollowLiveOptions): LiveFollower {
  let watch = startWatch();
  let timer: ReturnType<typeof setTimeout>;
  let heartbeatAt = Date.now();
  let lostAt: number | null = null;
  let checking = true;
  let closed = false;
  let isRequesting = false;

  function startWatch() {
    const states = watchLive({ baseUrl: location.origin, token: 'none', fetch: session.send, liveId, view: 'now' });
    void (async () => {
      try {
        for await (const { now } of states) {
          onNow(now);
          markCurrent();
        }
      } catch (error) {
        handleError(error);
      }
    })();
    return states;
  }

  function handleError(error: unknown): void {
    if (closed) return;
    if (!(error instanceof LecternProblem && (error.status === 403 || error.status === 404))) return;
    close();
    onGone();
  }

  /** Handles a response that contains the state. */
  function markCurrent(): void {
    if (closed || (lostAt === null && !checking)) return;
    lostAt = null;
    checking = false;
    onConnection({ state: 'current' });
  }

  async function sendHeartbeat(): Promise<void> {
    clearTimeout(timer);
    if (isRequesting) return;
    isRequesting = true;
    const slept = Date.now() - heartbeatAt > HEARTBEAT_MS + SLEEP_DETECTION_MS;
    if (slept) markChecking();
    heartbeatAt = Date.now();
    const wasLost = lostAt !== null;
    try {
      const params = { path: { live_id: liveId } };
      const signal = AbortSignal.timeout(HEARTBEAT_MS * 2);
      const { data } = await session.client.GET('/v1/lives/{live_id}/now', { params, signal });
      onNow(data);
      markCurrent();
      // Restarts the watch: its retry delay has grown, and a new one polls at once.
      if (wasLost || slept) {
        void watch.return();
        watch = startWatch();
      }
    } catch (error) {
      handleError(error);
      // Even an error response proves the server is alive, but it does not contain the state.
      if (!closed && lostAt === null) {
        lostAt = Date.now();
        onConnection({ state: 'lost', since: lostAt });
      }
    }
    heartbeatAt = Date.now();
    isRequesting = false;
    if (!closed) timer = setTimeout(sendHeartbeat, lostAt === null ? HEARTBEAT_MS : LOST_HEARTBEAT_MS);
  }

  function markChecking(): void {
    if (lostAt !== null) return;
    checking = true;
    onConnection({ state: 'checking' });
  }

  function close(): void {
    closed = true;
    clearTimeout(timer);
    void watch.return();
    document.removeEventListener('visibilitychange', onVisible);
    stopResuming();
    removeEventListener('offline', check);
    removeEventListener('online', check);
  }

  const check = () => {
    if (closed) return;
    markChecking();
    void sendHeartbeat();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible' && Date.now() - heartbeatAt > HEARTBEAT_MS * 2) check();
  };
  const stopResuming = session.expired.subscribe((expired) => {
    if (!expired && lostAt !== null) void sendHeartbeat();
  });
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('offline', check);
  addEventListener('online', check);
  void sendHeartbeat();

  return { check, close };
}

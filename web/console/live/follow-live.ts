import { LecternProblem, type LiveNow, watchLive } from '../../../clients/typescript/src/index.ts';
import type { Session } from '../session/session.ts';
import type { Connection } from './connection.ts';

/** How often the server is asked for a sign of life, and how long it may take. */
const BEAT_MS = 3_000;
/** While it does not answer. */
const LOST_BEAT_MS = 1_000;
/** A timer that comes so much later tells that the machine slept. */
const SLEPT_MS = 5_000;

export interface FollowLiveOptions {
  readonly session: Session;
  readonly liveId: string;
  readonly onNow: (now: LiveNow) => void;
  readonly onConnection: (connection: Connection) => void;
  /** The Live is gone, or is not this person's any more. */
  readonly onGone: () => void;
}

export interface LiveFollower {
  /** Asks at once, and lets nothing act until the answer is there. */
  check(): void;
  close(): void;
}

/**
 * Follows a Live by waiting polls, and asks for the state every few seconds beside them: a poll that waits cannot tell a silent
 * server from a dead one.
 */
export function followLive({ session, liveId, onNow, onConnection, onGone }: FollowLiveOptions): LiveFollower {
  let watch = startWatch();
  let timer: ReturnType<typeof setTimeout>;
  let beatAt = Date.now();
  let lost: number | null = null;
  let checking = true;
  let closed = false;
  let asking = false;

  function startWatch() {
    const states = watchLive({ baseUrl: location.origin, token: 'none', fetch: session.send, liveId, view: 'now' });
    void (async () => {
      try {
        for await (const { now } of states) {
          onNow(now);
          arrived();
        }
      } catch (error) {
        judge(error);
      }
    })();
    return states;
  }

  function judge(error: unknown): void {
    if (closed) return;
    if (error instanceof LecternProblem && (error.status === 403 || error.status === 404)) onGone();
  }

  /** An answer with the state came. */
  function arrived(): void {
    if (closed || (lost === null && !checking)) return;
    lost = null;
    checking = false;
    onConnection({ state: 'current' });
  }

  async function beat(): Promise<void> {
    clearTimeout(timer);
    if (asking) return;
    asking = true;
    const slept = Date.now() - beatAt > BEAT_MS + SLEPT_MS;
    if (slept) doubt();
    beatAt = Date.now();
    const wasLost = lost !== null;
    try {
      const params = { path: { live_id: liveId } };
      const signal = AbortSignal.timeout(BEAT_MS * 2);
      const { data } = await session.client.GET('/v1/lives/{live_id}/now', { params, signal });
      onNow(data);
      arrived();
      // The watch waits longer each time that nothing answered; a new one begins at once.
      if (wasLost || slept) {
        void watch.return();
        watch = startWatch();
      }
    } catch (error) {
      judge(error);
      // An answer of any kind is a sign of life, but not of the state.
      if (!closed && lost === null) {
        lost = Date.now();
        onConnection({ state: 'lost', since: lost });
      }
    }
    beatAt = Date.now();
    asking = false;
    if (!closed) timer = setTimeout(beat, lost === null ? BEAT_MS : LOST_BEAT_MS);
  }

  function doubt(): void {
    if (lost !== null) return;
    checking = true;
    onConnection({ state: 'checking' });
  }

  const check = () => {
    doubt();
    void beat();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible' && Date.now() - beatAt > BEAT_MS * 2) check();
  };
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('offline', check);
  addEventListener('online', check);
  void beat();

  return {
    check,
    close() {
      closed = true;
      clearTimeout(timer);
      void watch.return();
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('offline', check);
      removeEventListener('online', check);
    },
  };
}

import {
  LecternProblem,
  type LiveNow,
  type LiveWatch,
  type WatchedNow,
  watchLive,
} from '../../../clients/typescript/src/index.ts';
import type { Session } from '../../session/session.ts';
import type { Connection } from './connection.ts';
import {
  advanceFollow,
  type FollowEffect,
  type FollowInput,
  type FollowStep,
  HEARTBEAT_TIMEOUT_MS,
  startFollowing,
} from './follow-machine.ts';

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
 * distinguish an idle server from a dead one. Carries out what the machine of the follower decides.
 */
export function followLive({ session, liveId, onNow, onConnection, onGone }: FollowLiveOptions): LiveFollower {
  const listening = new AbortController();
  const { signal } = listening;
  let watch: LiveWatch<WatchedNow> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begun = startFollowing(Date.now());
  let { model } = begun;

  const dispatch = (input: FollowInput) => {
    if (!signal.aborted) take(advanceFollow(model, input, Date.now()));
  };
  const take = (step: FollowStep) => {
    const before = model;
    ({ model } = step);
    if (model.ended) {
      close();
      return onGone();
    }
    if (model.dueAt !== before.dueAt) {
      clearTimeout(timer);
      if (model.dueAt !== null) timer = setTimeout(dispatch, model.dueAt - Date.now(), { type: 'due' });
    }
    if (model.connection !== before.connection) onConnection(model.connection);
    for (const effect of step.effects) void carryOut(effect);
  };

  const carryOut = (effect: FollowEffect) => (effect.type === 'watch' ? startWatch() : sendHeartbeat(effect.id));
  const startWatch = async () => {
    void watch?.return();
    const states = watchLive({ baseUrl: location.origin, token: 'none', fetch: session.send, liveId, view: 'now' });
    watch = states;
    try {
      for await (const { now } of states) {
        onNow(now);
        dispatch({ type: 'watched' });
      }
    } catch (error) {
      if (watch === states) dispatch({ type: 'watch-failed', gone: isGone(error) });
    }
  };
  const sendHeartbeat = async (id: number) => {
    try {
      const params = { path: { live_id: liveId } };
      const timeout = AbortSignal.timeout(HEARTBEAT_TIMEOUT_MS);
      const { data } = await session.client.GET('/v1/lives/{live_id}/now', { params, signal: timeout });
      onNow(data);
      dispatch({ type: 'responded', id });
    } catch (error) {
      dispatch({ type: 'failed', id, gone: isGone(error) });
    }
  };

  const close = () => {
    listening.abort();
    clearTimeout(timer);
    void watch?.return();
    stopResuming();
  };
  const check = () => dispatch({ type: 'check' });
  const stopResuming = session.expired.subscribe((expired) => {
    if (!expired) dispatch({ type: 'resumed' });
  });
  const onVisible = () => {
    if (document.visibilityState === 'visible') dispatch({ type: 'seen' });
  };
  document.addEventListener('visibilitychange', onVisible, { signal });
  addEventListener('offline', check, { signal });
  addEventListener('online', check, { signal });
  for (const effect of begun.effects) void carryOut(effect);

  return { check, close };
}

const isGone = (error: unknown): boolean =>
  error instanceof LecternProblem && (error.status === 403 || error.status === 404);

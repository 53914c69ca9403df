import { createLecternClient, type LecternClient, type LecternClientOptions } from './lectern-client.ts';
import { LecternProblem } from './lectern-problem.ts';
import {
  type LiveEvent,
  type LiveNow,
  type LiveNowEvent,
  type LiveSnapshot,
  type LiveView,
  parseLiveEvent,
  UnsupportedEventVersion,
} from './live-event.ts';
import { pause } from './pause.ts';
import { retryDelayMs } from './retry-delay.ts';

/** Longest wait the server allows. */
const WAIT_MAX_SECONDS = 25;
/** Time beyond the wait after which the connection counts as dead. */
const RESPONSE_GRACE_SECONDS = 10;
/** Minimum interval between the starts of two polls, after a change and without one. */
const CHANGED_INTERVAL_MS = 50;
const UNCHANGED_INTERVAL_MS = 1_000;

/**
 * Statuses that refuse one attempt, not the request itself: a server or proxy was too slow, too busy, or had the wrong
 * connection. Source: RFC 9110 §15.5.9, §15.5.20; RFC 8470 §5.2; RFC 6585 §4.
 */
const RETRYABLE_STATUSES: readonly number[] = [408, 421, 425, 429];

/** State of the Live, and the watch's position. The cursor is not an ETag: never send it as If-Match. */
export interface WatchedLive {
  readonly type: 'live.snapshot' | 'live.changed';
  readonly sequence: number;
  readonly cursor: string;
  readonly snapshot: LiveSnapshot;
}

/** State of what is shown now. A change of the stage message changes the cursor but not the sequence. */
export interface WatchedNow {
  readonly type: 'live.now' | 'live.now_changed';
  readonly sequence: number;
  readonly cursor: string;
  readonly now: LiveNow;
}

/**
 * Status of a watch. `following`: the server has just responded. `retrying`: it did not, or asked to wait; the last
 * state may be stale.
 */
export type WatchStatus =
  | { readonly state: 'following' }
  | { readonly state: 'retrying'; readonly error: unknown; readonly retryInMs: number };

export interface WatchLiveOptions extends LecternClientOptions {
  liveId: string;
  /**
   * `now`: what is shown and what comes next, 16 KiB at most. `snapshot`: the full state, with the queue. Default
   * `snapshot`.
   */
  view?: LiveView;
  /** Ends the watch immediately, without an error. */
  signal?: AbortSignal;
  /** Duration of one poll in whole seconds, 0 to 25. Default 25. */
  waitSeconds?: number;
  /** Called on every response, including heartbeats, and on every failure that will be retried. */
  onStatus?: (status: WatchStatus) => void;
}

export interface LiveWatch<Watched = WatchedLive> extends AsyncIterableIterator<Watched> {
  /** Ends the watch immediately and aborts a pending poll. */
  return(): Promise<IteratorResult<Watched>>;
}

/**
 * Yields the state of a Live, now and after every change. If states change faster than they are requested, intermediate
 * ones are skipped: each yielded state is the newest. Survives lost connections, restarts and overload of the server.
 * Rejects with LecternProblem if a retry cannot help (401, 403, 404 and other refused requests), or with
 * UnsupportedEventVersion. Throws TypeError or RangeError for invalid options.
 */
export function watchLive(options: WatchLiveOptions & { view: 'now' }): LiveWatch<WatchedNow>;
export function watchLive(options: WatchLiveOptions & { view?: 'snapshot' }): LiveWatch;
export function watchLive(options: WatchLiveOptions): LiveWatch<WatchedLive | WatchedNow> {
  const { waitSeconds = WAIT_MAX_SECONDS } = options;
  if (!(Number.isInteger(waitSeconds) && waitSeconds >= 0 && waitSeconds <= WAIT_MAX_SECONDS)) {
    throw new RangeError(`waitSeconds must be an integer from 0 to ${WAIT_MAX_SECONDS}, not ${waitSeconds}.`);
  }
  const stop = new AbortController();
  const states = watchStates(createLecternClient(options), { ...options, waitSeconds }, stop);
  return {
    next: () => states.next(),
    return: () => {
      stop.abort();
      return states.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* watchStates(
  client: LecternClient,
  { liveId, view = 'snapshot', waitSeconds, signal, onStatus }: WatchLiveOptions & { waitSeconds: number },
  stop: AbortController,
): AsyncGenerator<WatchedLive | WatchedNow, undefined> {
  const end = () => stop.abort();
  if (signal?.aborted) end();
  signal?.addEventListener('abort', end);
  let cursor: string | undefined;
  let failures = 0;
  let nextPollAt = 0;
  try {
    while (await pause(nextPollAt - performance.now(), stop.signal)) {
      const startedAt = performance.now();
      let event: LiveEvent | LiveNowEvent;
      try {
        event = await poll(client, liveId, view, { after: cursor, wait: waitSeconds }, stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!isRetryable(error)) throw error;
        if (isProblem(error, 'invalid_cursor')) cursor = undefined;
        const retryInMs = retryDelayMs(failures++, error instanceof LecternProblem ? error.retryAfterSeconds : null);
        nextPollAt = performance.now() + retryInMs;
        onStatus?.({ state: 'retrying', error, retryInMs });
        continue;
      }
      // Resets the count only once a cursor was accepted: a cursor that is refused each time must not be requested
      // without a delay.
      if (cursor !== undefined) failures = 0;
      onStatus?.({ state: 'following' });
      if (stop.signal.aborted) return;
      const known = cursor;
      cursor = event.cursor;
      nextPollAt = startedAt + UNCHANGED_INTERVAL_MS;
      if (event.type === 'stream.heartbeat' || cursor === known) continue;
      nextPollAt = startedAt + CHANGED_INTERVAL_MS;
      yield toWatched(event);
    }
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

type StateEvent<Event> = Exclude<Event, { type: 'stream.heartbeat' }>;

function toWatched(event: StateEvent<LiveEvent | LiveNowEvent>): WatchedLive | WatchedNow {
  const { sequence, cursor } = event;
  return isNowEvent(event)
    ? { type: event.type, sequence, cursor, now: event.data }
    : { type: event.type, sequence, cursor, snapshot: event.data };
}

const isNowEvent = (event: StateEvent<LiveEvent | LiveNowEvent>): event is StateEvent<LiveNowEvent> =>
  event.type === 'live.now' || event.type === 'live.now_changed';

/** Sends one poll. Rejects if it is stopped, or if no complete response arrives in time. */
async function poll(
  client: LecternClient,
  liveId: string,
  view: LiveView,
  { after, wait }: { after: string | undefined; wait: number },
  stopped: AbortSignal,
): Promise<LiveEvent | LiveNowEvent> {
  const attempt = new AbortController();
  const abort = () => attempt.abort(stopped.reason);
  const timeOut = () => attempt.abort(new Error('The server did not respond in time.'));
  const timer = setTimeout(timeOut, (wait + RESPONSE_GRACE_SECONDS) * 1000);
  stopped.addEventListener('abort', abort);
  try {
    const query = { after, wait, ...(view === 'now' && { view }) };
    const params = { path: { live_id: liveId }, query };
    const { data } = await client.GET('/v1/lives/{live_id}/events', {
      params,
      signal: attempt.signal,
      cache: 'no-store',
    });
    return parseLiveEvent(data, view);
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', abort);
  }
}

/** Returns whether a retry can help: there was no response, no readable one, or a temporary refusal. */
function isRetryable(error: unknown): boolean {
  if (error instanceof UnsupportedEventVersion) return false;
  if (!(error instanceof LecternProblem)) return true;
  const isTemporary = error.status >= 500 || RETRYABLE_STATUSES.includes(error.status);
  return isTemporary || isProblem(error, 'watch_limit_reached') || isProblem(error, 'invalid_cursor');
}

const isProblem = (error: unknown, code: string): boolean => error instanceof LecternProblem && error.code === code;

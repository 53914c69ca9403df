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
import { retryDelayMs } from './retry-delay.ts';

/** The longest wait that the server allows. */
const WAIT_MAX_SECONDS = 25;
/** An answer that takes this much longer than the wait will not come: the connection is dead. */
const ANSWER_GRACE_SECONDS = 10;
/** From the start of one poll to the start of the next: where the Live changed, and where it did not. */
const CHANGED_INTERVAL_MS = 50;
const UNCHANGED_INTERVAL_MS = 1_000;

/**
 * Refusals of one attempt, not of what is asked for: a server or proxy that was too slow or too busy, or had the wrong
 * connection. Source: RFC 9110 §15.5.9, §15.5.20; RFC 8470 §5.2; RFC 6585 §4.
 */
const LATER_STATUSES: readonly number[] = [408, 421, 425, 429];

/** One state of the Live, and where the watch stands with it. The cursor is not an ETag: never send it as If-Match. */
export interface WatchedLive {
  readonly type: 'live.snapshot' | 'live.changed';
  readonly sequence: number;
  readonly cursor: string;
  readonly snapshot: LiveSnapshot;
}

/** What is shown at one time. A change of the stage message moves the cursor and not the sequence. */
export interface WatchedNow {
  readonly type: 'live.now' | 'live.now_changed';
  readonly sequence: number;
  readonly cursor: string;
  readonly now: LiveNow;
}

/** `following`: the server has just answered. `retrying`: it did not, or asked to wait; what is shown may be old. */
export type WatchStatus =
  | { readonly state: 'following' }
  | { readonly state: 'retrying'; readonly error: unknown; readonly retryInMs: number };

export interface WatchLiveOptions extends LecternClientOptions {
  liveId: string;
  /** `now`: what is shown and what comes next, in 16 KiB at most. Default: the whole state, with the queue. */
  view?: LiveView;
  /** Ends the watch at once, without an error. */
  signal?: AbortSignal;
  /** How long one poll waits for a change: 0 to 25, whole seconds. Default 25. */
  waitSeconds?: number;
  /** Called at every answer, heartbeats included, and at every failure that is going to be retried. */
  onStatus?: (status: WatchStatus) => void;
}

export interface LiveWatch<Watched = WatchedLive> extends AsyncIterableIterator<Watched> {
  /** Ends the watch at once; a poll that is under way is aborted. */
  return(): Promise<IteratorResult<Watched>>;
}

/**
 * The state of a Live, now and after every change. States that follow each other faster than they are asked for are
 * passed over: what comes is always the newest. It lives through lost connections, restarts and overload of the server,
 * and rejects with LecternProblem where trying again cannot help (401, 403, 404 and other requests that are refused), or
 * with UnsupportedEventVersion. Throws TypeError or RangeError for options that cannot be used.
 */
export function watchLive(options: WatchLiveOptions & { view: 'now' }): LiveWatch<WatchedNow>;
export function watchLive(options: WatchLiveOptions & { view?: 'snapshot' }): LiveWatch;
export function watchLive(options: WatchLiveOptions): LiveWatch<WatchedLive | WatchedNow> {
  const { waitSeconds = WAIT_MAX_SECONDS } = options;
  if (!(Number.isInteger(waitSeconds) && waitSeconds >= 0 && waitSeconds <= WAIT_MAX_SECONDS)) {
    throw new RangeError(`waitSeconds must be a whole number from 0 to ${WAIT_MAX_SECONDS}, but is ${waitSeconds}.`);
  }
  const stop = new AbortController();
  const states = follow(createLecternClient(options), { ...options, waitSeconds }, stop);
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

async function* follow(
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
      const askedAt = performance.now();
      let event: LiveEvent | LiveNowEvent;
      try {
        event = await poll(client, liveId, view, { after: cursor, wait: waitSeconds }, stop.signal);
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!mayPass(error)) throw error;
        if (isProblem(error, 'invalid_cursor')) cursor = undefined;
        const retryInMs = retryDelayMs(failures++, error instanceof LecternProblem ? error.retryAfterSeconds : null);
        nextPollAt = performance.now() + retryInMs;
        onStatus?.({ state: 'retrying', error, retryInMs });
        continue;
      }
      // A cursor has to be accepted first: one that is refused each time must not be asked for without a pause.
      if (cursor !== undefined) failures = 0;
      onStatus?.({ state: 'following' });
      if (stop.signal.aborted) return;
      const known = cursor;
      cursor = event.cursor;
      nextPollAt = askedAt + UNCHANGED_INTERVAL_MS;
      if (event.type === 'stream.heartbeat' || cursor === known) continue;
      nextPollAt = askedAt + CHANGED_INTERVAL_MS;
      yield toWatched(event);
    }
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

type News<Event> = Exclude<Event, { type: 'stream.heartbeat' }>;

function toWatched(event: News<LiveEvent | LiveNowEvent>): WatchedLive | WatchedNow {
  const { sequence, cursor } = event;
  return isOfNow(event)
    ? { type: event.type, sequence, cursor, now: event.data }
    : { type: event.type, sequence, cursor, snapshot: event.data };
}

const isOfNow = (event: News<LiveEvent | LiveNowEvent>): event is News<LiveNowEvent> =>
  event.type === 'live.now' || event.type === 'live.now_changed';

/** One poll. It rejects when it is stopped, and when no whole answer has come in time. */
async function poll(
  client: LecternClient,
  liveId: string,
  view: LiveView,
  { after, wait }: { after: string | undefined; wait: number },
  stopped: AbortSignal,
): Promise<LiveEvent | LiveNowEvent> {
  const attempt = new AbortController();
  const abort = () => attempt.abort(stopped.reason);
  const silent = () => attempt.abort(new Error('The server has not answered in time.'));
  const timer = setTimeout(silent, (wait + ANSWER_GRACE_SECONDS) * 1000);
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

/** Whether trying again can help: there was no answer, or no readable one, or one that says "later". */
function mayPass(error: unknown): boolean {
  if (error instanceof UnsupportedEventVersion) return false;
  if (!(error instanceof LecternProblem)) return true;
  const later = error.status >= 500 || LATER_STATUSES.includes(error.status);
  return later || isProblem(error, 'watch_limit_reached') || isProblem(error, 'invalid_cursor');
}

const isProblem = (error: unknown, code: string): boolean => error instanceof LecternProblem && error.code === code;

/** Waits, if there is anything to wait for. False when it was stopped. */
async function pause(ms: number, stopped: AbortSignal): Promise<boolean> {
  if (ms > 0 && !stopped.aborted) {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stopped.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      stopped.addEventListener('abort', done);
    });
  }
  return !stopped.aborted;
}

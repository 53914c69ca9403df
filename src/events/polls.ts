import { LecternError } from '../contract/lectern-error.ts';
import { EVENT_RECHECK_SECONDS } from '../contract/limits.ts';
import type { Following } from '../domain/live/followed-lives.ts';
import type { Lives } from '../domain/live/lives.ts';
import type { ChangeFeed, LiveState, Owner } from '../storage/storage.ts';
import type { LiveEvents } from './live-events.ts';
import type { Watch, WatchSlots } from './watch-slots.ts';

export interface PollRequest {
  /** The state that the client knows. */
  readonly known: LiveState;
  readonly owner: Owner;
  readonly waitSeconds: number;
  /** Throws, or rejects, when the caller may not be told anything any more. */
  readonly recheck: () => unknown;
  /** Calls back when the connection is closed. */
  readonly onClosed: (listener: () => void) => void;
}

interface Poll extends PollRequest {
  readonly cursor: string;
  /** Null until it is taken. */
  watch: Watch | null;
  /** Null until it waits. */
  room: Room | null;
  readonly resolve: (state: LiveState | null) => void;
  readonly reject: (error: unknown) => void;
  timer: NodeJS.Timeout | undefined;
  settled: boolean;
}

/** The polls that wait on one Live on this node. */
interface Room {
  readonly liveId: string;
  readonly polls: Set<Poll>;
  readonly following: Promise<Following | null>;
  readonly checks: NodeJS.Timeout;
}

/**
 * Waiting polls. Each holds a watch, hears of every commit to its Live, has its authority looked at every few seconds and
 * before anything is told, and gives its watch back however it ends. [Events], [D25]
 */
export class Polls {
  readonly #lives: Lives;
  readonly #events: LiveEvents;
  readonly #slots: WatchSlots;
  readonly #changes: ChangeFeed | null;
  readonly #rooms = new Map<string, Room>();
  #waiting = 0;
  #closed = false;

  constructor(lives: Lives, events: LiveEvents, slots: WatchSlots, changes: ChangeFeed | null) {
    this.#lives = lives;
    this.#events = events;
    this.#slots = slots;
    this.#changes = changes;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Resolves with the state as soon as it is another one than the known one, or with null at the deadline. Rejects with
   * `watch_limit_reached`, with what `recheck` throws, `not_found` once the Live is deleted, and `unavailable`.
   */
  async wait(request: PollRequest): Promise<LiveState | null> {
    if (this.#closed) throw stopping();
    const liveId = request.known.record.id;
    const { promise, resolve, reject } = Promise.withResolvers<LiveState | null>();
    const poll: Poll = {
      ...request,
      cursor: this.#events.cursor(request.known),
      watch: null,
      room: null,
      resolve,
      reject,
      timer: undefined,
      settled: false,
    };
    request.onClosed(() => this.#settle(poll));
    const taken = this.#slots.take(liveId);
    poll.watch = taken instanceof Promise ? await taken : taken;
    // The client may have gone, and the node may have begun to stop, while the watch was on its way.
    if (poll.settled) poll.watch.release();
    else if (this.#closed) this.#fail(poll, stopping());
    else this.#enter(poll, liveId);
    return promise;
  }

  /** Waiting polls are answered at once, with a heartbeat; new ones are refused. [D46] */
  close(): void {
    this.#closed = true;
    for (const room of this.#rooms.values()) for (const poll of room.polls) this.#conclude(poll, null);
  }

  #enter(poll: Poll, liveId: string): void {
    const room = this.#rooms.get(liveId) ?? this.#open(liveId);
    room.polls.add(poll);
    poll.room = room;
    this.#waiting++;
    poll.timer = setTimeout(() => this.#atDeadline(poll), poll.waitSeconds * 1000);
    // What was committed since the known state was read is found here; what comes later is heard.
    room.following.then(
      (following) => this.#compare(poll, following?.state ?? null),
      (error) => this.#fail(poll, error),
    );
  }

  #open(liveId: string): Room {
    const polls = new Set<Poll>();
    const room: Room = {
      liveId,
      polls,
      following: this.#lives.follow(liveId, ({ after }) => {
        for (const poll of polls) this.#compare(poll, after);
      }),
      checks: setInterval(() => this.#check(room), EVENT_RECHECK_SECONDS * 1000),
    };
    this.#rooms.set(liveId, room);
    return room;
  }

  #compare(poll: Poll, state: LiveState | null): void {
    if (poll.settled) return;
    if (!state) this.#fail(poll, new LecternError('not_found', 'There is no such Live.'));
    else if (this.#events.cursor(state) !== poll.cursor) this.#conclude(poll, state);
  }

  /** Where a notice of another node can have been missed, what is true at the deadline is read anew. */
  #atDeadline(poll: Poll): void {
    if (!this.#changes) {
      this.#conclude(poll, null);
      return;
    }
    Promise.resolve(this.#lives.require(poll.known.record.id, poll.owner)).then(
      (state) => this.#conclude(poll, this.#events.cursor(state) === poll.cursor ? null : state),
      (error) => this.#fail(poll, error),
    );
  }

  /** Authority is looked at before anything is told. [Events 7] */
  #conclude(poll: Poll, state: LiveState | null): void {
    this.#recheck(poll, () => {
      if (poll.settled) return;
      this.#settle(poll);
      poll.resolve(state);
    });
  }

  #check({ polls }: Room): void {
    const blind = this.#changes !== null && !this.#changes.connected;
    for (const poll of polls) {
      if (blind)
        this.#fail(poll, new LecternError('unavailable', 'News of changes and revocations do not arrive now.'));
      else this.#recheck(poll, () => {});
    }
  }

  #recheck(poll: Poll, next: () => void): void {
    try {
      const checked = poll.recheck();
      if (checked instanceof Promise) checked.then(next).catch((error) => this.#fail(poll, error));
      else next();
    } catch (error) {
      this.#fail(poll, error);
    }
  }

  #fail(poll: Poll, error: unknown): void {
    if (poll.settled) return;
    this.#settle(poll);
    poll.reject(error);
  }

  /** The one way out: whatever a poll holds is given back. */
  #settle(poll: Poll): void {
    if (poll.settled) return;
    poll.settled = true;
    clearTimeout(poll.timer);
    poll.watch?.release();
    const { room } = poll;
    if (!room) return;
    this.#waiting--;
    room.polls.delete(poll);
    if (room.polls.size === 0) this.#close(room);
  }

  #close(room: Room): void {
    clearInterval(room.checks);
    if (this.#rooms.get(room.liveId) === room) this.#rooms.delete(room.liveId);
    room.following.then(
      (following) => following?.close(),
      // Whoever waited has been told.
      () => {},
    );
  }
}

const stopping = () => new LecternError('unavailable', 'This node is stopping.', { retryAfterSeconds: 1 });

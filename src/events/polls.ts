import { LecternError } from '../contract/lectern-error.ts';
import { EVENT_RECHECK_SECONDS } from '../contract/limits.ts';
import type { Following } from '../domain/live/followed-lives.ts';
import type { Lives } from '../domain/live/lives.ts';
import type { ChangeFeed, LiveState, Owner } from '../storage/storage.ts';
import type { LiveEvents, Version } from './live-events.ts';
import type { Watch, WatchSlots } from './watch-slots.ts';

export interface PollRequest {
  /** The version that the client knows. */
  readonly known: Version;
  readonly owner: Owner;
  readonly waitSeconds: number;
  /** Throws, or rejects, when the caller may not be told anything any more. */
  readonly recheck: () => void | Promise<void>;
  /** Calls back when the connection is closed. */
  readonly onClosed: (listener: () => void) => void;
  /** Called once, unless the connection is closed before: with another version than the known one, or null at the deadline. */
  readonly answer: (version: Version | null) => void;
  /** Called instead, with what `recheck` threw, `watch_limit_reached`, `not_found` or `unavailable`. */
  readonly fail: (error: unknown) => void;
}

interface Poll {
  readonly request: PollRequest;
  /** Null until it is taken. */
  watch: Watch | null;
  /** Null until it waits. */
  room: Room | null;
  timer: NodeJS.Timeout | undefined;
  settled: boolean;
}

/** The polls that wait on one Live on this node. */
interface Room {
  readonly liveId: string;
  readonly polls: Set<Poll>;
  readonly checks: NodeJS.Timeout;
  /** Null until what was committed before is known. */
  following: Following | null;
  closed: boolean;
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

  /** Throws, or has `fail` called with, `watch_limit_reached` and `unavailable`. */
  wait(request: PollRequest): void {
    if (this.#closed) throw stopping();
    const poll: Poll = { request, watch: null, room: null, timer: undefined, settled: false };
    request.onClosed(() => this.#settle(poll));
    const taken = this.#slots.take(request.known.state.record.id);
    if (taken instanceof Promise) {
      taken.then(
        (watch) => this.#enter(poll, watch),
        (error) => this.#fail(poll, error),
      );
    } else {
      this.#enter(poll, taken);
    }
  }

  /** Waiting polls are answered at once, with a heartbeat; new ones are refused. [D46] */
  close(): void {
    this.#closed = true;
    for (const { polls } of this.#rooms.values()) for (const poll of polls) this.#conclude(poll, null);
  }

  #enter(poll: Poll, watch: Watch): void {
    poll.watch = watch;
    // The client may have gone, and the node may have begun to stop, while the watch was on its way.
    if (poll.settled) watch.release();
    else if (this.#closed) this.#fail(poll, stopping());
    else this.#join(poll);
  }

  #join(poll: Poll): void {
    const liveId = poll.request.known.state.record.id;
    const room = this.#rooms.get(liveId) ?? this.#open(liveId);
    room.polls.add(poll);
    poll.room = room;
    this.#waiting++;
    poll.timer = setTimeout(() => this.#atDeadline(poll), poll.request.waitSeconds * 1000);
    // What was committed since the known version was read; what comes later is heard.
    if (room.following) this.#compare(poll, room.following.state);
  }

  #open(liveId: string): Room {
    const polls = new Set<Poll>();
    const compare = (state: LiveState | null) => {
      for (const poll of polls) this.#compare(poll, state);
    };
    const checks = setInterval(() => this.#check(room), EVENT_RECHECK_SECONDS * 1000);
    const room: Room = { liveId, polls, checks, following: null, closed: false };
    this.#rooms.set(liveId, room);
    this.#lives
      .follow(liveId, ({ after }) => compare(after))
      .then(
        (following) => {
          room.following = following;
          if (room.closed) following?.close();
          else compare(following?.state ?? null);
        },
        (error) => {
          for (const poll of polls) this.#fail(poll, error);
        },
      );
    return room;
  }

  #compare(poll: Poll, state: LiveState | null): void {
    const version = state && this.#events.version(state);
    if (!version) this.#refuse(poll, new LecternError('not_found', 'There is no such Live.'));
    else if (version.cursor !== poll.request.known.cursor) this.#conclude(poll, version);
  }

  /** Where a notice of another node can have been missed, what is true at the deadline is read anew. */
  #atDeadline(poll: Poll): void {
    if (!this.#changes) {
      this.#conclude(poll, null);
      return;
    }
    const { known, owner } = poll.request;
    Promise.resolve(this.#lives.require(known.state.record.id, owner)).then(
      (state) => {
        const version = this.#events.version(state);
        this.#conclude(poll, version.cursor === known.cursor ? null : version);
      },
      (error) => this.#refuse(poll, error),
    );
  }

  /** Whoever may not know of the Live any more does not learn what has become of it either. [D4] */
  #refuse(poll: Poll, error: unknown): void {
    this.#recheck(poll, () => this.#fail(poll, error));
  }

  /** Authority is looked at before anything is told. [Events 7] */
  #conclude(poll: Poll, version: Version | null): void {
    this.#recheck(poll, () => {
      if (poll.settled) return;
      this.#settle(poll);
      poll.request.answer(version);
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
      const checked = poll.request.recheck();
      if (checked instanceof Promise) checked.then(next).catch((error) => this.#fail(poll, error));
      else next();
    } catch (error) {
      this.#fail(poll, error);
    }
  }

  #fail(poll: Poll, error: unknown): void {
    if (poll.settled) return;
    this.#settle(poll);
    poll.request.fail(error);
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
    room.closed = true;
    clearInterval(room.checks);
    room.following?.close();
    if (this.#rooms.get(room.liveId) === room) this.#rooms.delete(room.liveId);
  }
}

const stopping = () => new LecternError('unavailable', 'This node is stopping.', { retryAfterSeconds: 1 });

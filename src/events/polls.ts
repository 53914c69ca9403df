import { LecternError } from '../contract/lectern-error.ts';
import { EVENT_RECHECK_SECONDS } from '../contract/limits.ts';
import type { LiveSubscription } from '../domain/live/followed-lives.ts';
import type { Lives } from '../domain/live/lives.ts';
import type { OperatorPresence } from '../domain/live/operators.ts';
import type { ChangeFeed, LiveState, Owner } from '../storage/storage.ts';
import { isLaterVersion, type LiveEvents, type LiveVersionEvents, type VersionPosition } from './live-events.ts';
import type { Watch, WatchSlots } from './watch-slots.ts';

/** How long a poll that is to be answered waits for the database. */
const CONCLUSION_MAX_MS = 2_000;

/** Another version, nothing at the deadline, or a refusal. */
type Outcome = LiveVersionEvents | null | LecternError;

/** A poll that waits, and whoever asked for it. Thousands wait at once: this is the one object that each of them takes. */
export abstract class Poll {
  /** What it is told: the events of the view that it asked for. */
  abstract readonly events: LiveEvents;
  /** The version that the client knows, in that view. */
  abstract readonly known: VersionPosition;
  abstract readonly owner: Owner;
  abstract readonly credentialId: string;
  abstract readonly waitSeconds: number;
  /** Null until it is taken. */
  watch: Watch | null = null;
  /** Null until it waits. */
  room: Room | null = null;
  timer: NodeJS.Timeout | undefined = undefined;
  /** What it will end with once its authority is looked at; undefined while it waits. */
  outcome: Outcome | undefined = undefined;
  settled = false;

  /** Rejects when the caller may not be told anything any more, as far as this node has heard. */
  abstract recheck(): Promise<void>;
  /** The same, by what is true now. */
  abstract verify(): Promise<void>;
  /** Has the listener called when the connection is closed. */
  abstract onClosed(listener: () => void): void;
  /** Called once, unless the connection is closed before: with another version than the known one, or null at the deadline. */
  abstract answer(version: LiveVersionEvents | null): Promise<void>;
  /** Called instead, with what these threw, `watch_limit_reached`, `not_found` or `unavailable`. */
  abstract fail(error: unknown): void;
}

/** The polls that wait on one Live on this node. */
interface Room {
  readonly liveId: string;
  readonly polls: Set<Poll>;
  readonly checks: NodeJS.Timeout;
  /** Undefined until what was committed before is known; null where there is no such Live. */
  following: LiveSubscription | null | undefined;
  closed: boolean;
}

/**
 * Waiting polls. Each holds a watch, hears of every commit to its Live, has its authority looked at every few seconds and
 * before anything is told, and gives its watch back however it ends. [Events], [D25]
 */
export class Polls {
  readonly #lives: Lives;
  readonly #slots: WatchSlots;
  readonly #changes: ChangeFeed | null;
  readonly #operators: Pick<OperatorPresence, 'record'>;
  readonly #rooms = new Map<string, Room>();
  #waiting = 0;
  #closed = false;

  constructor(
    lives: Lives,
    slots: WatchSlots,
    changes: ChangeFeed | null,
    operators: Pick<OperatorPresence, 'record'>,
  ) {
    this.#lives = lives;
    this.#slots = slots;
    this.#changes = changes;
    this.#operators = operators;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Calls `fail` with `watch_limit_reached` or `unavailable` where the poll cannot wait. */
  wait(poll: Poll): void {
    poll.onClosed(() => this.#settle(poll));
    void this.#enter(poll);
  }

  /** Looks at the authority of all who wait, at once: somebody's may have ended. */
  recheck(): void {
    for (const room of this.#rooms.values()) this.#check(room);
  }

  /** Waiting polls are answered at once, with a heartbeat; new ones are refused. [D46] */
  close(): void {
    this.#closed = true;
    for (const { polls } of this.#rooms.values()) for (const poll of polls) void this.#conclude(poll, null);
  }

  async #enter(poll: Poll): Promise<void> {
    try {
      if (this.#closed) throw stopping();
      poll.watch = await this.#slots.take(poll.known.liveId);
      // The client may have gone, and the node may have begun to stop, while the watch was on its way.
      if (poll.settled) poll.watch.release();
      else if (this.#closed) throw stopping();
      else this.#join(poll);
    } catch (error) {
      this.#fail(poll, error);
    }
  }

  #join(poll: Poll): void {
    const liveId = poll.known.liveId;
    const room = this.#rooms.get(liveId) ?? this.#open(liveId);
    room.polls.add(poll);
    poll.room = room;
    this.#waiting++;
    this.#operators.record(liveId, poll.credentialId);
    poll.timer = setTimeout(() => void this.#atDeadline(poll), poll.waitSeconds * 1000);
    // What was committed since the known version was read; what comes later is heard.
    if (room.following !== undefined) this.#compare(poll, room.following?.state ?? null);
  }

  #open(liveId: string): Room {
    const polls = new Set<Poll>();
    const compare = (state: LiveState | null) => {
      for (const poll of polls) this.#compare(poll, state);
    };
    const checks = setInterval(() => this.#check(room), EVENT_RECHECK_SECONDS * 1000);
    const room: Room = { liveId, polls, checks, following: undefined, closed: false };
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
    const version = state && poll.events.version(state);
    if (!version) void this.#conclude(poll, new LecternError('not_found', 'There is no such Live.'));
    else if (isLaterVersion(version.mark, poll.known)) void this.#conclude(poll, version);
  }

  /** Where a notice of another node can have been missed, the state at the deadline is read again. */
  async #atDeadline(poll: Poll): Promise<void> {
    if (!this.#changes) return this.#conclude(poll, null);
    this.#giveUpSoon(poll);
    const { known, owner, events } = poll;
    try {
      const version = events.version(await this.#lives.require(known.liveId, owner));
      await this.#conclude(poll, isLaterVersion(version.mark, known) ? version : null);
    } catch (error) {
      if (error instanceof LecternError) await this.#conclude(poll, error);
      else this.#fail(poll, error);
    }
  }

  /**
   * Authority is checked before anything is told [Events 7]. What happens meanwhile is told instead, after a second check, since the
   * first may have been before it. What happens during the second one is for the next poll. Whoever may not know of the Live any more
   * does not learn what has become of it either. [D4]
   */
  async #conclude(poll: Poll, outcome: Outcome): Promise<void> {
    const concluding = poll.outcome !== undefined;
    if (!concluding || outcome !== null) poll.outcome = outcome;
    if (concluding || poll.settled) return;
    this.#giveUpSoon(poll);
    try {
      await poll.verify();
      if (poll.outcome !== outcome && !poll.settled) {
        outcome = poll.outcome ?? null;
        await poll.verify();
      }
    } catch (error) {
      return this.#fail(poll, error);
    }
    await this.#tell(poll, outcome);
  }

  async #tell(poll: Poll, outcome: Outcome): Promise<void> {
    if (poll.settled) return;
    this.#settle(poll);
    try {
      if (outcome instanceof LecternError) poll.fail(outcome);
      else await poll.answer(outcome);
    } catch (error) {
      poll.fail(error);
    }
  }

  /** A database that does not answer must not keep a poll from its deadline. */
  #giveUpSoon(poll: Poll): void {
    clearTimeout(poll.timer);
    poll.timer = setTimeout(
      () => this.#fail(poll, new LecternError('unavailable', 'The database does not respond.')),
      CONCLUSION_MAX_MS,
    );
  }

  /** A poll whose authority has ended ends with that. */
  #check({ polls }: Room): void {
    const blind = this.#changes !== null && !this.#changes.connected;
    for (const poll of polls) {
      if (blind) this.#fail(poll, unheard());
      else poll.recheck().catch((error) => this.#fail(poll, error));
    }
  }

  #fail(poll: Poll, error: unknown): void {
    if (poll.settled) return;
    this.#settle(poll);
    poll.fail(error);
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
    this.#operators.record(room.liveId, poll.credentialId);
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

const unheard = () =>
  new LecternError('unavailable', 'Changes and revocations on other nodes cannot be received at the moment.');
const stopping = () => new LecternError('unavailable', 'This node is stopping.', { retryAfterSeconds: 1 });

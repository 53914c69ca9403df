import { LecternError } from '../contract/lectern-error.ts';
import { EVENT_RECHECK_SECONDS } from '../contract/limits.ts';
import type { Lives } from '../domain/live/lives.ts';
import type { OperatorPresence } from '../domain/live/reading/operators.ts';
import type { LiveSubscription } from '../domain/live/state/followed-lives.ts';
import type { ChangeFeed, LiveState, Owner } from '../storage/storage.ts';
import { isLaterVersion, type LiveEvents, type LiveVersionEvents, type VersionPosition } from './live-events.ts';
import type { Watch, WatchSlots } from './watch-slots.ts';

/** The time that a poll that is about to end waits for the database. */
const CONCLUSION_MAX_MS = 2_000;

/** The result of a poll: another version, null at the deadline, or an error. */
type Outcome = LiveVersionEvents | null | LecternError;

/** A waiting poll with its request. Thousands wait at once, so each uses only this one object. */
export abstract class Poll {
  /** The events of the requested view. */
  abstract readonly events: LiveEvents;
  /** The version that the client has, in that view. */
  abstract readonly clientVersion: VersionPosition;
  abstract readonly owner: Owner;
  abstract readonly credentialId: string;
  abstract readonly waitSeconds: number;
  /** Null until the watch is acquired. */
  watch: Watch | null = null;
  /** Null until the poll waits. */
  room: Room | null = null;
  timer: NodeJS.Timeout | undefined = undefined;
  /** The pending outcome while the authority is checked; undefined while the poll waits. */
  outcome: Outcome | undefined = undefined;
  settled = false;

  /** Rejects if the client may no longer read the Live, as far as this node knows. */
  abstract recheck(): Promise<void>;
  /** Like `recheck`, but reads the current authority from the database. */
  abstract verify(): Promise<void>;
  /** Calls the listener when the connection is closed. */
  abstract onClosed(listener: () => void): void;
  /**
   * Sends the response; called once unless the connection is closed before. `version` differs from the known one, or is
   * null at the deadline.
   */
  abstract respond(version: LiveVersionEvents | null): Promise<void>;
  /** Sends an error instead: one of `recheck` or `verify`, `watch_limit_reached`, `not_found` or `unavailable`. */
  abstract fail(error: unknown): void;
}

/** The polls on this node that wait for one Live. */
interface Room {
  readonly liveId: string;
  readonly polls: Set<Poll>;
  readonly checks: NodeJS.Timeout;
  /** Undefined until earlier commits have been received; null if the Live does not exist. */
  subscription: LiveSubscription | null | undefined;
  closed: boolean;
}

/**
 * The waiting polls. Each holds a watch, receives every commit to its Live, has its authority checked every few seconds
 * and before anything is sent, and releases its watch however it ends. [Events], [D25]
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

  /** Starts waiting. Calls `fail` with `watch_limit_reached` or `unavailable` if the poll cannot wait. */
  wait(poll: Poll): void {
    poll.onClosed(() => this.#settle(poll));
    void this.#enter(poll);
  }

  /** Checks the authority of all waiting polls at once, because one may have ended. */
  recheck(): void {
    for (const room of this.#rooms.values()) this.#check(room);
  }

  /** Ends waiting polls at once with a heartbeat and refuses new ones. [D46] */
  close(): void {
    this.#closed = true;
    for (const { polls } of this.#rooms.values()) for (const poll of polls) void this.#conclude(poll, null);
  }

  async #enter(poll: Poll): Promise<void> {
    try {
      if (this.#closed) throw stoppingError();
      poll.watch = await this.#slots.take(poll.clientVersion.liveId);
      // While the watch was being acquired, the client may have disconnected or the node begun to stop.
      if (poll.settled) poll.watch.release();
      else if (this.#closed) throw stoppingError();
      else this.#join(poll);
    } catch (error) {
      this.#fail(poll, error);
    }
  }

  #join(poll: Poll): void {
    const liveId = poll.clientVersion.liveId;
    const room = this.#rooms.get(liveId) ?? this.#open(liveId);
    room.polls.add(poll);
    poll.room = room;
    this.#waiting++;
    this.#operators.record(liveId, poll.credentialId);
    poll.timer = setTimeout(() => void this.#atDeadline(poll), poll.waitSeconds * 1000);
    // Compares with commits since the known version was read; later ones arrive by subscription.
    if (room.subscription !== undefined) this.#compare(poll, room.subscription?.state ?? null);
  }

  #open(liveId: string): Room {
    const polls = new Set<Poll>();
    const compare = (state: LiveState | null) => {
      for (const poll of polls) this.#compare(poll, state);
    };
    const checks = setInterval(() => this.#check(room), EVENT_RECHECK_SECONDS * 1000);
    const room: Room = { liveId, polls, checks, subscription: undefined, closed: false };
    this.#rooms.set(liveId, room);
    this.#lives
      .follow(liveId, ({ after }) => compare(after))
      .then(
        (subscription) => {
          room.subscription = subscription;
          if (room.closed) subscription?.close();
          else compare(subscription?.state ?? null);
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
    else if (isLaterVersion(version.position, poll.clientVersion)) void this.#conclude(poll, version);
  }

  /** Reads the state again at the deadline if a notice of another node may have been missed. */
  async #atDeadline(poll: Poll): Promise<void> {
    if (!this.#changes) return this.#conclude(poll, null);
    this.#limitConclusion(poll);
    const { clientVersion, owner, events } = poll;
    try {
      const version = events.version(await this.#lives.require(clientVersion.liveId, owner));
      await this.#conclude(poll, isLaterVersion(version.position, clientVersion) ? version : null);
    } catch (error) {
      if (error instanceof LecternError) await this.#conclude(poll, error);
      else this.#fail(poll, error);
    }
  }

  /**
   * Checks the authority before anything is sent [Events 7]. A change during the check is sent instead, after a second
   * check, because the first may have been too early. A change during the second check is left to the next poll. A
   * client that may no longer read the Live does not learn what happened to it. [D4]
   */
  async #conclude(poll: Poll, outcome: Outcome): Promise<void> {
    const concluding = poll.outcome !== undefined;
    if (!concluding || outcome !== null) poll.outcome = outcome;
    if (concluding || poll.settled) return;
    this.#limitConclusion(poll);
    try {
      await poll.verify();
      if (poll.outcome !== outcome && !poll.settled) {
        outcome = poll.outcome ?? null;
        await poll.verify();
      }
    } catch (error) {
      return this.#fail(poll, error);
    }
    await this.#respond(poll, outcome);
  }

  async #respond(poll: Poll, outcome: Outcome): Promise<void> {
    if (poll.settled) return;
    this.#settle(poll);
    try {
      if (outcome instanceof LecternError) poll.fail(outcome);
      else await poll.respond(outcome);
    } catch (error) {
      poll.fail(error);
    }
  }

  /** An unresponsive database must not delay the poll past its deadline. */
  #limitConclusion(poll: Poll): void {
    clearTimeout(poll.timer);
    poll.timer = setTimeout(
      () => this.#fail(poll, new LecternError('unavailable', 'The database does not respond.')),
      CONCLUSION_MAX_MS,
    );
  }

  /** Ends the polls whose authority has ended. */
  #check({ polls }: Room): void {
    const disconnected = this.#changes !== null && !this.#changes.connected;
    for (const poll of polls) {
      if (disconnected) this.#fail(poll, disconnectedError());
      else poll.recheck().catch((error) => this.#fail(poll, error));
    }
  }

  #fail(poll: Poll, error: unknown): void {
    if (poll.settled) return;
    this.#settle(poll);
    poll.fail(error);
  }

  /** Ends a poll and releases everything that it holds. All polls end here. */
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
    room.subscription?.close();
    if (this.#rooms.get(room.liveId) === room) this.#rooms.delete(room.liveId);
  }
}

const disconnectedError = () =>
  new LecternError('unavailable', 'Changes and revocations on other nodes cannot be received at the moment.');
const stoppingError = () => new LecternError('unavailable', 'This node is stopping.', { retryAfterSeconds: 1 });

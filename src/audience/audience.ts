import { LecternError } from '../contract/lectern-error.ts';
import { STREAM_HEARTBEAT_SECONDS } from '../contract/limits.ts';
import type { LiveViewers, Metrics } from '../metrics.ts';
import type { ViewerCount } from '../storage/storage.ts';
import { toFrame } from './frame.ts';
import { Room, type RoomMetrics, type Seat } from './room.ts';
import { openStreamConnection, type StreamResponse } from './stream-connection.ts';
import type { ViewerFeed, ViewerLive, ViewerSubscription } from './viewer-feed.ts';

/** Time for which an empty room stays open, so that returning viewers can resume. */
const EMPTY_ROOM_MS = 60_000;

type Counts = Omit<ViewerCount, 'liveId'>;
type AudienceMetrics = RoomMetrics & Pick<Metrics, 'observeLives'>;

interface AudienceOptions {
  readonly seats: number;
  /** Whether viewers of the Live lose their access by the change. */
  readonly isClosedTo: (before: ViewerLive, after: ViewerLive) => boolean;
}

/** Request of a page to watch a Live. */
export interface Subscription {
  readonly liveId: string;
  readonly lastEventId: string | undefined;
  /** Throws if the page must not see the Live in this state. */
  readonly requireAdmitted: (live: ViewerLive) => void;
}

interface RoomEntry {
  /** Null if the Live does not exist. */
  readonly room: Promise<Room | null>;
  opened: Room | null;
  following: ViewerSubscription | null;
  emptySince: number;
}

/** Viewers of all Lives on this node, in one room per Live. */
export class Audience {
  readonly #feed: ViewerFeed;
  readonly #metrics: AudienceMetrics;
  readonly #options: AudienceOptions;
  readonly #rooms = new Map<string, RoomEntry>();
  readonly #timer: NodeJS.Timeout;
  #closed = false;

  constructor(feed: ViewerFeed, metrics: AudienceMetrics, options: AudienceOptions) {
    this.#feed = feed;
    this.#metrics = metrics;
    this.#options = options;
    metrics.observeLives(() => this.#listViewers());
    this.#timer = setInterval(() => this.#beat(), STREAM_HEARTBEAT_SECONDS * 1000).unref();
  }

  /**
   * Turns a response into a stream of the Live, if `requireAdmitted` allows it. After the head, frames go directly to
   * the socket: one shared buffer for all viewers, one write each. Rejects with `not_found`, or `unavailable` if all
   * seats are taken. Returns null if the connection is closed.
   */
  async join(subscription: Subscription, streamResponse: StreamResponse): Promise<Seat | null> {
    const room = await this.#findRoom(subscription.liveId);
    this.#requireSeat(room, subscription);
    const line = openStreamConnection(streamResponse);
    return line && room.join(line, null, subscription.lastEventId);
  }

  /**
   * Like `join`, for several pages of one browser on one stream. A page without access gets an event `refused`. If no
   * page has access, rejects with the error of one of them.
   */
  async joinAll(subscriptions: readonly Subscription[], streamResponse: StreamResponse): Promise<void> {
    const rooms = await Promise.allSettled(subscriptions.map(({ liveId }) => this.#findRoom(liveId)));
    const taken = new Map<Room, number>();
    const outcomes = subscriptions.map((subscription, index): Room | LecternError => {
      const found = rooms[index]!;
      try {
        if (found.status === 'rejected') throw found.reason;
        const room = found.value;
        const reserved = (room && taken.get(room)) ?? 0;
        this.#requireSeat(room, subscription, reserved);
        taken.set(room, reserved + 1);
        return room;
      } catch (error) {
        if (error instanceof LecternError) return error;
        throw error;
      }
    });
    const refusals = outcomes.filter((outcome) => outcome instanceof LecternError);
    // Clients retry `unavailable`, so another error takes precedence.
    if (refusals.length === outcomes.length) throw refusals.find(({ code }) => code !== 'unavailable') ?? refusals[0];
    const line = openStreamConnection(streamResponse);
    if (!line) return;
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome instanceof Room) outcome.join(line, index, subscriptions[index]!.lastEventId);
      else line.write(toFrame({ name: 'refused', data: { code: outcome.code } }), index);
    }
  }

  async #findRoom(liveId: string): Promise<Room | null> {
    // A viewer that joins after an acknowledged write must see it, even if another node made it.
    if (this.#rooms.has(liveId)) await this.#feed.catchUp(liveId);
    return this.#rooms.get(liveId)?.room ?? this.#open(liveId);
  }

  /** `reserved` is the number of seats that the same response will take in addition. */
  #requireSeat(room: Room | null, { liveId, requireAdmitted }: Subscription, reserved = 0): asserts room is Room {
    if (this.#closed) throw new LecternError('unavailable', 'This server is stopping.');
    if (!room) throw new LecternError('not_found');
    requireAdmitted(room.live);
    if (room.viewers.size + reserved >= this.#options.seats) {
      throw new LecternError('unavailable', 'All seats of this Live are taken.', { retryAfterSeconds: 5 });
    }
    // The room was closed while another one opened, so it receives no further changes.
    if (this.#rooms.get(liveId)?.opened !== room) throw new LecternError('unavailable', 'The Live is being opened.');
  }

  /** Returns the open streams of a Live on this node, and the maximum since the last `takeCounts`. */
  countsOf(liveId: string): Counts {
    const room = this.#rooms.get(liveId)?.opened;
    return { viewers: room?.viewers.size ?? 0, most: room?.most ?? 0 };
  }

  /** Returns the counts of all Lives with a room, and resets the maximums. The caller must report them. */
  takeCounts(): Map<string, Counts> {
    return new Map(
      this.#rooms.entries().map(([liveId, { opened }]) => {
        const counts = this.countsOf(liveId);
        if (opened) opened.most = counts.viewers;
        return [liveId, counts];
      }),
    );
  }

  /** Ends all streams. Browsers reconnect to the next process. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const [liveId, entry] of this.#rooms) {
      entry.opened?.end('stopped');
      this.#forget(liveId, entry);
    }
  }

  #listViewers(): Map<string, LiveViewers> {
    const rooms = this.#rooms.entries().flatMap(([liveId, { opened }]) => (opened ? [[liveId, opened] as const] : []));
    return new Map(rooms.map(([liveId, { viewers, peak }]) => [liveId, { viewers: viewers.size, peak }]));
  }

  #open(liveId: string): Promise<Room | null> {
    const open = async () => {
      entry.following = await this.#feed.follow(liveId, ({ before, after, toFrame }) => {
        if (after) {
          // Viewers must be admitted again. [D20]
          if (this.#options.isClosedTo(before, after)) entry.opened?.end('closed');
          return entry.opened?.publish({ before, after, toFrame });
        }
        this.#forget(liveId, entry);
        entry.opened?.end('gone');
      });
      const live = entry.following?.live;
      // The Live was deleted or the server closed meanwhile, so the room would receive no changes.
      if (!live || this.#rooms.get(liveId) !== entry) {
        entry.following?.close();
        return null;
      }
      entry.opened = new Room(live, this.#metrics);
      return entry.opened;
    };
    const entry: RoomEntry = { room: Promise.resolve().then(open), opened: null, following: null, emptySince: 0 };
    this.#rooms.set(liveId, entry);
    entry.room.then(
      (room) => room ?? this.#forget(liveId, entry),
      () => this.#forget(liveId, entry),
    );
    return entry.room;
  }

  #forget(liveId: string, entry: RoomEntry): void {
    entry.following?.close();
    if (this.#rooms.get(liveId) === entry) this.#rooms.delete(liveId);
  }

  #beat(): void {
    const now = performance.now();
    for (const [liveId, entry] of this.#rooms) {
      entry.opened?.beat();
      if (!entry.opened || entry.opened.viewers.size > 0) entry.emptySince = 0;
      else if (entry.emptySince === 0) entry.emptySince = now;
      else if (now - entry.emptySince > EMPTY_ROOM_MS) this.#forget(liveId, entry);
    }
  }
}

/** Checks whether the owner became restricted. [D42] */
export const becameRestricted = (before: ViewerLive, after: ViewerLive): boolean =>
  after.restricted && !before.restricted;

/** Checks whether viewers lost access: the audience secret changed, or the owner became restricted. [D20], [D42] */
export const lostAccess = (before: ViewerLive, after: ViewerLive): boolean =>
  before.secretHash !== after.secretHash || becameRestricted(before, after);

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { LecternError } from '../contract/lectern-error.ts';
import { STREAM_HEARTBEAT_SECONDS } from '../contract/limits.ts';
import type { LiveSubscription } from '../domain/live/followed-lives.ts';
import type { Lives } from '../domain/live/lives.ts';
import type { LiveViewers, Metrics } from '../metrics.ts';
import type { LiveState, ViewerCount } from '../storage/storage.ts';
import { toFrame } from './frame.ts';
import { Room, type RoomMetrics, type Seat } from './room.ts';
import { StreamConnection } from './stream-connection.ts';
import type { ViewerStates } from './viewer-state.ts';

/** A room without viewers is kept this long, so that those who come back find the changes they missed. */
const EMPTY_ROOM_MS = 60_000;

type Counts = Omit<ViewerCount, 'liveId'>;
type AudienceMetrics = RoomMetrics & Pick<Metrics, 'observeLives'>;

interface AudienceOptions {
  readonly seats: number;
  /** Whether those who could see the Live before may not any more, as far as is known. */
  readonly isClosedTo: (before: LiveState, after: LiveState) => boolean;
}

/** Of a page that wants to watch a Live. */
export interface Subscription {
  readonly liveId: string;
  readonly lastEventId: string | undefined;
  /** Throws where the Live, as it is now, is not for them. */
  readonly requireAdmitted: (state: LiveState) => void;
}

export interface StreamResponse {
  readonly response: ServerResponse;
  readonly headers: OutgoingHttpHeaders;
}

interface Entry {
  /** Null once the Live turns out not to exist. */
  readonly room: Promise<Room | null>;
  opened: Room | null;
  following: LiveSubscription | null;
  emptySince: number;
}

/** The audiences of all Lives on this node. */
export class Audience {
  readonly #lives: Lives;
  readonly #states: ViewerStates;
  readonly #metrics: AudienceMetrics;
  readonly #options: AudienceOptions;
  readonly #rooms = new Map<string, Entry>();
  readonly #timer: NodeJS.Timeout;
  #closed = false;

  constructor(lives: Lives, states: ViewerStates, metrics: AudienceMetrics, options: AudienceOptions) {
    this.#lives = lives;
    this.#states = states;
    this.#metrics = metrics;
    this.#options = options;
    metrics.observeLives(() => this.#listViewers());
    this.#timer = setInterval(() => this.#beat(), STREAM_HEARTBEAT_SECONDS * 1000).unref();
  }

  /**
   * Makes the answer a stream of the Live and keeps it so, if `requireAdmitted` lets it in: to the Live as it is when the
   * stream begins. Throws `not_found`, and `unavailable` when every seat is taken. What follows the head goes straight to
   * the socket: one buffer for all viewers, one write each. Null where the connection is gone.
   */
  async join(subscription: Subscription, answer: StreamResponse): Promise<Seat | null> {
    const room = await this.#findRoom(subscription.liveId);
    this.#requireSeat(room, subscription);
    const line = openStreamConnection(answer);
    return line && room.join(line, null, subscription.lastEventId);
  }

  /**
   * The same for several pages of one browser on one stream. A page that is not let in is told why by an event `refused`; where none
   * is, throws what one is refused for.
   */
  async joinAll(subscriptions: readonly Subscription[], answer: StreamResponse): Promise<void> {
    const rooms = await Promise.allSettled(subscriptions.map(({ liveId }) => this.#findRoom(liveId)));
    const taken = new Map<Room, number>();
    const outcomes = subscriptions.map((subscription, index): Room | LecternError => {
      const found = rooms[index]!;
      try {
        if (found.status === 'rejected') throw found.reason;
        const room = found.value;
        const besides = (room && taken.get(room)) ?? 0;
        this.#requireSeat(room, subscription, besides);
        taken.set(room, besides + 1);
        return room;
      } catch (error) {
        if (error instanceof LecternError) return error;
        throw error;
      }
    });
    const refusals = outcomes.filter((outcome) => outcome instanceof LecternError);
    // A Live that is full is tried again; one that is shut is not.
    if (refusals.length === outcomes.length) throw refusals.find(({ code }) => code !== 'unavailable') ?? refusals[0];
    const line = openStreamConnection(answer);
    if (!line) return;
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome instanceof Room) outcome.join(line, index, subscriptions[index]!.lastEventId);
      else line.write(toFrame({ name: 'refused', data: { code: outcome.code } }), index);
    }
  }

  async #findRoom(liveId: string): Promise<Room | null> {
    // Whoever comes after an acknowledged write sees it, whichever node it was made on.
    if (this.#rooms.has(liveId)) await this.#lives.catchUp(liveId);
    return this.#rooms.get(liveId)?.room ?? this.#open(liveId);
  }

  /** `besides`: seats that the same answer has taken, and not yet sat down on. */
  #requireSeat(room: Room | null, { liveId, requireAdmitted }: Subscription, besides = 0): asserts room is Room {
    if (this.#closed) throw new LecternError('unavailable', 'This server is stopping.');
    if (!room) throw new LecternError('not_found');
    requireAdmitted(room.state);
    if (room.viewers.size + besides >= this.#options.seats) {
      throw new LecternError('unavailable', 'Every seat is taken.', { retryAfterSeconds: 5 });
    }
    // Deleted, or left by all, while another one's room was opened: nobody would tell this one any more.
    if (this.#rooms.get(liveId)?.opened !== room) throw new LecternError('unavailable', 'The Live is being opened.');
  }

  /** Streams of a Live that are open on this node, and the most there were since `takeCounts` was last asked. */
  countsOf(liveId: string): Counts {
    const room = this.#rooms.get(liveId)?.opened;
    return { viewers: room?.viewers.size ?? 0, most: room?.most ?? 0 };
  }

  /** The same of every Live that has a room. The most is counted anew from now on: what is taken here is the caller's to tell. */
  takeCounts(): Map<string, Counts> {
    return new Map(
      this.#rooms.entries().map(([liveId, { opened }]) => {
        const counts = this.countsOf(liveId);
        if (opened) opened.most = counts.viewers;
        return [liveId, counts];
      }),
    );
  }

  /** Ends all streams; browsers connect again, to the next process. */
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
      entry.following = await this.#lives.follow(liveId, ({ before, after, queue }) => {
        if (after) {
          // Whoever was let in before has to come in anew. [D20]
          if (this.#options.isClosedTo(before, after)) entry.opened?.end('closed');
          return entry.opened?.publish({ before, after, queue });
        }
        this.#forget(liveId, entry);
        entry.opened?.end('gone');
      });
      const state = entry.following?.state;
      // Deleted while it was read, or everything is closed: nobody would tell the room any more.
      if (!state || this.#rooms.get(liveId) !== entry) {
        entry.following?.close();
        return null;
      }
      entry.opened = new Room(state, this.#states, this.#metrics);
      return entry.opened;
    };
    const entry: Entry = { room: Promise.resolve().then(open), opened: null, following: null, emptySince: 0 };
    this.#rooms.set(liveId, entry);
    entry.room.then(
      (room) => room ?? this.#forget(liveId, entry),
      () => this.#forget(liveId, entry),
    );
    return entry.room;
  }

  #forget(liveId: string, entry: Entry): void {
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

/** Null where the connection is gone. */
export function openStreamConnection({ response, headers }: StreamResponse): StreamConnection | null {
  const { socket } = response;
  // An answer before this one on the same connection is still on its way: a stream would be waiting for nothing.
  if (!socket) throw new LecternError('unavailable', 'A stream needs a connection of its own.');
  if (socket.destroyed) return null;
  socket.setNoDelay(true);
  // Headers that are set one by one would be kept as long as the stream.
  response.writeHead(200, headers).flushHeaders();
  return new StreamConnection(socket, response.chunkedEncoding);
}

/** [D42] */
export const becameRestricted = (before: LiveState, after: LiveState): boolean =>
  after.profile.restricted && !before.profile.restricted;

/** [D20], [D42] */
export const lostAccess = (before: LiveState, after: LiveState): boolean =>
  before.record.secretHash !== after.record.secretHash || becameRestricted(before, after);

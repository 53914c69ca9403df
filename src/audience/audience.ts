import type { ServerResponse } from 'node:http';
import { LecternError } from '../contract/lectern-error.ts';
import { STREAM_BEAT_SECONDS } from '../contract/limits.ts';
import type { Lives } from '../domain/live/lives.ts';
import type { Metrics } from '../metrics.ts';
import { Room } from './room.ts';
import type { ViewerStates } from './viewer-state.ts';

/** A room without viewers is kept this long, so that those who come back find the changes they missed. */
const EMPTY_ROOM_MS = 60_000;

interface Entry {
  /** Null once the Live turns out not to exist. */
  readonly room: Promise<Room | null>;
  opened: Room | null;
  emptySince: number;
}

/** The audiences of all Lives on this node. */
export class Audience {
  readonly #lives: Lives;
  readonly #states: ViewerStates;
  readonly #metrics: Pick<Metrics, 'viewers' | 'resynchronizations'>;
  readonly #seats: number;
  /** Whether what this process knows of a Live can be out of date. */
  readonly #shared: boolean;
  readonly #rooms = new Map<string, Entry>();
  readonly #timer: NodeJS.Timeout;
  #closed = false;

  constructor(
    lives: Lives,
    states: ViewerStates,
    metrics: Pick<Metrics, 'viewers' | 'resynchronizations'>,
    options: { seats: number; shared: boolean },
  ) {
    this.#lives = lives;
    this.#states = states;
    this.#metrics = metrics;
    this.#seats = options.seats;
    this.#shared = options.shared;
    lives.onCommitted((event) => {
      const id = event.before.record.id;
      const room = this.#rooms.get(id)?.opened;
      if (event.after) return room?.publish({ ...event, after: event.after });
      this.#rooms.delete(id);
      room?.end(true);
    });
    this.#timer = setInterval(() => this.#beat(), STREAM_BEAT_SECONDS * 1000).unref();
  }

  /**
   * Makes the answer a stream of the Live and keeps it so. Throws `not_found`, and `unavailable` when every seat is taken.
   * What follows the head goes straight to the socket: one buffer for all viewers, one write each.
   */
  async join(liveId: string, response: ServerResponse, lastEventId: string | undefined): Promise<void> {
    const room = await this.#open(liveId);
    if (!room) throw new LecternError('not_found');
    if (this.#closed || room.viewers.size >= this.#seats) {
      throw new LecternError('unavailable', 'Every seat is taken.', { retryAfterSeconds: 5 });
    }
    const { socket } = response;
    // An answer before this one on the same connection is still on its way: a stream would be waiting for nothing.
    if (!socket) throw new LecternError('unavailable', 'A stream needs a connection of its own.');
    if (socket.destroyed) return;
    socket.setNoDelay(true);
    response.flushHeaders();
    room.join(socket, response.chunkedEncoding, lastEventId);
    this.#metrics.viewers.inc();
    socket.once('close', () => this.#metrics.viewers.dec());
  }

  /** Ends all streams; browsers connect again, to the next process. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const { opened } of this.#rooms.values()) opened?.end(false);
    this.#rooms.clear();
  }

  async #open(liveId: string): Promise<Room | null> {
    const known = this.#rooms.get(liveId);
    if (!known) return this.#begin(liveId);
    const room = await known.room;
    if (room && this.#shared) {
      const state = await this.#lives.find(liveId);
      if (!state) return null;
      room.offer(state);
    }
    return room;
  }

  #begin(liveId: string): Promise<Room | null> {
    const load = async () => {
      // The second look finds what was committed while the first was on its way; from then on commits reach the room.
      const state = await this.#lives.find(liveId);
      if (!state) return null;
      const room = new Room(state, this.#states, () => this.#metrics.resynchronizations.inc());
      entry.opened = room;
      const newer = await this.#lives.find(liveId);
      if (newer) room.offer(newer);
      return newer && room;
    };
    const entry: Entry = { room: Promise.resolve().then(load), opened: null, emptySince: 0 };
    this.#rooms.set(liveId, entry);
    entry.room.then(
      (room) => room ?? this.#forget(liveId, entry),
      () => this.#forget(liveId, entry),
    );
    return entry.room;
  }

  #forget(liveId: string, entry: Entry): void {
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

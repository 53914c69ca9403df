import {
  STREAM_HEARTBEAT_SECONDS,
  STREAM_LAG_MAX_SECONDS,
  STREAM_REPLAY_MAX_BYTES,
  STREAM_REPLAY_MAX_CHANGES,
  STREAM_UNSENT_MAX_BYTES,
} from '../contract/limits.ts';
import type { Metrics } from '../metrics.ts';
import { type Frame, toFrame } from './frame.ts';
import type { StreamConnection } from './stream-connection.ts';
import type { ViewerEvent, ViewerLive } from './viewer-feed.ts';

const HEARTBEAT = toFrame({ name: 'beat' });
const GONE = toFrame({ name: 'gone' });
export const CLOSED_FRAME = toFrame({ name: 'closed' });

export interface RoomMetrics extends Pick<Metrics, 'resynchronizations'> {
  readonly viewers: Pick<Metrics['viewers'], 'inc' | 'dec'>;
}

/** Seat of a page in a room. */
export interface Seat {
  readonly connection: StreamConnection;
  /** Ends the stream, unless other pages share its connection. */
  leave(): void;
}

/** Page that watches. Its unsent bytes are bounded, because a lagging viewer receives nothing more. */
interface Viewer {
  readonly connection: StreamConnection;
  /** Index of the page on a shared connection. */
  readonly subscription: number | null;
  readonly leave: () => void;
  /** False if the last state did not include the queue. The next change is then sent as a full state. */
  hasQueue: boolean;
  lagging: boolean;
  /**
   * While lagging: whether a change was skipped, bytes taken at the last heartbeat, and heartbeats without progress.
   */
  missed: boolean;
  taken: number;
  stalledBeats: number;
}

interface Replay {
  readonly from: string;
  readonly frame: Frame;
}

/** Viewers of a Live on this node, its current state, and recent changes for viewers that resume. */
export class Room {
  readonly viewers = new Set<Viewer>();
  /** Maximum number of viewers since this value was last reset. */
  most = 0;
  /** Maximum number of viewers since the room opened. */
  peak = 0;
  readonly #metrics: RoomMetrics;
  #live: ViewerLive;
  #stateFrame: Frame | null = null;
  #replay: Replay[] = [];
  #replayBytes = 0;
  #ended = false;

  constructor(live: ViewerLive, metrics: RoomMetrics) {
    this.#live = live;
    this.#metrics = metrics;
  }

  get live(): ViewerLive {
    return this.#live;
  }

  /**
   * Adds a viewer whose response head is already sent. A returning viewer gets the changes it missed, if they are still
   * kept. All others get the full state.
   */
  join(connection: StreamConnection, subscription: number | null, lastEventId: string | undefined): Seat {
    const leave = () => {
      if (this.viewers.delete(viewer)) this.#metrics.viewers.dec();
    };
    const viewer: Viewer = {
      connection,
      subscription,
      leave,
      hasQueue: true,
      lagging: false,
      missed: false,
      taken: 0,
      stalledBeats: 0,
    };
    this.viewers.add(viewer);
    this.most = Math.max(this.most, this.viewers.size);
    this.peak = Math.max(this.peak, this.viewers.size);
    this.#metrics.viewers.inc();
    connection.hold();
    connection.onClose(leave);
    // Content that is hidden now must not be replayed.
    const missed = lastEventId && this.#live.includesQueue ? this.#changesAfter(lastEventId) : null;
    if (missed) for (const frame of [...missed, HEARTBEAT]) this.#send(viewer, frame);
    else this.#sendState(viewer);
    if (this.#ended) this.end('gone');
    return { connection, leave: () => this.#leave(viewer) };
  }

  /** Broadcasts a change, encoded once, or the full state if the change would reveal hidden content. */
  publish({ before, after, toFrame }: ViewerEvent & { after: ViewerLive }): void {
    this.#live = after;
    // The change does not affect what viewers see.
    if (before.version === after.version) return;
    this.#stateFrame = null;
    const frame = toFrame();
    if (!frame) {
      this.#clearReplay();
      for (const viewer of this.viewers) this.#sendState(viewer);
      return;
    }
    this.#addReplay({ from: before.version, frame });
    for (const viewer of this.viewers) {
      if (viewer.hasQueue) this.#send(viewer, frame);
      else this.#sendState(viewer);
    }
  }

  beat(): void {
    for (const viewer of this.viewers) {
      // A viewer with unsent bytes needs no heartbeat.
      if (viewer.lagging) this.#disconnectIfStalled(viewer);
      else if (viewer.connection.unsentBytes === 0) this.#send(viewer, HEARTBEAT);
    }
  }

  /**
   * Ends all streams. `gone`: the Live was deleted. `closed`: viewers must be admitted again, at once. `stopped`: sends
   * no event, and browsers reconnect after a while.
   */
  end(reason: 'gone' | 'closed' | 'stopped'): void {
    this.#ended = reason === 'gone';
    for (const viewer of [...this.viewers]) {
      const { connection, subscription } = viewer;
      // Lagging viewers too, because a shared connection can stay open for other pages.
      if (reason !== 'stopped') connection.write(reason === 'gone' ? GONE : CLOSED_FRAME, subscription);
      this.#leave(viewer);
    }
  }

  #leave(viewer: Viewer): void {
    if (!this.viewers.has(viewer)) return;
    viewer.connection.offClose(viewer.leave);
    viewer.leave();
    viewer.connection.release();
  }

  #send(viewer: Viewer, frame: Frame): void {
    if (viewer.lagging) {
      viewer.missed = true;
      return;
    }
    const { connection, subscription } = viewer;
    if (connection.unsentBytes > STREAM_UNSENT_MAX_BYTES) this.#pauseUntilDrained(viewer);
    else connection.write(frame, subscription);
  }

  #sendState(viewer: Viewer): void {
    if (viewer.lagging) {
      viewer.missed = true;
      return;
    }
    this.#stateFrame ??= this.#live.toFrame();
    viewer.hasQueue = this.#live.includesQueue;
    this.#send(viewer, this.#stateFrame);
  }

  /** Pauses a viewer that reads too slowly until its unsent bytes are drained, then sends the full state. */
  #pauseUntilDrained(viewer: Viewer): void {
    viewer.lagging = true;
    viewer.missed = true;
    viewer.taken = viewer.connection.takenBytes;
    viewer.stalledBeats = 0;
    viewer.connection.onceDrained(() => {
      viewer.lagging = false;
      if (!viewer.missed || !this.viewers.has(viewer)) return;
      viewer.missed = false;
      this.#metrics.resynchronizations.inc();
      this.#sendState(viewer);
    });
  }

  /** Disconnects a viewer that has read nothing for a while. */
  #disconnectIfStalled(viewer: Viewer): void {
    const now = viewer.connection.takenBytes;
    viewer.stalledBeats = now > viewer.taken ? 0 : viewer.stalledBeats + 1;
    viewer.taken = now;
    if (viewer.stalledBeats * STREAM_HEARTBEAT_SECONDS >= STREAM_LAG_MAX_SECONDS) viewer.connection.destroy();
  }

  #addReplay(replay: Replay): void {
    this.#replay.push(replay);
    this.#replayBytes += replay.frame.plain.length;
    while (this.#replay.length > STREAM_REPLAY_MAX_CHANGES || this.#replayBytes > STREAM_REPLAY_MAX_BYTES) {
      this.#replayBytes -= this.#replay.shift()!.frame.plain.length;
    }
  }

  /** Drops the kept changes, so that returning viewers get the full state. */
  #clearReplay(): void {
    this.#replay = [];
    this.#replayBytes = 0;
  }

  /** Returns the changes after a version; empty for the current one, null for an unknown one. */
  #changesAfter(version: string): Frame[] | null {
    if (version === this.#live.version) return [];
    const first = this.#replay.findIndex(({ from }) => from === version);
    return first < 0 ? null : this.#replay.slice(first).map(({ frame }) => frame);
  }
}

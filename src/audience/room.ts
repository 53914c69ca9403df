import {
  STREAM_HEARTBEAT_SECONDS,
  STREAM_LAG_MAX_SECONDS,
  STREAM_REPLAY_MAX_BYTES,
  STREAM_REPLAY_MAX_CHANGES,
  STREAM_UNSENT_MAX_BYTES,
} from '../contract/limits.ts';
import type { LiveCommitted } from '../domain/live/followed-lives.ts';
import type { Metrics } from '../metrics.ts';
import type { LiveState } from '../storage/storage.ts';
import { type Frame, toFrame } from './frame.ts';
import type { StreamConnection } from './stream-connection.ts';
import type { ViewerStates } from './viewer-state.ts';

const BEAT = toFrame({ name: 'beat' });
const GONE = toFrame({ name: 'gone' });
export const CLOSED_FRAME = toFrame({ name: 'closed' });

export interface RoomMetrics extends Pick<Metrics, 'resynchronizations'> {
  readonly viewers: Pick<Metrics['viewers'], 'inc' | 'dec'>;
}

/** The place of a page that watches. */
export interface Seat {
  readonly connection: StreamConnection;
  /** Ends the stream of the page, unless other pages use its line. */
  leave(): void;
}

/** One page that watches. Unsent bytes are what its line holds: bounded, since a viewer that lags gets nothing more. */
interface Viewer {
  readonly line: StreamConnection;
  /** Of a line of several pages: which one's. */
  readonly subscription: number | null;
  readonly leave: () => void;
  /** False while it has a state without the queue, which it was not to see; the next change then comes as a whole state. */
  whole: boolean;
  lagging: boolean;
  /** While it lags: whether a change was left out, how much it had taken at the last beat, and for how many beats no more. */
  missed: boolean;
  taken: number;
  stalledBeats: number;
}

interface Replay {
  readonly from: string;
  readonly frame: Frame;
}

/** All viewers of one Live on this node, its present state, and the latest changes for those who come back. */
export class Room {
  readonly viewers = new Set<Viewer>();
  /** The most viewers at once since this was last set. */
  most = 0;
  /** The same since the room is open. */
  peak = 0;
  readonly #states: ViewerStates;
  readonly #metrics: RoomMetrics;
  #state: LiveState;
  #stateFrame: Frame | null = null;
  #replay: Replay[] = [];
  #replayBytes = 0;
  #ended = false;

  constructor(state: LiveState, states: ViewerStates, metrics: RoomMetrics) {
    this.#state = state;
    this.#states = states;
    this.#metrics = metrics;
  }

  get state(): LiveState {
    return this.#state;
  }

  /**
   * Takes in a viewer whose answer's head is on its way. One that was here before gets the changes since, if they are still
   * kept; every other gets the whole state.
   */
  join(line: StreamConnection, subscription: number | null, lastEventId: string | undefined): Seat {
    const leave = () => {
      if (this.viewers.delete(viewer)) this.#metrics.viewers.dec();
    };
    const viewer: Viewer = {
      line,
      subscription,
      leave,
      whole: true,
      lagging: false,
      missed: false,
      taken: 0,
      stalledBeats: 0,
    };
    this.viewers.add(viewer);
    this.most = Math.max(this.most, this.viewers.size);
    this.peak = Math.max(this.peak, this.viewers.size);
    this.#metrics.viewers.inc();
    line.hold();
    line.onClose(leave);
    // What is hidden now is not told from the past either.
    const missed = lastEventId && this.#states.includesQueue(this.#state) ? this.#since(lastEventId) : null;
    if (missed) for (const frame of [...missed, BEAT]) this.#send(viewer, frame);
    else this.#sendState(viewer);
    if (this.#ended) this.end('gone');
    return { connection: line, leave: () => this.#leave(viewer) };
  }

  /** One serialization, one write a viewer: the change, or the whole state where the change may not be told. */
  publish(event: LiveCommitted & { after: LiveState }): void {
    this.#state = event.after;
    // Something that is not the audience's has changed.
    if (this.#states.version(event.before) === this.#states.version(event.after)) return;
    this.#stateFrame = null;
    const change = this.#states.toChange(event);
    if (!change) {
      this.#forget();
      for (const viewer of this.viewers) this.#sendState(viewer);
      return;
    }
    const frame = toFrame({ name: 'change', id: change.version, data: change });
    this.#keep({ from: change.from, frame });
    for (const viewer of this.viewers) {
      if (viewer.whole) this.#send(viewer, frame);
      else this.#sendState(viewer);
    }
  }

  beat(): void {
    for (const viewer of this.viewers) {
      // Whoever still has bytes to read needs no sign of life.
      if (viewer.lagging) this.#letGoIfStalled(viewer);
      else if (viewer.line.unsentBytes === 0) this.#send(viewer, BEAT);
    }
  }

  /**
   * Ends all streams. `gone` tells that the Live is no more; `closed` that whoever was let in has to ask again, at once;
   * `stopped` nothing: browsers come back after a while.
   */
  end(reason: 'gone' | 'closed' | 'stopped'): void {
    this.#ended = reason === 'gone';
    for (const viewer of [...this.viewers]) {
      const { line, subscription } = viewer;
      // A viewer that lags is told too: other pages may keep its line open, and it would wait there for nothing.
      if (reason !== 'stopped') line.write(reason === 'gone' ? GONE : CLOSED_FRAME, subscription);
      this.#leave(viewer);
    }
  }

  #leave(viewer: Viewer): void {
    if (!this.viewers.has(viewer)) return;
    viewer.line.offClose(viewer.leave);
    viewer.leave();
    viewer.line.release();
  }

  #send(viewer: Viewer, frame: Frame): void {
    if (viewer.lagging) {
      viewer.missed = true;
      return;
    }
    const { line, subscription } = viewer;
    if (line.unsentBytes > STREAM_UNSENT_MAX_BYTES) this.#letCatchUp(viewer);
    else line.write(frame, subscription);
  }

  #sendState(viewer: Viewer): void {
    if (viewer.lagging) {
      viewer.missed = true;
      return;
    }
    this.#stateFrame ??= this.#makeStateFrame();
    viewer.whole = this.#states.includesQueue(this.#state);
    this.#send(viewer, this.#stateFrame);
  }

  #makeStateFrame(): Frame {
    const state = this.#states.toState(this.#state);
    return toFrame({ name: 'state', id: state.version, data: state });
  }

  /** Nothing more is written to a viewer that reads too slowly, until it has read what it has; then it gets the whole state. */
  #letCatchUp(viewer: Viewer): void {
    viewer.lagging = true;
    viewer.missed = true;
    viewer.taken = viewer.line.takenBytes;
    viewer.stalledBeats = 0;
    viewer.line.onceDrained(() => {
      viewer.lagging = false;
      if (!viewer.missed || !this.viewers.has(viewer)) return;
      viewer.missed = false;
      this.#metrics.resynchronizations.inc();
      this.#sendState(viewer);
    });
  }

  /** A viewer that takes nothing at all for a while is not there any more. */
  #letGoIfStalled(viewer: Viewer): void {
    const now = viewer.line.takenBytes;
    viewer.stalledBeats = now > viewer.taken ? 0 : viewer.stalledBeats + 1;
    viewer.taken = now;
    if (viewer.stalledBeats * STREAM_HEARTBEAT_SECONDS >= STREAM_LAG_MAX_SECONDS) viewer.line.destroy();
  }

  #keep(replay: Replay): void {
    this.#replay.push(replay);
    this.#replayBytes += replay.frame.plain.length;
    while (this.#replay.length > STREAM_REPLAY_MAX_CHANGES || this.#replayBytes > STREAM_REPLAY_MAX_BYTES) {
      this.#replayBytes -= this.#replay.shift()!.frame.plain.length;
    }
  }

  /** Whoever comes back gets the whole state. */
  #forget(): void {
    this.#replay = [];
    this.#replayBytes = 0;
  }

  /** The changes after a version; none for the present one, null for one that is not known (any more). */
  #since(version: string): Frame[] | null {
    if (version === this.#states.version(this.#state)) return [];
    const first = this.#replay.findIndex(({ from }) => from === version);
    return first < 0 ? null : this.#replay.slice(first).map(({ frame }) => frame);
  }
}

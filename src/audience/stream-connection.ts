import type { Socket } from 'node:net';
import { type Frame, LAST_CHUNK, toFrame } from './frame.ts';

/** How long a stream that has ended waits for the other side. */
const END_GRACE_MS = 1_000;

/**
 * One connection with an open event stream: of one page, or of several pages of a browser. Then an event `subscription` says whose events
 * follow, so that the frames themselves stay the same buffers for all.
 */
export class StreamConnection {
  readonly #socket: Socket;
  readonly #chunked: boolean;
  /** What is called once each time: when the connection is gone, when all bytes are sent. */
  readonly #closed = new Set<() => void>();
  readonly #drained = new Set<() => void>();
  #open = 0;
  #told: number | null = null;

  constructor(socket: Socket, chunked: boolean) {
    this.#socket = socket;
    this.#chunked = chunked;
    socket.on('close', () => this.#callAll(this.#closed));
    socket.on('drain', () => this.#callAll(this.#drained));
  }

  /** Bytes that the system has not taken yet. */
  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  /** Bytes that the system has taken. */
  get takenBytes(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength;
  }

  /** One more subscription uses the line. */
  hold(): void {
    this.#open++;
  }

  /** `subscription` is null on a line of one page. */
  write(frame: Frame, subscription: number | null): void {
    if (subscription !== this.#told) this.#write(subscriptionFrame(subscription!));
    this.#told = subscription;
    this.#write(frame);
  }

  onClose(call: () => void): void {
    this.#closed.add(call);
  }

  offClose(call: () => void): void {
    this.#closed.delete(call);
  }

  onceDrained(call: () => void): void {
    this.#drained.add(call);
  }

  /** A subscription has ended; the stream ends with the last one. */
  release(): void {
    if (--this.#open > 0) return;
    this.#socket.end(this.#chunked ? LAST_CHUNK : '');
    // A sleeping phone does not close its side.
    setTimeout(() => this.#socket.destroy(), END_GRACE_MS).unref();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #write(frame: Frame): void {
    this.#socket.write(this.#chunked ? frame.chunked : frame.plain);
  }

  #callAll(calls: Set<() => void>): void {
    const called = [...calls];
    calls.clear();
    for (const call of called) call();
  }
}

const frames: Frame[] = [];

const subscriptionFrame = (subscription: number): Frame =>
  (frames[subscription] ??= toFrame({ name: 'subscription', data: subscription }));

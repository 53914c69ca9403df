import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LecternError } from '../contract/lectern-error.ts';
import { type Frame, LAST_CHUNK, toFrame } from './frame.ts';

/** Time for which an ended stream waits for the client to close the connection. */
const END_GRACE_MS = 1_000;

export interface StreamResponse {
  readonly response: ServerResponse;
  readonly headers: OutgoingHttpHeaders;
}

/** Sends the head of a stream and returns its connection, or null if the connection is closed. */
export function openStreamConnection({ response, headers }: StreamResponse): StreamConnection | null {
  const { socket } = response;
  // A previous response on this connection is still being sent, so the stream would never start.
  if (!socket) throw new LecternError('unavailable', 'A stream requires its own connection.');
  if (socket.destroyed) return null;
  socket.setNoDelay(true);
  // `setHeader` would keep the headers in memory as long as the stream.
  response.writeHead(200, headers).flushHeaders();
  return new StreamConnection(socket, response.chunkedEncoding);
}

/**
 * Connection with an open event stream of one page, or of several pages of one browser. With several pages, an event
 * `subscription` says which page the next events are for, so that all connections can share the same frames.
 */
export class StreamConnection {
  readonly #socket: Socket;
  readonly #chunked: boolean;
  /** One-time listeners. */
  readonly #closed = new Set<() => void>();
  readonly #drained = new Set<() => void>();
  #subscriptions = 0;
  #lastSubscription: number | null = null;

  constructor(socket: Socket, chunked: boolean) {
    this.#socket = socket;
    this.#chunked = chunked;
    socket.on('close', () => this.#callAll(this.#closed));
    socket.on('drain', () => this.#callAll(this.#drained));
  }

  /** Bytes that are not yet handed to the operating system. */
  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  /** Bytes that are handed to the operating system. */
  get takenBytes(): number {
    return this.#socket.bytesWritten - this.#socket.writableLength;
  }

  /** Adds a subscription to the connection. */
  hold(): void {
    this.#subscriptions++;
  }

  /** Writes a frame. `subscription` is null if the connection has one page. */
  write(frame: Frame, subscription: number | null): void {
    if (subscription !== this.#lastSubscription) this.#write(subscriptionFrame(subscription!));
    this.#lastSubscription = subscription;
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

  /** Removes a subscription. The stream ends with the last one. */
  release(): void {
    if (--this.#subscriptions > 0) return;
    this.#socket.end(this.#chunked ? LAST_CHUNK : '');
    // A sleeping phone does not close the connection.
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

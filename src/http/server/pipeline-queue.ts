import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PIPELINED_PER_CONNECTION_MAX, PIPELINED_PER_NODE_MAX } from '../../contract/limits.ts';

type Response = ServerResponse;

/**
 * Current response of a connection, until it is sent. A property, because a map of all connections slows garbage
 * collection.
 */
const CURRENT = Symbol('current response');
/** Queue of a connection whose client pipelines requests. */
const QUEUE = Symbol('queue');

interface Queue {
  readonly waiting: Response[];
  /** Parser error after the queued requests. */
  malformed: Error | null;
}

type Connection = Socket & { [CURRENT]?: Response; [QUEUE]?: Queue };

/**
 * Handles one request per connection at a time. A pipelined request waits until the previous response is sent, and the
 * connection is not read meanwhile, so a client that does not read its responses costs at most one response. Requests
 * that arrive in one read are queued. The queue is limited per connection and per node; a connection that exceeds a
 * limit is closed.
 */
export class PipelineQueue {
  readonly #handle: (response: Response) => void;
  readonly #refuse: (error: Error, socket: Socket) => void;
  /** Number of queued requests on all connections. */
  #waiting = 0;

  /** `refuse` responds to a parser error and closes the connection. */
  constructor(handle: (response: Response) => void, refuse: (error: Error, socket: Socket) => void) {
    this.#handle = handle;
    this.#refuse = refuse;
  }

  /** Handles a request now, or queues it behind the current one. */
  add(response: Response): void {
    const connection: Connection = response.req.socket;
    const current = connection[CURRENT];
    if (connection[QUEUE] || (current && isInProgress(current))) {
      this.#wait(connection, response);
    } else {
      connection[CURRENT] = response;
      this.#handle(response);
    }
  }

  /** Answers a parser error after all earlier requests of the connection. */
  refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection: Connection = socket;
    const current = connection[CURRENT];
    const inProgress = current && isInProgress(current) ? current : undefined;
    // A response that has begun cannot be replaced by an error.
    const hasResponseStarted = inProgress?.headersSent && !inProgress.req.complete;
    if (!socket.writable || error.code === 'ECONNRESET') closeConnection(socket, inProgress);
    else if (connection[QUEUE] || inProgress?.req.complete) this.#refuseLater(connection, error);
    else if (hasResponseStarted) closeConnection(socket, inProgress);
    else this.#refuse(error, socket);
  }

  #refuseLater(connection: Connection, error: Error): void {
    const queue = this.#queueOf(connection);
    queue.malformed ??= error;
    // The last queued request can be the one with the malformed body.
    if (queue.waiting.at(-1)?.req.complete === false) {
      queue.waiting.pop();
      this.#waiting--;
    }
    connection.pause();
  }

  #wait(connection: Connection, response: Response): void {
    // A closed connection drops further requests.
    if (connection.destroyed) return;
    const queue = this.#queueOf(connection);
    if (queue.waiting.length >= PIPELINED_PER_CONNECTION_MAX || this.#waiting >= PIPELINED_PER_NODE_MAX) {
      connection.destroy();
      return;
    }
    queue.waiting.push(response);
    this.#waiting++;
    connection.pause();
  }

  #queueOf(connection: Connection): Queue {
    if (connection[QUEUE]) return connection[QUEUE];
    const queue: Queue = { waiting: [], malformed: null };
    connection[QUEUE] = queue;
    connection[CURRENT]!.once('close', () => this.#handleNext(connection, queue));
    return queue;
  }

  /** Handles the next request after a response was sent or its connection closed. */
  #handleNext(connection: Connection, queue: Queue): void {
    if (!connection.writable) {
      this.#waiting -= queue.waiting.length;
      queue.waiting.length = 0;
      return;
    }
    const next = queue.waiting.shift();
    if (!next) {
      connection[QUEUE] = undefined;
      connection[CURRENT] = undefined;
      if (queue.malformed) this.#refuse(queue.malformed, connection);
      else connection.resume();
      return;
    }
    this.#waiting--;
    connection[CURRENT] = next;
    next.once('close', () => this.#handleNext(connection, queue));
    this.#handle(next);
  }
}

/** Releases a response that is already sent, so that its idle connection does not keep it. Call it after `end`. */
export function releaseSentResponse(response: Response): void {
  const connection: Connection | null = response.socket;
  if (connection && response.writableFinished) connection[CURRENT] = undefined;
}

const isInProgress = (response: Response): boolean => !response.writableFinished && !response.destroyed;

function closeConnection(socket: Socket, current: Response | undefined): void {
  // A complete response can still have unsent bytes.
  if (current?.writableEnded) socket.destroySoon();
  else socket.destroy();
}

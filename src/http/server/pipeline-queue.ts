import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PIPELINED_PER_CONNECTION_MAX, PIPELINED_PER_NODE_MAX } from '../../contract/limits.ts';

type Response = ServerResponse;

/** Current response of a connection, until it is sent. A property, because a map of all connections slows garbage collection. */
const CURRENT = Symbol('current answer');
/** Queue of a connection whose client pipelines requests. */
const LINE = Symbol('line');

interface Line {
  readonly waiting: Response[];
  /** Parser error after the queued requests. */
  malformed: Error | null;
}

type Connection = Socket & { [CURRENT]?: Response; [LINE]?: Line };

/**
 * Handles one request per connection at a time. A pipelined request waits until the previous response is sent, and the connection
 * is not read meanwhile, so a client that does not read its responses costs at most one response. Requests that arrive in one read
 * are queued. The queue is limited per connection and per node; a connection that exceeds a limit is closed.
 */
export class PipelineQueue {
  readonly #handle: (response: Response) => void;
  readonly #refuse: (error: Error, socket: Socket) => void;
  /** Number of queued requests on all connections. */
  #waiting = 0;

  /** `refuse` answers a parser error and closes the connection. */
  constructor(handle: (response: Response) => void, refuse: (error: Error, socket: Socket) => void) {
    this.#handle = handle;
    this.#refuse = refuse;
  }

  /** Handles a request now, or queues it behind the current one. */
  add(response: Response): void {
    const connection: Connection = response.req.socket;
    const current = connection[CURRENT];
    if (connection[LINE] || (current && isInWork(current))) {
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
    const inWork = current && isInWork(current) ? current : undefined;
    // A response that has begun cannot be replaced by an error.
    const isInAnswer = inWork?.headersSent && !inWork.req.complete;
    if (!socket.writable || error.code === 'ECONNRESET') close(socket, inWork);
    else if (connection[LINE] || inWork?.req.complete) this.#refuseLater(connection, error);
    else if (isInAnswer) close(socket, inWork);
    else this.#refuse(error, socket);
  }

  #refuseLater(connection: Connection, error: Error): void {
    const line = this.#lineOf(connection);
    line.malformed ??= error;
    // The last queued request can be the one with the malformed body.
    if (line.waiting.at(-1)?.req.complete === false) {
      line.waiting.pop();
      this.#waiting--;
    }
    connection.pause();
  }

  #wait(connection: Connection, response: Response): void {
    // A closed connection drops further requests.
    if (connection.destroyed) return;
    const line = this.#lineOf(connection);
    if (line.waiting.length >= PIPELINED_PER_CONNECTION_MAX || this.#waiting >= PIPELINED_PER_NODE_MAX) {
      connection.destroy();
      return;
    }
    line.waiting.push(response);
    this.#waiting++;
    connection.pause();
  }

  #lineOf(connection: Connection): Line {
    if (connection[LINE]) return connection[LINE];
    const line: Line = { waiting: [], malformed: null };
    connection[LINE] = line;
    connection[CURRENT]!.once('close', () => this.#goOn(connection, line));
    return line;
  }

  /** Handles the next request after a response was sent or its connection closed. */
  #goOn(connection: Connection, line: Line): void {
    if (!connection.writable) {
      this.#waiting -= line.waiting.length;
      line.waiting.length = 0;
      return;
    }
    const next = line.waiting.shift();
    if (!next) {
      connection[LINE] = undefined;
      connection[CURRENT] = undefined;
      if (line.malformed) this.#refuse(line.malformed, connection);
      else connection.resume();
      return;
    }
    this.#waiting--;
    connection[CURRENT] = next;
    next.once('close', () => this.#goOn(connection, line));
    this.#handle(next);
  }
}

/** Releases a response that is already sent, so that its idle connection does not keep it. Call it after `end`. */
export function releaseSentResponse(response: Response): void {
  const connection: Connection | null = response.socket;
  if (connection && response.writableFinished) connection[CURRENT] = undefined;
}

const isInWork = (response: Response): boolean => !response.writableFinished && !response.destroyed;

function close(socket: Socket, current: Response | undefined): void {
  // A complete response can still have unsent bytes.
  if (current?.writableEnded) socket.destroySoon();
  else socket.destroy();
}

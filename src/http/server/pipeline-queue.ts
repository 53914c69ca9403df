import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PIPELINED_PER_CONNECTION_MAX, PIPELINED_PER_NODE_MAX } from '../../contract/limits.ts';

type Response = ServerResponse;

/** The answer of a connection that is in work or not yet sent. A property: a map of all connections burdens the collector. */
const CURRENT = Symbol('current answer');
/** Of a connection whose client sends requests without waiting for the answers. */
const LINE = Symbol('line');

interface Line {
  readonly waiting: Response[];
  /** What came after them and is no request. */
  malformed: Error | null;
}

type Connection = Socket & { [CURRENT]?: Response; [LINE]?: Line };

/**
 * Gives each connection one request in work at a time. A request that comes while an answer of its connection is in work or unsent
 * waits for that answer to be sent, and the connection is not read meanwhile. So a client that does not read costs one answer at
 * most. The requests of one read from the socket arrive together, so their number is bounded too, for a connection and for the
 * node: a connection that exceeds it is closed.
 */
export class PipelineQueue {
  readonly #handle: (response: Response) => void;
  readonly #refuse: (error: Error, socket: Socket) => void;
  /** Requests that wait on all connections. */
  #waiting = 0;

  /** `refuse` answers what is not a request, and closes the connection. */
  constructor(handle: (response: Response) => void, refuse: (error: Error, socket: Socket) => void) {
    this.#handle = handle;
    this.#refuse = refuse;
  }

  /** Handles a request, in its turn. */
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

  /** Refuses what the parser could not read, after the requests before it are answered. */
  refuse(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection: Connection = socket;
    const current = connection[CURRENT];
    const inWork = current && isInWork(current) ? current : undefined;
    // Nothing can stand in the middle of an answer that has begun.
    const isInAnswer = inWork?.headersSent && !inWork.req.complete;
    if (!socket.writable || error.code === 'ECONNRESET') close(socket, inWork);
    else if (connection[LINE] || inWork?.req.complete) this.#refuseLater(connection, error);
    else if (isInAnswer) close(socket, inWork);
    else this.#refuse(error, socket);
  }

  #refuseLater(connection: Connection, error: Error): void {
    const line = this.#lineOf(connection);
    line.malformed ??= error;
    // The last one may be the request whose body is malformed.
    if (line.waiting.at(-1)?.req.complete === false) {
      line.waiting.pop();
      this.#waiting--;
    }
    connection.pause();
  }

  #wait(connection: Connection, response: Response): void {
    // What comes after an end is dropped with the connection.
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

  /** After an answer was sent, or its connection closed. */
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

/** To be called when an answer was handed over: one that is sent already is not kept for its idle connection. */
export function releaseSentResponse(response: Response): void {
  const connection: Connection | null = response.socket;
  if (connection && response.writableFinished) connection[CURRENT] = undefined;
}

const isInWork = (response: Response): boolean => !response.writableFinished && !response.destroyed;

function close(socket: Socket, current: Response | undefined): void {
  // An answer that is complete may still be on its way.
  if (current?.writableEnded) socket.destroySoon();
  else socket.destroy();
}

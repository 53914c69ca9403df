import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PipelineQueue, releaseSentResponse } from './pipeline-queue.ts';
import { TickLimiter } from './tick-limiter.ts';

/** A client that sends its request more slowly than this is let go. Longer than a node may stand still: that is not the client's. */
const REQUEST_TIMEOUT_MS = 60_000;
/** How long clients are told that a connection without a request is kept. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/**
 * A connection on which nothing moves for this long is let go, and what is unsent of its answer with it; one that is read
 * slowly goes on. Polls are answered and streams beat several times as often.
 */
const CONNECTION_TIMEOUT_MS = 75_000;

/** Who still sends is read from for so long after an answer that ends its connection. */
const LINGER_MAX_MS = 30_000;

/**
 * Watchers that begin in one turn of the event loop: as many as may watch a Live, which all come again when it changes. When
 * thousands come at once, after a restart or a break of the network, those who write need not wait behind them.
 */
const WATCHERS_AT_ONCE = 50;

/** Hears once that its answer was handed over. */
export interface ResponseObserver {
  record(): void;
}

/** The code of the error with which CONNECT is refused. */
export const CONNECT_ERROR_CODE = 'CONNECT';
/** The same of a body in a transfer coding that is not read here. */
export const TRANSFER_CODING_ERROR_CODE = 'TRANSFER_CODING';

/**
 * An answer that tells when it was handed over. To listen for its "finish" would cost a read a twentieth of its time. It tells an
 * object, not a function of its own: thousands of answers wait.
 */
export class ObservedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  observer: ResponseObserver | null = null;

  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    if (!this.shouldKeepAlive && this.socket && mayStillCome(this.req)) closeInStages(this.socket, this.req);
    super.end(chunk, encoding as BufferEncoding, callback as () => void);
    releaseSentResponse(this);
    // Where the client is gone, nobody was answered.
    if (!this.destroyed) this.observer?.record();
    this.observer = null;
    return this;
  }
}

/** Whether there is a body of which not all has come. */
const mayStillCome = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** A connection that is closed while bytes still come takes the answer with it: its own side first (RFC 9112 §9.6). */
function closeInStages(socket: Socket, request: IncomingMessage): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(destroySoon, LINGER_MAX_MS);
    socket.once('close', () => clearTimeout(timer));
    request.once('close', destroySoon).resume();
  };
}

/**
 * node:http, with its limits of time. `handle` is called with each request in its turn; `refuse` answers what is not a request.
 * What the parser refuses is to be handed to `turns`.
 */
export function createHttpServer(
  handle: RequestListener,
  refuse: (error: Error, socket: Socket) => void,
): { server: Server; turns: PipelineQueue } {
  const watchers = new TickLimiter<ServerResponse<IncomingMessage>>(WATCHERS_AT_ONCE, (response) => {
    // Who has left meanwhile asks for nothing any more.
    if (!response.destroyed) handle(response.req, response);
  });
  const options = {
    ServerResponse: ObservedResponse,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    keepAliveTimeoutBuffer: CONNECTION_TIMEOUT_MS - KEEP_ALIVE_TIMEOUT_MS,
    // Nothing waits for the end of a body that was not announced.
    optimizeEmptyRequests: true,
    // Refused below, with the Error object.
    requireHostHeader: false,
  };
  const turns = new PipelineQueue((response) => {
    const request = response.req;
    const fault = faultOf(request);
    if (fault) return refuse(fault, request.socket);
    if (comesToWatch(request)) watchers.run(response);
    else handle(request, response);
  }, refuse);
  const listen: RequestListener = (request, response) => {
    forgetTypeOfNothing(request);
    turns.add(response);
  };
  const server = createServer(options, listen);
  // An expectation that is not known may be passed over (RFC 9110 §10.1.1).
  server.on('checkExpectation', listen);
  // A proxy's method, which nothing here has.
  server.on('connect', (_request, socket) => {
    turns.refuse(
      Object.assign(new Error('No tunnels are opened here.'), { code: CONNECT_ERROR_CODE }),
      socket as Socket,
    );
  });
  server.setTimeout(CONNECTION_TIMEOUT_MS);
  return { server, turns };
}

/** Without a length and without chunks there is no body (RFC 9112 §6.3), and who waited for its end would wait for good. */
function forgetTypeOfNothing({ headers }: IncomingMessage): void {
  if (headers['content-type'] === undefined) return;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    delete headers['content-type'];
  }
}

/** Why a request is not one, which HTTP leaves to the server to find; null for one that is. */
function faultOf({ rawHeaders, headers, httpVersion }: IncomingMessage): Error | null {
  let hosts = 0;
  let authorizations = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === HOST_CHARACTERS && name.toLowerCase() === 'host') hosts++;
    else if (name.length === AUTHORIZATION_CHARACTERS && name.toLowerCase() === 'authorization') authorizations++;
  }
  // RFC 9112 §3.2
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return new Error('The request has no Host, or several.');
  if (authorizations > 1) return new Error('The request has several Authorization lines.');
  const coding = headers['transfer-encoding'];
  // RFC 9112 §6.1
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    return Object.assign(new Error('The request has a transfer coding other than chunked.'), {
      code: TRANSFER_CODING_ERROR_CODE,
    });
  }
  return null;
}

const HOST_CHARACTERS = 'host'.length;
const AUTHORIZATION_CHARACTERS = 'authorization'.length;

/** Long polls, and the audience. */
const comesToWatch = ({ method, url }: IncomingMessage): boolean =>
  method === 'GET' && (url!.startsWith('/l/') || url!.includes('/events'));

import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PipelineQueue, releaseSentResponse } from './pipeline-queue.ts';
import { TickLimiter } from './tick-limiter.ts';

/** Time a client has to send a request. Longer than a node can stall, which is not the client's fault. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Keep-alive time that responses announce. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/**
 * Closes a connection after this time without any traffic, with its unsent bytes. A client that reads slowly is not
 * affected. Polls and the heartbeats of streams are several times more frequent.
 */
const CONNECTION_TIMEOUT_MS = 75_000;

/** Time that a connection drains incoming bytes after a response that closes it. */
const LINGER_MAX_MS = 30_000;

/**
 * Polls and audience requests that start per event-loop tick: as many as can watch one Live, since they all reconnect
 * when it changes. When thousands reconnect at once, after a restart or a network failure, writes do not wait behind
 * them.
 */
const WATCHERS_AT_ONCE = 50;

/** Notified once when a response has been handed to the socket. */
export interface ResponseObserver {
  record(): void;
}

/** Error code of a refused CONNECT request. */
export const CONNECT_ERROR_CODE = 'CONNECT';
/** Error code of a request with an unsupported transfer coding. */
export const TRANSFER_CODING_ERROR_CODE = 'TRANSFER_CODING';

/**
 * Response that notifies an observer in `end`. A "finish" listener would cost 5 % of a read. The observer is an object
 * instead of a closure, to save memory while thousands of responses wait.
 */
export class ObservedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  observer: ResponseObserver | null = null;

  override end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    if (!this.shouldKeepAlive && this.socket && hasUnreadBody(this.req)) closeInStages(this.socket, this.req);
    super.end(chunk, encoding as BufferEncoding, callback as () => void);
    releaseSentResponse(this);
    // A disconnected client received no response.
    if (!this.destroyed) this.observer?.record();
    this.observer = null;
    return this;
  }
}

/** Checks whether parts of the request body are still to be received. */
const hasUnreadBody = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/**
 * Closes the sending side first and drains the request, so that the client can still read the response (RFC 9112 §9.6).
 */
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
 * Creates the node:http server with its timeouts. `handle` gets one request per connection at a time; `refuse` answers
 * invalid requests. Pass errors of the parser to the returned queue.
 */
export function createHttpServer(
  handle: RequestListener,
  refuse: (error: Error, socket: Socket) => void,
): { server: Server; queue: PipelineQueue } {
  const watchers = new TickLimiter<ServerResponse<IncomingMessage>>(WATCHERS_AT_ONCE, (response) => {
    // The client can have disconnected while the request waited.
    if (!response.destroyed) handle(response.req, response);
  });
  const options = {
    ServerResponse: ObservedResponse,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    keepAliveTimeoutBuffer: CONNECTION_TIMEOUT_MS - KEEP_ALIVE_TIMEOUT_MS,
    // Requests without a declared body end immediately.
    optimizeEmptyRequests: true,
    // `findFault` checks it, so that the response is a problem.
    requireHostHeader: false,
  };
  const queue = new PipelineQueue((response) => {
    const request = response.req;
    const fault = findFault(request);
    if (fault) return refuse(fault, request.socket);
    if (isWatchRequest(request)) watchers.run(response);
    else handle(request, response);
  }, refuse);
  const listen: RequestListener = (request, response) => {
    removeTypeWithoutBody(request);
    queue.add(response);
  };
  const server = createServer(options, listen);
  // Unknown expectations can be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', listen);
  // CONNECT is for proxies, and no path here supports it.
  server.on('connect', (_request, socket) => {
    queue.refuse(
      Object.assign(new Error('No tunnels are opened here.'), { code: CONNECT_ERROR_CODE }),
      socket as Socket,
    );
  });
  server.setTimeout(CONNECTION_TIMEOUT_MS);
  return { server, queue };
}

/** Removes the Content-Type of a request without a body (RFC 9112 §6.3), because Fastify would wait for a body. */
function removeTypeWithoutBody({ headers }: IncomingMessage): void {
  if (headers['content-type'] === undefined) return;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    delete headers['content-type'];
  }
}

/** Returns the error of a request that the parser accepts although HTTP requires the server to reject it, or null. */
function findFault({ rawHeaders, headers, httpVersion }: IncomingMessage): Error | null {
  let hosts = 0;
  let authorizations = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === HOST_CHARACTERS && name.toLowerCase() === 'host') hosts++;
    else if (name.length === AUTHORIZATION_CHARACTERS && name.toLowerCase() === 'authorization') authorizations++;
  }
  // RFC 9112 §3.2
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    return new Error('The request must have exactly one Host header.');
  if (authorizations > 1) return new Error('The request has more than one Authorization header.');
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

/** Checks for a long poll or an audience request. */
const isWatchRequest = ({ method, url }: IncomingMessage): boolean =>
  method === 'GET' && (url!.startsWith('/l/') || url!.includes('/events'));

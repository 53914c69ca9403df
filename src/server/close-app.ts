import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a stop waits for requests that are under way. */
const STOP_GRACE_MS = 5_000;
const IDLE_CHECK_MS = 50;

/** Takes no new requests, and resolves when those under way are answered or the grace has passed. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const { server } = app;
  // A connection whose last request was under way at the signal is idle soon, and would be waited for.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const forced = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(forced);
}

/**
 * For Node a connection is idle as soon as its answer is handed over, and closing the server destroys it with what a slow
 * reader has not taken yet. While there is such an answer, idle connections stay open; a stop waits for it anyway.
 */
export function keepUnsentResponses(server: Server): void {
  const sockets = new Set<Socket>();
  // One for all of them: there are thousands.
  function forget(this: Socket): void {
    sockets.delete(this);
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', forget);
  });
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if (sockets.values().every(({ writableLength }) => writableLength === 0)) closeIdleConnections();
  };
}

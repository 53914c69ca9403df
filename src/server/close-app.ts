import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Time that a shutdown waits for requests in progress. */
const STOP_GRACE_MS = 5_000;
const IDLE_CHECK_MS = 50;

/** Stops accepting requests. Resolves when the requests in progress are answered or the grace period has passed. */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const { server } = app;
  // Connections become idle after their last response, and `app.close` would wait for them.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const forced = setTimeout(() => server.closeAllConnections(), STOP_GRACE_MS);
  await app.close();
  clearInterval(idle);
  clearTimeout(forced);
}

/**
 * Keeps idle connections open while any response has unsent bytes. Node considers a connection idle as soon as its
 * response has ended, and would destroy it together with bytes that a slow client has not read yet.
 * Returns the open connections.
 */
export function keepUnsentResponses(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  // One shared listener, because there are thousands of connections.
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
  return sockets;
}

import { Server as NetServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isLiteralLoopback } from '../config/addresses.ts';

/** Backlog of connections to accept, because all phones of an audience can reconnect at once. */
const BACKLOG = 4_096;
/** Time for the response to a request that closes its own connection. */
const RESPONSE_MS = 1_000;

/** Listens on a port, and moves to another address while the server runs. */
export class Listener {
  readonly #app: FastifyInstance;
  readonly #sockets: ReadonlySet<Socket>;
  #host = '';
  #port = 0;

  /** `sockets` are the open connections of the server. */
  constructor(app: FastifyInstance, sockets: ReadonlySet<Socket>) {
    this.#app = app;
    this.#sockets = sockets;
  }

  /** Starts to listen. Returns the port, which the operating system chooses for port 0. */
  async start(host: string, port: number): Promise<number> {
    await this.#app.listen({ host, port, backlog: BACKLOG });
    this.#host = host;
    this.#port = (this.#app.server.address() as { port: number }).port;
    return this.#port;
  }

  /**
   * Moves to another address of the same port. Open connections stay, except those of other devices if it moves to this
   * machine only. Rejects and stays if it cannot listen there.
   */
  async moveTo(host: string): Promise<void> {
    const before = this.#host;
    if (!this.#app.server.listening) throw new Error('The server does not listen, or no longer.');
    // The port cannot be bound to one address and to all of them at the same time. The method of HTTP servers would
    // also close idle connections.
    NetServer.prototype.close.call(this.#app.server);
    try {
      await this.#listen(host);
    } catch (error) {
      await this.#listen(before);
      throw error;
    }
    this.#host = host;
    if (isLiteralLoopback(host)) setTimeout(() => this.#closeOthers(), RESPONSE_MS).unref();
  }

  async #listen(host: string): Promise<void> {
    const { server } = this.#app;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once('error', reject);
    server.listen({ host, port: this.#port, backlog: BACKLOG }, resolve);
    await promise.finally(() => {
      server.off('error', reject);
      server.off('listening', resolve);
    });
  }

  /** Closes the connections of other devices, unless they may connect again. */
  #closeOthers(): void {
    if (!isLiteralLoopback(this.#host)) return;
    for (const socket of this.#sockets) if (!isLiteralLoopback(socket.localAddress ?? '')) socket.destroy();
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPERATIONS, type Operation } from '../../contract/operations.ts';
import type { OauthStore } from '../../storage/storage.ts';

/** What a page may read of an answer, beside its content. [D8] */
const EXPOSED =
  'ETag, Location, Retry-After, X-Request-Id, RateLimit, RateLimit-Policy, WWW-Authenticate, Deprecation, Sunset, Lectern-Skipped';
/** What a page may send along. */
const SENT = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id';
const PREFLIGHT_SECONDS = 7_200;

/** The addresses, as the router has them, of operations that have no CORS: polls. [D8] */
const UNSHARED = new Set(
  (Object.values(OPERATIONS) as Operation[])
    .filter(({ poll }) => poll)
    .map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
);

/** The origins of the redirect URIs of enabled clients: pages there may use REST. Read when asked for, and kept. [D8] */
export class ClientOrigins {
  readonly #clients: Pick<OauthStore, 'listClients'>;
  #known: Promise<ReadonlySet<string>> | null = null;

  constructor(clients: Pick<OauthStore, 'listClients'>) {
    this.#clients = clients;
  }

  async allows(origin: string): Promise<boolean> {
    const known = this.#known ?? this.#load();
    this.#known = known;
    try {
      return (await known).has(origin);
    } catch (error) {
      // The next request reads them again.
      if (this.#known === known) this.#known = null;
      throw error;
    }
  }

  /** To be called after every change of clients. */
  invalidate(): void {
    this.#known = null;
  }

  async #load(): Promise<ReadonlySet<string>> {
    const clients = await this.#clients.listClients();
    const uris = clients.filter(({ disabled }) => !disabled).flatMap(({ redirectUris }) => redirectUris);
    return new Set(uris.map((uri) => new URL(uri).origin));
  }
}

/** Lets the page that sent a request read the answer, if its origin is a client's. True if it may. */
export async function allowOrigin(
  origins: ClientOrigins,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { origin } = request.headers;
  if (origin === undefined || UNSHARED.has(request.routeOptions.url ?? '')) return false;
  if (!(await origins.allows(origin))) return false;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', EXPOSED)
    .header('vary', 'Origin');
  return true;
}

/** A browser asks, on behalf of a page, whether that may send a request. */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** What such a page may send to a path with these methods. */
export function setPreflightHeaders(reply: FastifyReply, methods: readonly string[]): void {
  reply
    .header('access-control-allow-methods', methods.join(', '))
    .header('access-control-allow-headers', SENT)
    .header('access-control-max-age', PREFLIGHT_SECONDS)
    .removeHeader('access-control-expose-headers');
}

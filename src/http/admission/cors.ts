import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPERATIONS, type Operation } from '../../contract/operations.ts';
import type { OauthStore } from '../../storage/storage.ts';

/** Response headers that scripts of other origins can read. [D8] */
const EXPOSED_HEADERS =
  'ETag, Location, Retry-After, X-Request-Id, RateLimit, RateLimit-Policy, WWW-Authenticate, Deprecation, Sunset, Lectern-Skipped';
/** Request headers that scripts of other origins can send. */
const ALLOWED_HEADERS = 'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, X-Request-Id';
const PREFLIGHT_SECONDS = 7_200;

/** Route paths without CORS, which are the long polls. [D8] */
const PATHS_WITHOUT_CORS = new Set(
  (Object.values(OPERATIONS) as Operation[])
    .filter(({ poll }) => poll)
    .map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
);

/** Cache of the origins that can call REST: those of the redirect URIs of enabled clients. Loaded on first use. [D8] */
export class ClientOrigins {
  readonly #clients: Pick<OauthStore, 'listClients'>;
  #cache: Promise<ReadonlySet<string>> | null = null;

  constructor(clients: Pick<OauthStore, 'listClients'>) {
    this.#clients = clients;
  }

  async allows(origin: string): Promise<boolean> {
    const cached = this.#cache ?? this.#load();
    this.#cache = cached;
    try {
      return (await cached).has(origin);
    } catch (error) {
      // Lets the next request retry.
      if (this.#cache === cached) this.#cache = null;
      throw error;
    }
  }

  /** Clears the cache. Call it after every change of clients. */
  invalidate(): void {
    this.#cache = null;
  }

  async #load(): Promise<ReadonlySet<string>> {
    const clients = await this.#clients.listClients();
    const uris = clients.filter(({ disabled }) => !disabled).flatMap(({ redirectUris }) => redirectUris);
    return new Set(uris.map((uri) => new URL(uri).origin));
  }
}

/** Sets the CORS headers if the request comes from the origin of a registered client. Returns whether it does. */
export async function allowOrigin(
  origins: ClientOrigins,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { origin } = request.headers;
  if (origin === undefined || PATHS_WITHOUT_CORS.has(request.routeOptions.url ?? '')) return false;
  if (!(await origins.allows(origin))) return false;
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', EXPOSED_HEADERS)
    .header('vary', 'Origin');
  return true;
}

/** Checks for a CORS preflight request. */
export const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Sets the headers of a preflight response for a path with these methods. */
export function setPreflightHeaders(reply: FastifyReply, methods: readonly string[]): void {
  reply
    .header('access-control-allow-methods', methods.join(', '))
    .header('access-control-allow-headers', ALLOWED_HEADERS)
    .header('access-control-max-age', PREFLIGHT_SECONDS)
    .removeHeader('access-control-expose-headers');
}

import createClient, { type MaybeOptionalInit } from 'openapi-fetch';
import { readProblem } from './lectern-problem.ts';
import type { paths } from './schema.ts';

export interface LecternClientOptions {
  /**
   * Base URL of the server, for example "https://lectern.example.org". Empty in a page that the server itself serves.
   */
  baseUrl: string;
  /** Bearer credential: `svc_…`, `bt_…` or `oa_…`. */
  token: string;
  /** Replacement for the global `fetch`. It must respect the signal of its request. */
  fetch?: (request: Request) => Promise<Response>;
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];
type Init<Path extends keyof paths, M extends Method> = MaybeOptionalInit<paths[Path], M>;
type Responses<Operation> = Operation extends { responses: infer All } ? All[keyof All & (200 | 201 | 204)] : never;

/** JSON content of an operation's successful response; undefined if it has none. */
export type Success<Operation> =
  Responses<Operation> extends { content: { 'application/json': infer Content } } ? Content : undefined;

/**
 * Sends one request. Rejects with LecternProblem for every unsuccessful response, and with TypeError on a network
 * error.
 */
type Call<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...init: undefined extends Init<Path, M> ? [init?: Init<Path, M>] : [init: Init<Path, M>]
) => Promise<{ data: Success<paths[Path][M]>; response: Response }>;

/** Client with every operation of the REST API, by method and path, typed by openapi.json. */
export interface LecternClient {
  readonly GET: Call<'get'>;
  readonly PUT: Call<'put'>;
  readonly POST: Call<'post'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
}

/** Creates a client for one server with one credential. Throws TypeError if `baseUrl` or `token` is unusable. */
export function createLecternClient({ baseUrl, token, fetch }: LecternClientOptions): LecternClient {
  const headers = { authorization: `Bearer ${token}` };
  // Validates the options here: as an error of each request, a bad option would look like a network failure.
  const { url } = new Request(`${baseUrl}/v1`, { headers });
  const { protocol, pathname, search, hash } = new URL(url);
  if (!/^https?:$/.test(protocol) || !pathname.endsWith('/v1') || search !== '' || hash !== '') {
    throw new TypeError(`baseUrl "${baseUrl}" is not a server address such as "https://lectern.example.org".`);
  }
  const client = createClient<paths>({ baseUrl, headers, fetch });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await readProblem(response);
    },
  });
  // With this middleware, results of openapi-fetch never contain an error, which its types cannot express.
  return client as unknown as LecternClient;
}

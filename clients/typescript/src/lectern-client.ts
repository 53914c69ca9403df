import createClient, { type MaybeOptionalInit } from 'openapi-fetch';
import { readProblem } from './lectern-problem.ts';
import type { paths } from './schema.ts';

export interface LecternClientOptions {
  /** Where the server is: an origin, or in a page that it serves itself an empty string. */
  baseUrl: string;
  /** The bearer credential: `svc_…`, `bt_…` or `oa_…`. */
  token: string;
  /** Instead of the global `fetch`. It must heed the signal of its request. */
  fetch?: (request: Request) => Promise<Response>;
}

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type PathWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];
type Init<Path extends keyof paths, M extends Method> = MaybeOptionalInit<paths[Path], M>;
type Responses<Operation> = Operation extends { responses: infer All } ? All[keyof All & (200 | 201 | 204)] : never;

/** The content of an operation's success; undefined where it has none. */
export type Success<Operation> =
  Responses<Operation> extends { content: { 'application/json': infer Content } } ? Content : undefined;

/** One request. Rejects with LecternProblem for every answer that is not a success, and with TypeError without one. */
type Call<M extends Method> = <Path extends PathWith<M>>(
  path: Path,
  ...init: undefined extends Init<Path, M> ? [init?: Init<Path, M>] : [init: Init<Path, M>]
) => Promise<{ data: Success<paths[Path][M]>; response: Response }>;

/** Every operation of the REST API, by method and path, as openapi.json describes it. */
export interface LecternClient {
  readonly GET: Call<'get'>;
  readonly PUT: Call<'put'>;
  readonly POST: Call<'post'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
}

/** A client of one server with one credential. Throws TypeError where `baseUrl` or `token` cannot be used at all. */
export function createLecternClient({ baseUrl, token, fetch }: LecternClientOptions): LecternClient {
  const headers = { authorization: `Bearer ${token}` };
  // Said here and not by each request, where it would look like a network that fails.
  const { url } = new Request(`${baseUrl}/v1`, { headers });
  const { protocol, pathname, search, hash } = new URL(url);
  if (!/^https?:$/.test(protocol) || !pathname.endsWith('/v1') || search !== '' || hash !== '') {
    throw new TypeError(`baseUrl is "${baseUrl}", which is not like "https://lectern.example.org".`);
  }
  const client = createClient<paths>({ baseUrl, headers, fetch });
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await readProblem(response);
    },
  });
  // With that, openapi-fetch's answers have no error any more, which its own types cannot say.
  return client as unknown as LecternClient;
}

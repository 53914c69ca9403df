import type { Static } from 'typebox';
import type { Problem } from '../../contract/schemas/problem.ts';
import { type Access, findId } from '../remote/remote-live.ts';
import { fetchRemote, type RemoteRequest, type RemoteResponse, toRemoteFailure } from '../remote/remote-server.ts';

type Query = Readonly<Record<string, string | number | undefined>>;

/** The server as the tools of an assistant use it. Its errors are for the assistant, with the detail of the problem. */
export class AssistantApi {
  readonly access: Access;
  /** "/v1/organizations/{id}" or "/v1/accounts/{id}" */
  readonly owner: string;
  readonly scopes: ReadonlySet<string>;

  constructor(access: Access, owner: string, scopes: readonly string[]) {
    this.access = access;
    this.owner = owner;
    this.scopes = new Set(scopes);
  }

  async get<Body>(path: string, query: Query = {}): Promise<Body> {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const search = new URLSearchParams(given).toString();
    const { body } = await this.send(search === '' ? path : `${path}?${search}`, {});
    return body as Body;
  }

  /** Reads all result pages of a collection. */
  async list<Item>(path: string, limit?: number): Promise<Item[]> {
    const items: Item[] = [];
    let after: string | undefined;
    do {
      const page: { data: Item[]; next_cursor: string | null } = await this.get(path, { limit, after });
      items.push(...page.data);
      after = page.next_cursor ?? undefined;
    } while (after !== undefined);
    return items;
  }

  async send(path: string, request: Omit<RemoteRequest, 'token' | 'verbatim'>): Promise<RemoteResponse> {
    const { server, token } = this.access;
    const response = await fetchRemote(server, path, { ...request, token, verbatim: true });
    if (response.status >= 300) throw toToolError(server, response);
    return response;
  }

  /** Returns the path of a Live, which an assistant names as people do. Without a name it is the only one. */
  async live(named: string | undefined, path: string): Promise<string> {
    return `/v1/lives/${await findId(this.access, named)}${path}`;
  }
}

/** A response to a request that the server has refused. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function toToolError(server: string, response: RemoteResponse): RefusedError {
  const { code, detail, title, errors = [] } = (response.body ?? {}) as Partial<Static<typeof Problem>>;
  const { message } =
    code && response.status !== 401 ? { message: detail ?? title ?? code } : toRemoteFailure(server, response);
  const fields = errors.map(({ pointer, parameter, message: each }) => `${pointer ?? parameter ?? ''}: ${each}`);
  return new RefusedError(response.status, [`${message}${code ? ` (${code})` : ''}`, ...fields].join('\n'));
}

import { type Static, Type } from 'typebox';
import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import { parseAs } from '../../contract/parse-as.ts';
import { LIVE_MODES, LIVE_STATUSES } from '../../contract/schemas/live.ts';
import { Enum, Nullable } from '../../contract/schemas/shapes.ts';
import { type CommandCall, findOption, requireOption, UsageError } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import {
  fetchRemote,
  REMOTE_ORGANIZATION,
  type RemoteRequest,
  requireServer,
  toRemoteFailure,
} from './remote-server.ts';
import { listSavedLogins, requireSavedLogin } from './saved-logins.ts';

/** The fields of the now representation that a terminal shows. [D55] */
export const RemoteNow = Type.Object({
  live_id: Type.String(),
  name: Type.String(),
  status: Enum(LIVE_STATUSES),
  mode: Enum(LIVE_MODES),
  showing: Type.Boolean(),
  etag: Type.String(),
  translations: Type.Array(Type.String()),
  queue: Type.Object({ pages: Type.Integer(), page: Nullable(Type.Integer()) }),
  focus: Nullable(
    Type.Object({
      part: Type.Integer(),
      parts: Type.Integer(),
      reference: Type.String(),
      texts: Type.Array(Type.Object({ translation: Type.String(), text: Type.String() })),
    }),
  ),
  next: Nullable(Type.Object({ reference: Type.String(), queued: Type.Boolean() })),
  slide: Nullable(
    Type.Object({
      deck: Type.String(),
      index: Type.Integer(),
      count: Type.Integer(),
      title: Nullable(Type.String()),
      text: Nullable(Type.String()),
      next_title: Nullable(Type.String()),
    }),
  ),
  returns: Type.Boolean(),
});
export type RemoteNow = Static<typeof RemoteNow>;

/** Options of every command that operates a Live. */
export const LIVE_OPTIONS = [
  { flags: '--live <name>', description: 'Name or id of the Live', required: true },
  { flags: '--server <url>', description: 'Address of the server', fallback: 'the server of the only saved login' },
  { ...REMOTE_ORGANIZATION, fallback: 'the only saved login of that server' },
  { flags: '--token-stdin', description: 'Read a token from standard input instead of using a saved login' },
  { flags: '--insecure', description: 'Allow plain HTTP, which lets others in the network read the token' },
] as const;

export interface Access {
  readonly server: string;
  readonly token: string;
  /** The organization that owns the Lives. Undefined for a personal token, or if the owner is unknown. */
  readonly organization: string | undefined;
}

/** A Live on a server, with the token to operate it. */
export class RemoteLive {
  readonly #access: Access;
  readonly #id: string;

  private constructor(access: Access, id: string) {
    this.#access = access;
    this.#id = id;
  }

  /**
   * Finds the Live by the options of the command line. Throws UsageError, `not_found` if there is no such Live or
   * login, and the errors of the server.
   */
  static async find(call: CommandCall): Promise<RemoteLive> {
    const access = await findAccess(call);
    return new RemoteLive(access, await findId(access, requireOption(call, 'live')));
  }

  async now(): Promise<RemoteNow> {
    return this.read(RemoteNow, 'GET', '/now');
  }

  /** Sends a write based on the current state. The server rejects it if the state has changed since. */
  async write(method: RemoteRequest['method'], path: string, body?: unknown): Promise<void> {
    const { etag } = await this.now();
    await this.request(path, { method, body, ifMatch: etag });
  }

  async read<Schema extends typeof RemoteNow | typeof RemoteNowEvent>(
    schema: Schema,
    method: RemoteRequest['method'],
    path: string,
  ): Promise<Static<Schema>> {
    const { server } = this.#access;
    const body = await parseAs(schema, await this.request(path, { method }));
    if (!body)
      throw new LecternError('unavailable', `${server} sent a response that this version does not understand.`);
    return body as Static<Schema>;
  }

  /** Returns the response body. Throws the errors of the server. */
  async request(path: string, request: Omit<RemoteRequest, 'token'>): Promise<unknown> {
    const { server, token } = this.#access;
    const response = await fetchRemote(server, `/v1/lives/${this.#id}${path}`, { ...request, token });
    if (response.status < 300) return response.body;
    const problem = response.status === 401 ? null : await parseAs(Problem, response.body);
    throw problem ? new LecternError(problem.code as ErrorCode, problem.detail) : toRemoteFailure(server, response);
  }
}

/** A problem response with a known error code. */
const Problem = Type.Object({ code: Enum(Object.keys(ERROR_CODES)), detail: Type.String() });

/** An event of `events?view=now`. A heartbeat has no data. [D55] */
export const RemoteNowEvent = Type.Object({
  type: Type.String(),
  cursor: Type.String(),
  data: Type.Optional(Type.Unknown()),
});

async function findAccess(call: CommandCall): Promise<Access> {
  const organization = findOption(call, 'organization');
  if (call.options.tokenStdin) {
    if (findOption(call, 'server') === undefined) throw new UsageError('--token-stdin needs --server.');
    return { server: requireServer(call), token: (await call.readStdin()).trim(), organization };
  }
  return findSavedAccess(call);
}

/** Returns the saved login that the options choose. Throws UsageError for several, and `not_found` for none. */
export async function findSavedAccess(call: CommandCall): Promise<Access> {
  const organization = findOption(call, 'organization');
  if (findOption(call, 'server') !== undefined && organization !== undefined) {
    const server = requireServer(call);
    return { server, token: (await requireSavedLogin(server, organization)).token, organization };
  }
  const requested = findOption(call, 'server') === undefined ? undefined : requireServer(call);
  const logins = (await listSavedLogins()).filter(
    (login) =>
      (requested === undefined || login.server === requested) &&
      (organization === undefined || login.organization?.id === organization),
  );
  const [login] = logins;
  if (!login) {
    throw new LecternError(
      'not_found',
      `You are not logged in${requested ? ` to ${requested}` : ''}. Log in: ${INVOCATION} login --server URL`,
    );
  }
  if (logins.length > 1) {
    const names = logins.map(({ server, organization: at }) => `${server}${at ? ` --organization ${at.id}` : ''}`);
    throw new UsageError(`You have ${logins.length} saved logins: add --server ${names.join(', or --server ')}.`);
  }
  return { server: login.server, token: login.token, organization: login.organization?.id };
}

const Summaries = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  next_cursor: Nullable(Type.String()),
});

/** Finds a Live by its id, or by its name regardless of case; without a name, the only one. */
export async function findId(access: Access, named?: string): Promise<string> {
  const { server, token } = access;
  if (named !== undefined && /^[A-Za-z0-9_-]{20}$/.test(named)) {
    const { status } = await fetchRemote(server, `/v1/lives/${named}`, { token });
    if (status === 200) return named;
  }
  const found = await listRemoteLives(access);
  const names = found.map(({ name }) => `"${name}"`).join(', ');
  if (named === undefined && found.length > 1) throw new UsageError(`Choose a Live: ${names}.`);
  const matching = found.filter(({ name }) => named === undefined || name.toLowerCase() === named.toLowerCase());
  if (matching.length === 1) return matching[0]!.id;
  if (matching.length > 1) {
    throw new UsageError(
      `${matching.length} Lives are called "${named}": use the id, ${matching.map(({ id }) => id).join(' or ')}.`,
    );
  }
  throw new LecternError(
    'not_found',
    `${named === undefined ? '' : `There is no Live "${named}". `}${names === '' ? 'There are no Lives.' : `There are ${names}.`}`,
  );
}

export async function listRemoteLives(access: Access): Promise<{ id: string; name: string }[]> {
  const { server, token } = access;
  const path = await pathOfLives(access);
  const found: { id: string; name: string }[] = [];
  let after: string | null = null;
  do {
    const query: string = after === null ? '' : `&after=${encodeURIComponent(after)}`;
    const response = await fetchRemote(server, `${path}?limit=${PAGE_MAX_ITEMS}${query}`, { token });
    const page: Static<typeof Summaries> | null =
      response.status === 200 ? await parseAs(Summaries, response.body) : null;
    if (!page) throw toRemoteFailure(server, response);
    found.push(...page.data);
    after = page.next_cursor;
  } while (after !== null);
  return found;
}

const Identity = Type.Object({ id: Type.String() });
const Me = Type.Object({ account: Type.Optional(Identity), organization: Type.Optional(Identity) });

async function pathOfLives({ server, token, organization }: Access): Promise<string> {
  if (organization !== undefined) return `/v1/organizations/${organization}/lives`;
  const response = await fetchRemote(server, '/v1/me', { token });
  const me = response.status === 200 ? await parseAs(Me, response.body) : null;
  if (me?.organization) return `/v1/organizations/${me.organization.id}/lives`;
  if (me?.account) return `/v1/accounts/${me.account.id}/lives`;
  throw toRemoteFailure(server, response);
}

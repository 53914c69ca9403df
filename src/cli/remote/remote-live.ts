import { type Static, Type } from 'typebox';
import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { PAGE_MAX_ITEMS } from '../../contract/limits.ts';
import { LIVE_MODES, LIVE_STATUSES } from '../../contract/schemas/live.ts';
import { Enum, Nullable } from '../../contract/schemas/shapes.ts';
import { type CommandCall, findOption, requireOption, UsageError } from '../command.ts';
import { INVOCATION } from '../invocation.ts';
import { parseAs } from '../parse-as.ts';
import {
  fetchRemote,
  REMOTE_ORGANIZATION,
  type RemoteRequest,
  requireServer,
  toRemoteFailure,
} from './remote-server.ts';
import { listSavedLogins, requireSavedLogin } from './saved-logins.ts';

/** What is shown now, as far as a terminal shows it. [D55] */
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
  { flags: '--live <name>', meaning: 'Name or id of the Live', required: true },
  { flags: '--server <url>', meaning: 'Address of the server', fallback: 'that of the only saved login' },
  { ...REMOTE_ORGANIZATION, fallback: 'the saved login of that server, if there is one only' },
  { flags: '--token-stdin', meaning: 'Read a token from standard input instead of a saved login' },
  { flags: '--insecure', meaning: 'Go on over plain HTTP, where others in the network can read the token' },
] as const;

interface Access {
  readonly server: string;
  readonly token: string;
  /** Of whose Lives; undefined where the token is somebody's own, or is not known to be an organization's. */
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

  /** Throws UsageError, `not_found` where there is no such Live or no login, and what the server refuses. */
  static async find(typed: CommandCall): Promise<RemoteLive> {
    const access = await findAccess(typed);
    return new RemoteLive(access, await findId(access, requireOption(typed, 'live')));
  }

  async now(): Promise<RemoteNow> {
    return this.read(RemoteNow, 'GET', '/now');
  }

  /** Sends a write that is made from the present state; the server refuses it where somebody else was faster. */
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
    if (!body) throw new LecternError('unavailable', `${server} answers in a way that this version does not know.`);
    return body as Static<Schema>;
  }

  /** The body of the answer. Throws what the server refuses. */
  async request(path: string, request: Omit<RemoteRequest, 'token'>): Promise<unknown> {
    const { server, token } = this.#access;
    const answer = await fetchRemote(server, `/v1/lives/${this.#id}${path}`, { ...request, token });
    if (answer.status < 300) return answer.body;
    const problem = answer.status === 401 ? null : await parseAs(Problem, answer.body);
    throw problem ? new LecternError(problem.code as ErrorCode, problem.detail) : toRemoteFailure(server, answer);
  }
}

/** A refusal, told by the code that the server gives it. */
const Problem = Type.Object({ code: Enum(Object.keys(ERROR_CODES)), detail: Type.String() });

/** An event of `events?view=now`; a heartbeat has no data. [D55] */
export const RemoteNowEvent = Type.Object({
  type: Type.String(),
  cursor: Type.String(),
  data: Type.Optional(Type.Unknown()),
});

async function findAccess(typed: CommandCall): Promise<Access> {
  const organization = findOption(typed, 'organization');
  if (typed.options.tokenStdin) {
    if (findOption(typed, 'server') === undefined) throw new UsageError('--token-stdin needs --server.');
    return { server: requireServer(typed), token: (await typed.readStdin()).trim(), organization };
  }
  if (findOption(typed, 'server') !== undefined && organization !== undefined) {
    const server = requireServer(typed);
    return { server, token: (await requireSavedLogin(server, organization)).token, organization };
  }
  const asked = findOption(typed, 'server') === undefined ? undefined : requireServer(typed);
  const logins = (await listSavedLogins()).filter(
    (login) =>
      (asked === undefined || login.server === asked) &&
      (organization === undefined || login.organization?.id === organization),
  );
  const [login] = logins;
  if (!login) {
    throw new LecternError(
      'not_found',
      `You are not logged in${asked ? ` at ${asked}` : ''}. ${INVOCATION} login --server URL`,
    );
  }
  if (logins.length > 1) {
    const names = logins.map(({ server, organization: at }) => `${server}${at ? ` --organization ${at.id}` : ''}`);
    throw new UsageError(`You are logged in ${logins.length} times: add --server ${names.join(', or --server ')}.`);
  }
  return { server: login.server, token: login.token, organization: login.organization?.id };
}

const Summaries = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  next_cursor: Nullable(Type.String()),
});

/** By id, else by name, in which case does not matter. */
async function findId(access: Access, named: string): Promise<string> {
  const { server, token } = access;
  if (/^[A-Za-z0-9_-]{20}$/.test(named)) {
    const { status } = await fetchRemote(server, `/v1/lives/${named}`, { token });
    if (status === 200) return named;
  }
  const path = await pathOfLives(access);
  const found: { id: string; name: string }[] = [];
  let after: string | null = null;
  do {
    const query: string = after === null ? '' : `&after=${encodeURIComponent(after)}`;
    const answer = await fetchRemote(server, `${path}?limit=${PAGE_MAX_ITEMS}${query}`, { token });
    const page: Static<typeof Summaries> | null = answer.status === 200 ? await parseAs(Summaries, answer.body) : null;
    if (!page) throw toRemoteFailure(server, answer);
    found.push(...page.data);
    after = page.next_cursor;
  } while (after !== null);
  const fitting = found.filter(({ name }) => name.toLowerCase() === named.toLowerCase());
  if (fitting.length === 1) return fitting[0]!.id;
  if (fitting.length > 1) {
    throw new UsageError(
      `${fitting.length} Lives are called "${named}": give the id, ${fitting.map(({ id }) => id).join(' or ')}.`,
    );
  }
  const names = found.map(({ name }) => `"${name}"`).join(', ');
  throw new LecternError(
    'not_found',
    `There is no Live "${named}". ${names === '' ? 'There are none.' : `There are ${names}.`}`,
  );
}

const Me = Type.Object({ account: Type.Object({ id: Type.String() }) });

async function pathOfLives({ server, token, organization }: Access): Promise<string> {
  if (organization !== undefined) return `/v1/organizations/${organization}/lives`;
  const answer = await fetchRemote(server, '/v1/me', { token });
  const me = answer.status === 200 ? await parseAs(Me, answer.body) : null;
  if (me) return `/v1/accounts/${me.account.id}/lives`;
  if (answer.status === 403)
    throw new UsageError('With a token of an organization, add --organization, or give the id of the Live.');
  throw toRemoteFailure(server, answer);
}

import { isLoopback } from '../../config/addresses.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { type CommandCall, requireOption, UsageError } from '../command.ts';
import { ORGANIZATION_ID } from '../value-rules.ts';

/** A server that does not answer by then is not waited for. */
const ANSWER_MAX_MS = 30_000;

export const SERVER_OPTIONS = [
  { flags: '--server <url>', meaning: 'Address of the server, such as https://lectern.example.org', required: true },
  { flags: '--insecure', meaning: 'Go on over plain HTTP, where others in the network can read the token' },
] as const;

/** Of those who act for an organization there. [D67] */
export const REMOTE_ORGANIZATION = {
  flags: '--organization <id>',
  meaning: 'Act for this organization, with the role that you have there',
  takes: ORGANIZATION_ID,
} as const;

/** The page where a person ends tokens: the own, or those of the own terminals in an organization. */
export const toTokensPageUrl = (server: string, organizationId: string | undefined): string =>
  `${server}/account${organizationId === undefined ? '' : `/organizations/${organizationId}`}/tokens`;

/** The origin of `--server`. Throws UsageError for what is none, and for plain HTTP through a network without `--insecure`. */
export function requireServer(typed: CommandCall): string {
  const text = requireOption(typed, 'server');
  const url = parseAddress(text);
  const plain = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!url || !plain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `--server takes an address such as https://lectern.example.org, without a path, not "${text}".`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !typed.options.insecure) {
    throw new UsageError(
      `${url.origin} is plain HTTP: others in the network could read the token. Use https, or --insecure.`,
    );
  }
  // Servers sign in only where the address itself says that it is this machine.
  if (url.protocol === 'http:' && url.hostname === 'localhost') url.hostname = '127.0.0.1';
  return url.origin;
}

/** Whoever leaves the scheme out means HTTPS; a server on this machine has none. */
function parseAddress(text: string): URL | null {
  if (text.includes('://')) return URL.parse(text);
  const url = URL.parse(`https://${text}`);
  return url && isLoopback(url.hostname) ? URL.parse(`http://${text}`) : url;
}

/** A server opens its own pages in somebody's browser, and no others. */
export const isServerPage = (server: string, address: string): boolean => URL.parse(address)?.origin === server;

export interface RemoteRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly token?: string;
  /** The entity tag that a write is made from. */
  readonly ifMatch?: string;
}

interface RemoteAnswer {
  readonly status: number;
  /** Undefined where it is no JSON. Its texts have no control characters. */
  readonly body: unknown;
  /** How long the server wants to be left alone, where it says so. */
  readonly retryAfterSeconds?: number;
}

/** Throws `unavailable` where nobody answers, or not in time, or with a redirect, which a token does not follow. */
export async function fetchRemote(
  server: string,
  path: string,
  { method = 'GET', body, token, ifMatch }: RemoteRequest,
): Promise<RemoteAnswer> {
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  };
  const answer = await fetch(server + path, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MAX_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
    .then(async (response) => ({ response, text: await response.text() }))
    .catch(({ message, cause }: Error & { cause?: Error & { code?: string } }) => {
      const why = toPrintable(cause?.code ?? (cause?.message || message));
      throw new LecternError(
        'unavailable',
        `${server} does not answer (${why}). Is its address as the browser shows it, with https:// or http:// and the port?`,
      );
    });
  const { status } = answer.response;
  const location = answer.response.headers.get('location');
  if (status >= 300 && status < 400 && location !== null) {
    throw new LecternError(
      'unavailable',
      `${server} sends to ${URL.parse(location, server)?.origin ?? toPrintable(location)}: use that address.`,
    );
  }
  const retryAfter = answer.response.headers.get('retry-after') ?? '';
  return {
    status,
    body: parseJson(answer.text),
    ...(/^\d{1,6}$/.test(retryAfter) && { retryAfterSeconds: Number(retryAfter) }),
  };
}

/** An answer that was not hoped for, as a failure that a person can read. */
export function toRemoteFailure(server: string, { status, body, retryAfterSeconds }: RemoteAnswer): LecternError {
  const { detail, error_description: description } = (body ?? {}) as { detail?: unknown; error_description?: unknown };
  const said = [detail, description].find((text) => typeof text === 'string') as string | undefined;
  if (status === 401)
    return new LecternError('invalid_token', `${server} does not take the saved token any more. Log in again.`);
  if (status === 403)
    return new LecternError('insufficient_scope', said ?? `${server} does not allow this token to do that.`);
  if (status === 404)
    return new LecternError('not_found', `${server} is no Lectern server that knows this, or an older one.`);
  if (status === 429) {
    const wait = retryAfterSeconds === undefined ? 'Wait a minute.' : `Wait ${retryAfterSeconds} s.`;
    return new LecternError('rate_limited', `${server} had too many requests. ${wait}`, { retryAfterSeconds });
  }
  if (status === 503)
    return new LecternError(
      'unavailable',
      said ?? `${server} does not sign in here now: it may need HTTPS, or be busy.`,
    );
  if (status >= 500) return new LecternError('unavailable', `${server} answers with ${status}.`);
  return new LecternError('invalid_fields', said ?? `${server} answers with ${status}.`);
}

/** What a server says is printed: nothing in it moves the cursor, colours the terminal or turns the direction of reading. */
const toPrintable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? toPrintable(value) : value));
  } catch {
    return undefined;
  }
}

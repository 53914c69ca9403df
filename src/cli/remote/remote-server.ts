import { isLoopback } from '../../config/addresses.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { type CommandCall, requireOption, UsageError } from '../command.ts';
import { ORGANIZATION_ID } from '../value-rules.ts';

/** Timeout of a request. */
const REQUEST_TIMEOUT_MS = 30_000;

export const SERVER_OPTIONS = [
  {
    flags: '--server <url>',
    description: 'Address of the server, such as https://lectern.example.org',
    required: true,
  },
  { flags: '--insecure', description: 'Allow plain HTTP, which lets others in the network read the token' },
] as const;

/** The option to act for an organization on the server. [D67] */
export const REMOTE_ORGANIZATION = {
  flags: '--organization <id>',
  description: 'Act for this organization, with your role in it',
  takes: ORGANIZATION_ID,
} as const;

/** Returns the page where a person revokes tokens: their own, or those of their terminals in an organization. */
export const toTokensPageUrl = (server: string, organizationId: string | undefined): string =>
  `${server}/account${organizationId === undefined ? '' : `/organizations/${organizationId}`}/tokens`;

/**
 * Returns the origin of `--server`. Throws UsageError for an invalid address, and for plain HTTP over a network without
 * `--insecure`.
 */
export function requireServer(call: CommandCall): string {
  const text = requireOption(call, 'server');
  const url = parseAddress(text);
  const plain = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!url || !plain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `--server takes an address such as https://lectern.example.org, without a path, not "${text}".`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !call.options.insecure) {
    throw new UsageError(
      `${url.origin} uses plain HTTP, so others in the network could read the token. Use https, or add --insecure.`,
    );
  }
  // Servers on a loopback address accept sign-ins only under the literal address.
  if (url.protocol === 'http:' && url.hostname === 'localhost') url.hostname = '127.0.0.1';
  return url.origin;
}

/** Parses an address. Without a scheme it means HTTPS, except for this machine, where servers use plain HTTP. */
function parseAddress(text: string): URL | null {
  if (text.includes('://')) return URL.parse(text);
  const url = URL.parse(`https://${text}`);
  return url && isLoopback(url.hostname) ? URL.parse(`http://${text}`) : url;
}

/** Returns whether an address belongs to the server, which may open only its own pages in the browser. */
export const isServerPage = (server: string, address: string): boolean => URL.parse(address)?.origin === server;

export interface RemoteRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly token?: string;
  /** The entity tag of the state that a write is based on. */
  readonly ifMatch?: string;
  /** Keeps the control characters of the response, which then must not reach a terminal. */
  readonly verbatim?: boolean;
}

export interface RemoteResponse {
  readonly status: number;
  /** The parsed JSON, without control characters unless the request is `verbatim`. Undefined if it is not JSON. */
  readonly body: unknown;
  /** The delay that the server asks for, if any. */
  readonly retryAfterSeconds?: number;
  readonly etag: string | null;
}

/**
 * Sends a request. Throws `unavailable` if the server does not respond in time, or redirects: a token must not follow a
 * redirect.
 */
export async function fetchRemote(
  server: string,
  path: string,
  { method = 'GET', body, token, ifMatch, verbatim }: RemoteRequest,
): Promise<RemoteResponse> {
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  };
  const { response, text } = await fetch(server + path, {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
    .then(async (response) => ({ response, text: await response.text() }))
    .catch(({ message, cause }: Error & { cause?: Error & { code?: string } }) => {
      const reason = toPrintable(cause?.code ?? (cause?.message || message));
      throw new LecternError(
        'unavailable',
        `${server} does not respond (${reason}). Check that the address is the one in your browser, with https:// or http:// and the port.`,
      );
    });
  const { status } = response;
  const location = response.headers.get('location');
  if (status >= 300 && status < 400 && location !== null) {
    throw new LecternError(
      'unavailable',
      `${server} redirects to ${URL.parse(location, server)?.origin ?? toPrintable(location)}. Use that address.`,
    );
  }
  const retryAfter = response.headers.get('retry-after') ?? '';
  return {
    status,
    body: parseJson(text, verbatim ? (each) => each : toPrintable),
    etag: response.headers.get('etag'),
    ...(/^\d{1,6}$/.test(retryAfter) && { retryAfterSeconds: Number(retryAfter) }),
  };
}

/** Converts an unexpected response to an error that a person can understand. */
export function toRemoteFailure(server: string, { status, body, retryAfterSeconds }: RemoteResponse): LecternError {
  const { detail, error_description: description } = (body ?? {}) as { detail?: unknown; error_description?: unknown };
  const message = [detail, description].find((text) => typeof text === 'string') as string | undefined;
  if (status === 401)
    return new LecternError('invalid_token', `${server} no longer accepts the saved token. Log in again.`);
  if (status === 403)
    return new LecternError('insufficient_scope', message ?? `${server} does not allow this token to do that.`);
  if (status === 404)
    return new LecternError(
      'not_found',
      `${server} is not a Lectern server, or is a version that does not support this.`,
    );
  if (status === 429) {
    const wait = retryAfterSeconds === undefined ? 'Wait a minute.' : `Wait ${retryAfterSeconds} s.`;
    return new LecternError('rate_limited', `${server} received too many requests. ${wait}`, { retryAfterSeconds });
  }
  if (status === 503)
    return new LecternError(
      'unavailable',
      message ?? `${server} does not accept sign-ins now. It may need HTTPS, or be busy.`,
    );
  if (status >= 500) return new LecternError('unavailable', `${server} responded with ${status}.`);
  return new LecternError('invalid_fields', message ?? `${server} responded with ${status}.`);
}

/**
 * Removes characters from the server's text that would move the cursor, color the terminal or change the reading
 * direction.
 */
const toPrintable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '');

function parseJson(text: string, toText: (text: string) => string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? toText(value) : value));
  } catch {
    return undefined;
  }
}

import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';

/** A document of unknown shape: each test names the fields that it expects. */
// biome-ignore lint/suspicious/noExplicitAny: what is missing fails in the test that names it
type Document = any;

/** The outcome of one request during a failure. */
export type Outcome =
  | { readonly kind: 'responded'; readonly status: number; readonly headers: Headers; readonly body: Document }
  /** The connection was refused, so the request was never sent. */
  | { readonly kind: 'refused' }
  /** The connection ended without a whole response. The id is in the log of a server that has begun to serve it. */
  | { readonly kind: 'broken'; readonly requestId: string }
  /** No response arrived in time, and the request was aborted. */
  | { readonly kind: 'hung' };

export interface ObservedRequest {
  readonly token: string;
  readonly limitMs: number;
  readonly method?: string;
  readonly ifMatch?: string;
  readonly body?: unknown;
  /** Absent: a connection of its own. */
  readonly agent?: Agent;
  /** Aborting ends the request as `broken`. */
  readonly signal?: AbortSignal;
}

/**
 * Sends one request and reports every way in which it can end. Rejects only for errors that are not the connection's.
 */
export function sendAndObserve(url: string, options: ObservedRequest): Promise<Outcome> {
  const { token, limitMs, method = 'GET', ifMatch, body, agent, signal } = options;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const requestId = randomUUID();
  const headers: OutgoingHttpHeaders = {
    'x-request-id': requestId,
    authorization: `Bearer ${token}`,
    ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: agent ?? new Agent(), signal });
    const limit = setTimeout(() => {
      resolve({ kind: 'hung' });
      request.destroy();
    }, limitMs);
    const end = (outcome: Outcome) => {
      clearTimeout(limit);
      resolve(outcome);
    };
    request.on('error', ({ code }: NodeJS.ErrnoException) => {
      end(code === 'ECONNREFUSED' ? { kind: 'refused' } : { kind: 'broken', requestId });
    });
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => end({ kind: 'broken', requestId }));
      response.once('end', () => {
        if (!response.complete) return end({ kind: 'broken', requestId });
        try {
          const text = Buffer.concat(chunks).toString();
          const received = new Headers(response.headers as Record<string, string>);
          end({
            kind: 'responded',
            status: response.statusCode!,
            headers: received,
            body: text === '' ? null : JSON.parse(text),
          });
        } catch (error) {
          clearTimeout(limit);
          reject(error);
        }
      });
    });
    request.end(text);
  });
}

/** Whether it is the 503 of [D3]: `unavailable`, with a Retry-After. */
export function isUnavailable(outcome: Outcome): boolean {
  return (
    outcome.kind === 'responded' &&
    outcome.status === 503 &&
    outcome.body?.code === 'unavailable' &&
    /^[1-9]\d*$/.test(outcome.headers.get('retry-after') ?? '')
  );
}

/** Describes an outcome for messages. */
export function describe(outcome: Outcome): string {
  return outcome.kind === 'responded'
    ? `${outcome.status} ${JSON.stringify(outcome.body).slice(0, 300)}`
    : outcome.kind;
}

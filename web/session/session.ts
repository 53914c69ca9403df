import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createLecternClient, type LecternClient, LecternProblem } from '../../clients/typescript/src/index.ts';
import type { ConsoleOwner, OperatorPage } from '../../src/contract/console-page.ts';
import { Credential } from './credential.ts';

/** Timeout of one request. Long polls have their own timeout. */
const REQUEST_TIMEOUT_MS = 10_000;
const LONG_POLL = /\/events\?/;
const INSUFFICIENT_SCOPE = 'error="insufficient_scope"';

/** Session of a signed-in person for one owner: the REST client, and the person's scopes. */
export interface Session {
  readonly owner: ConsoleOwner;
  readonly client: LecternClient;
  /** Sends a request with the current credential, and retries once with a new one after a 401. */
  readonly send: (request: Request) => Promise<Response>;
  /** Credential for requests that `fetch` cannot send. */
  readonly credential: Pick<Credential, 'token' | 'discard'>;
  /** Returns the CSRF token of the browser's session, for the console's own endpoints. */
  readonly csrf: () => string;
  /**
   * Reports a response. A 401 ends the session. After a refusal for a missing scope, the scopes are loaded again,
   * because the person's role has changed.
   */
  readonly report: (response: Pick<Response, 'status' | 'headers'>) => Promise<void>;
  /** Scopes of the credential; empty until it is loaded. */
  readonly scopes: ReadonlySignal<ReadonlySet<string>>;
  /** Whether the person must sign in again. */
  readonly expired: Signal<boolean>;
  /** Time of the server's last response, as `performance.now()`. */
  readonly lastResponseAt: Signal<number>;
  /** Requests the credential in advance, so that the first request need not wait for it. */
  readonly start: () => Promise<void>;
  /** Continues in the browser's current session. Rejects if the person is signed out, or is a different one. */
  readonly resume: () => Promise<void>;
  readonly close: () => void;
}

export function openSession(owner: ConsoleOwner, page: Pick<OperatorPage, 'person' | 'csrf'>): Session {
  const credential = new Credential(owner, page);
  const expired = signal(false);
  const lastResponseAt = signal(performance.now());

  const authorize = async (request: Request): Promise<{ authorized: Request; token: string }> => {
    const token = await credential.token();
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${token}`);
    return { authorized: new Request(request, { headers }), token };
  };

  const report: Session['report'] = async ({ status, headers }) => {
    if (status === 401) expired.value = true;
    if (status !== 403 || !headers.get('www-authenticate')?.includes(INSUFFICIENT_SCOPE)) return;
    // The person sees the refusal. If this fails, the next renewal loads the scopes.
    await credential.renew().catch(() => undefined);
  };

  const send = async (request: Request): Promise<Response> => {
    const timeouts = LONG_POLL.test(request.url) ? [] : [AbortSignal.timeout(REQUEST_TIMEOUT_MS)];
    const withTimeout = new Request(request, { signal: AbortSignal.any([request.signal, ...timeouts]) });
    try {
      const retry = withTimeout.clone();
      const first = await authorize(withTimeout);
      let response = await fetch(first.authorized);
      if (response.status === 401) {
        credential.discard(first.token);
        response = await fetch((await authorize(retry)).authorized);
      }
      lastResponseAt.value = performance.now();
      await report(response);
      return response;
    } catch (error) {
      if (error instanceof LecternProblem && error.status === 401) expired.value = true;
      throw error;
    }
  };

  const start = async () => {
    await credential.renew();
    expired.value = false;
  };

  return {
    owner,
    // `send` sets the token of each request.
    client: createLecternClient({ baseUrl: location.origin, token: 'none', fetch: send }),
    send,
    credential,
    csrf: () => credential.csrf,
    report,
    scopes: credential.scopes,
    expired,
    lastResponseAt,
    start,
    async resume() {
      await credential.adopt();
      await start();
    },
    close: () => credential.close(),
  };
}

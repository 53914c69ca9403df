import { type Signal, signal } from '@preact/signals';
import { createLecternClient, type LecternClient, LecternProblem } from '../../../clients/typescript/src/index.ts';
import type { ConsoleOwner } from '../../../src/contract/console-page.ts';
import { Credential } from './credential.ts';
import { fetchPageData } from './page-data.ts';

/** How long an answer is waited for. Polls have a time of their own. */
const ANSWER_MAX_MS = 10_000;
const POLL = /\/events\?/;

/** One signed-in person at the Lives of one owner: the client of the REST interface, and what the person may do. */
export interface Session {
  readonly owner: ConsoleOwner;
  readonly client: LecternClient;
  /** Sends with the present credential, and once more with another one where it has ended. For the client and for watches. */
  readonly send: (request: Request) => Promise<Response>;
  /** The scopes of the credential; empty until the first one is there. */
  readonly scopes: Signal<ReadonlySet<string>>;
  /** Whether the person has to sign in again. */
  readonly over: Signal<boolean>;
  /** When the server last answered anything: `performance.now()`. */
  readonly answeredAt: Signal<number>;
  /** Gets the credential, so that the first request need not wait for it. */
  readonly start: () => Promise<void>;
  /** Goes on in the session that the browser has now. Rejects where nobody is signed in, or somebody else. */
  readonly startAgain: () => Promise<void>;
  readonly close: () => void;
}

export function openSession(owner: ConsoleOwner, csrf: string): Session {
  const credential = new Credential(owner, csrf);
  const scopes = signal<ReadonlySet<string>>(new Set());
  const over = signal(false);
  const answeredAt = signal(performance.now());

  const authorize = async (request: Request): Promise<{ authorized: Request; token: string }> => {
    const token = await credential.token();
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${token}`);
    return { authorized: new Request(request, { headers }), token };
  };

  const send = async (request: Request): Promise<Response> => {
    const late = POLL.test(request.url) ? [] : [AbortSignal.timeout(ANSWER_MAX_MS)];
    const signalled = new Request(request, { signal: AbortSignal.any([request.signal, ...late]) });
    try {
      const again = signalled.clone();
      const first = await authorize(signalled);
      let response = await fetch(first.authorized);
      if (response.status === 401) {
        credential.forget(first.token);
        response = await fetch((await authorize(again)).authorized);
      }
      answeredAt.value = performance.now();
      if (response.status === 401) over.value = true;
      return response;
    } catch (error) {
      if (error instanceof LecternProblem && (error.status === 401 || error.status === 403)) over.value = true;
      throw error;
    }
  };

  const start = async () => {
    const given = await credential.renew();
    scopes.value = new Set(given.scopes);
    over.value = false;
  };

  return {
    owner,
    // The token of each request is put in by `send`.
    client: createLecternClient({ baseUrl: location.origin, token: 'none', fetch: send }),
    send,
    scopes,
    over,
    answeredAt,
    start,
    async startAgain() {
      const page = await fetchPageData();
      if (!page.owners.some(({ id }) => id === owner.id)) throw new Error('Somebody else is signed in.');
      credential.adopt(page.csrf);
      await start();
    },
    close: () => credential.close(),
  };
}

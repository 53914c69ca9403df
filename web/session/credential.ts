import { type ReadonlySignal, signal } from '@preact/signals';
import { LecternProblem, readProblem } from '../../clients/typescript/src/lectern-problem.ts';
import {
  CONSOLE_CREDENTIAL_PATH,
  CONSOLE_PATH,
  type ConsoleCredential,
  type ConsoleOwner,
  type OperatorPage,
  toOwnerBody,
} from '../../src/contract/console-page.ts';
import { fetchPageData } from './page-data.ts';

/**
 * Fraction of its lifetime after which a credential is renewed, so that a failed renewal can be retried before it
 * expires.
 */
const RENEW_AFTER = 0.6;
const RENEW_RETRY_MS = 5_000;

/** Bearer credential of this page for one owner. It is kept in memory only. [D63] */
export class Credential {
  readonly #owner: ConsoleOwner;
  readonly #personId: string;
  #csrf: string;
  #token: string | null = null;
  #pending: Promise<ConsoleCredential> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Why the session has ended; null while it continues. */
  #ended: LecternProblem | null = null;
  readonly #scopes = signal<ReadonlySet<string>>(new Set());

  constructor(owner: ConsoleOwner, { person, csrf }: Pick<OperatorPage, 'person' | 'csrf'>) {
    this.#owner = owner;
    this.#personId = person.id;
    this.#csrf = csrf;
  }

  /** Scopes of the person's role at the last renewal; empty before the first. */
  get scopes(): ReadonlySignal<ReadonlySet<string>> {
    return this.#scopes;
  }

  /** CSRF token of the browser's session. */
  get csrf(): string {
    return this.#csrf;
  }

  /**
   * Returns the current token. Rejects with LecternProblem (401: the session has ended), or with TypeError on a network
   * error. After a session has ended, rejects without a request until `adopt` is called.
   */
  async token(): Promise<string> {
    return this.#token ?? (await this.renew()).token;
  }

  /** Requests a credential, or renews the current one. Concurrent calls share one request. */
  renew(): Promise<ConsoleCredential> {
    this.#pending ??= this.#issue().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  /**
   * Continues with the browser's current session, after the person has signed in again. Rejects if the person is signed
   * out, or is a different one.
   */
  async adopt(): Promise<void> {
    const page = await fetchPageData(CONSOLE_PATH);
    if (page.person.id !== this.#personId) throw new Error('Another user is signed in.');
    this.#csrf = page.csrf;
    this.#token = null;
    this.#ended = null;
  }

  /** Drops a token that was refused with 401, so that the next request gets a new one. */
  discard(token: string): void {
    if (this.#token === token) this.#token = null;
  }

  /** Stops the renewal. */
  close(): void {
    clearTimeout(this.#timer);
  }

  async #issue(): Promise<ConsoleCredential> {
    if (this.#ended) throw this.#ended;
    try {
      return await this.#request();
    } catch (error) {
      const refused = error instanceof LecternProblem ? error : null;
      if (refused?.status === 401) this.#ended = refused;
      if (refused?.status !== 403) throw error;
      return await this.#requestWithNewCsrf(refused);
    }
  }

  /** Requests a credential again after a 403: a new sign-in makes the CSRF token stale. */
  async #requestWithNewCsrf(refused: LecternProblem): Promise<ConsoleCredential> {
    const before = this.#csrf;
    try {
      await this.adopt();
    } catch (error) {
      if (error instanceof TypeError) throw error;
      this.#ended = new LecternProblem(401, { title: 'The session has ended.' }, new Headers());
      throw this.#ended;
    }
    if (this.#csrf === before) throw refused;
    return this.#request();
  }

  async #request(): Promise<ConsoleCredential> {
    const response = await fetch(CONSOLE_CREDENTIAL_PATH, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': this.#csrf,
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify(toOwnerBody(this.#owner)),
    });
    if (!response.ok) throw await readProblem(response);
    const credential: ConsoleCredential = await response.json();
    this.#token = credential.token;
    const { scopes } = credential;
    const { value: known } = this.#scopes;
    // The same scopes render nothing again.
    if (scopes.length !== known.size || !scopes.every((scope) => known.has(scope)))
      this.#scopes.value = new Set(scopes);
    this.#scheduleRenewal(credential.expires_in * RENEW_AFTER * 1000);
    return credential;
  }

  #scheduleRenewal(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.renew().catch((error) => {
        // A refusal stays one. The next request reports it.
        if (!(error instanceof LecternProblem && error.status < 500)) this.#scheduleRenewal(RENEW_RETRY_MS);
      });
    }, ms);
  }
}

import { readProblem } from '../../clients/typescript/src/lectern-problem.ts';
import { CONSOLE_CREDENTIAL_PATH, type ConsoleCredential, type ConsoleOwner } from '../../src/contract/console-page.ts';

/**
 * Fraction of its lifetime after which a credential is renewed, so that a failed renewal can be retried before it
 * expires.
 */
const RENEW_AFTER = 0.6;
const RENEW_RETRY_MS = 5_000;

/** Bearer credential of this page for one owner. It is kept in memory only. [D63] */
export class Credential {
  readonly #owner: ConsoleOwner;
  #csrf: string;
  #token: string | null = null;
  #pending: Promise<ConsoleCredential> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: ConsoleOwner, csrf: string) {
    this.#owner = owner;
    this.#csrf = csrf;
  }

  /**
   * Returns the current token. Rejects with LecternProblem (401: the session has expired), or with TypeError on a
   * network error.
   */
  async token(): Promise<string> {
    return this.#token ?? (await this.renew()).token;
  }

  /** Requests a credential, or renews the current one. Concurrent calls share one request. */
  renew(): Promise<ConsoleCredential> {
    this.#pending ??= this.#request().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  /** Switches to the CSRF token of a new session, after the person has signed in again. */
  adopt(csrf: string): void {
    this.#csrf = csrf;
    this.#token = null;
  }

  /** Drops a token that was refused with 401, so that the next request gets a new one. */
  discard(token: string): void {
    if (this.#token === token) this.#token = null;
  }

  /** Stops the renewal. */
  close(): void {
    clearTimeout(this.#timer);
  }

  async #request(): Promise<ConsoleCredential> {
    const { kind, id } = this.#owner;
    const response = await fetch(CONSOLE_CREDENTIAL_PATH, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': this.#csrf,
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
      },
      body: JSON.stringify(kind === 'organization' ? { organization_id: id } : { account_id: id }),
    });
    if (!response.ok) throw await readProblem(response);
    const credential: ConsoleCredential = await response.json();
    this.#token = credential.token;
    this.#scheduleRenewal(credential.expires_in * RENEW_AFTER * 1000);
    return credential;
  }

  #scheduleRenewal(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.renew().catch(() => this.#scheduleRenewal(RENEW_RETRY_MS));
    }, ms);
  }
}

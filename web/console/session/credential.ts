import { readProblem } from '../../../clients/typescript/src/lectern-problem.ts';
import {
  CONSOLE_CREDENTIAL_PATH,
  type ConsoleCredential,
  type ConsoleOwner,
} from '../../../src/contract/console-page.ts';

/** A credential is renewed when this part of its life is over, so that a failure can be tried again before it ends. */
const RENEW_AFTER = 0.6;
const RENEW_AGAIN_MS = 5_000;

/** The bearer credential of this page for one owner. It is kept in memory alone. [D63] */
export class Credential {
  readonly #owner: ConsoleOwner;
  #csrf: string;
  #token: string | null = null;
  #asked: Promise<ConsoleCredential> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(owner: ConsoleOwner, csrf: string) {
    this.#owner = owner;
    this.#csrf = csrf;
  }

  /** The present token. Rejects with LecternProblem (401: the session is over), or TypeError without an answer. */
  async token(): Promise<string> {
    return this.#token ?? (await this.renew()).token;
  }

  /** Gets a credential, or gives the present one a new life. Several calls at a time share one request. */
  renew(): Promise<ConsoleCredential> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = null;
    });
    return this.#asked;
  }

  /** Takes the token of another session, after somebody has signed in again. */
  adopt(csrf: string): void {
    this.#csrf = csrf;
    this.#token = null;
  }

  /** After a 401: the next request asks for another one. */
  forget(token: string): void {
    if (this.#token === token) this.#token = null;
  }

  /** Ends the renewal. */
  close(): void {
    clearTimeout(this.#timer);
  }

  async #ask(): Promise<ConsoleCredential> {
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
    this.#renewIn(credential.expires_in * RENEW_AFTER * 1000);
    return credential;
  }

  #renewIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.renew().catch(() => this.#renewIn(RENEW_AGAIN_MS));
    }, ms);
  }
}

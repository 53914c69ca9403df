import type { FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';

/** Rejects passwords and consent on a connection that others can read. */
export class HttpsRequiredError extends LecternError {
  readonly what: 'sign-in' | 'oauth' | 'restore';
  /** The address at which it works on the server's own machine; null if none exists. */
  readonly local: string | null;

  constructor(what: HttpsRequiredError['what'], local: string | null) {
    super(
      'unavailable',
      'This needs HTTPS: the address of this server uses plain HTTP, or differs from the one in the request.',
      {
        recovery:
          'Use the public address of the server. Its administrator sets up a reverse proxy with a certificate and sets LECTERN_PUBLIC_URL.',
      },
    );
    this.what = what;
    this.local = local;
  }
}

export interface AddressSettings {
  /** The origin under which people reach this installation. */
  readonly publicUrl: () => string;
  /** Whether sign-in over plain HTTP on a network is allowed. [D46] */
  readonly insecureLan: boolean;
  /** Returns the origin at which people on other devices sign in, or null if none can. */
  readonly signInOrigin: () => string | null;
}

const LITERAL_LOOPBACK = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/;

/** Address of this installation, as browsers see it. */
export class PublicAddress {
  /** Returns the origin at which people on other devices sign in, or null if none can. */
  readonly signInOrigin: () => string | null;
  readonly #publicUrl: () => string;
  readonly #insecureLan: boolean;

  constructor({ publicUrl, insecureLan, signInOrigin }: AddressSettings) {
    this.#publicUrl = publicUrl;
    this.#insecureLan = insecureLan;
    this.signInOrigin = signInOrigin;
  }

  get usesHttps(): boolean {
    return this.#publicUrl().startsWith('https:');
  }

  /** Returns the origin that the browser of this request sees. */
  originOf(request: FastifyRequest): string {
    const publicUrl = this.#publicUrl();
    if (this.usesHttps || !this.#insecureLan) return publicUrl;
    return `http://${request.headers.host ?? ''}`;
  }

  /**
   * Returns the canonical address of a page that was requested under `localhost` although the installation uses a
   * literal loopback address, because cookies and passwords belong to only one of them. Null in all other cases.
   */
  canonicalOf({ method, url, headers }: FastifyRequest): string | null {
    const publicUrl = this.#publicUrl();
    const port = publicUrl.slice(publicUrl.lastIndexOf(':'));
    const alias = headers.host === `localhost${port}` && LITERAL_LOOPBACK.test(publicUrl.slice('http://'.length));
    return alias && method === 'GET' ? `${publicUrl}${url}` : null;
  }

  /**
   * Checks that the connection is safe for passwords and consent. Throws `unavailable` on plain HTTP other than a
   * literal loopback address; for `sign-in` an installation can allow it. [D46]
   */
  requireSecure(request: FastifyRequest, what: HttpsRequiredError['what']): void {
    if (this.usesHttps || (what === 'sign-in' && this.#insecureLan)) return;
    const publicUrl = this.#publicUrl();
    const local = LITERAL_LOOPBACK.test(publicUrl.slice('http://'.length)) ? publicUrl : null;
    if (local !== null && LITERAL_LOOPBACK.test(request.headers.host ?? '')) return;
    throw new HttpsRequiredError(what, local);
  }
}

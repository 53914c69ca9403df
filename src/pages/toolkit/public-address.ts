import type { FastifyRequest } from 'fastify';
import {
  type ConnectionKind,
  classifyConnection,
  isFromNetwork,
  isFromThisMachine,
  isLoopbackOrigin,
  type PlainSignIn,
  type Sender,
} from '../../config/connection.ts';
import { toAddressList } from '../../config/senders.ts';
import { LecternError } from '../../contract/lectern-error.ts';

/** Why a page does not answer in the network: it never does, or an administrator can turn it on. [D78] */
type NetworkReason = 'not_in_network' | 'network_sign_in_off';

/** Rejects passwords and consent on a connection that others can read. */
export class HttpsRequiredError extends LecternError {
  readonly what: 'sign-in' | 'oauth' | 'restore';
  /** The address at which it works on the server's own machine; null if none exists. */
  readonly local: string | null;
  /** Null if the request is not one of a device in the network. */
  readonly reason: NetworkReason | null;

  constructor(what: HttpsRequiredError['what'], local: string | null, reason: NetworkReason | null = null) {
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
    this.reason = reason;
  }
}

export interface AddressSettings {
  /** The origin under which people reach this installation. */
  readonly publicUrl: () => string;
  /** Returns where sign-in over plain HTTP is allowed. [D46] */
  readonly plainSignIn: () => PlainSignIn;
  /** Networks of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Returns the origin at which people on other devices sign in, or null if none can. */
  readonly signInOrigin: () => string | null;
}

/** Route patterns for administrators, tokens, passkeys and terminals, which no device in the network may open. [D78] */
const NOT_IN_NETWORK =
  /^\/(installation|connect|sign-in\/passkey|account\/(sessions|passkeys|tokens|organizations\/:organization\/tokens))(\/|$)/;

/** Address of this installation, as browsers see it. */
export class PublicAddress {
  /** Returns the origin at which people on other devices sign in, or null if none can. */
  readonly signInOrigin: () => string | null;
  readonly #publicUrl: () => string;
  readonly #plainSignIn: () => PlainSignIn;
  readonly #proxies: ReturnType<typeof toAddressList>;

  constructor({ publicUrl, plainSignIn, trustedProxies, signInOrigin }: AddressSettings) {
    this.#publicUrl = publicUrl;
    this.#plainSignIn = plainSignIn;
    this.#proxies = toAddressList(trustedProxies);
    this.signInOrigin = signInOrigin;
  }

  get usesHttps(): boolean {
    return this.#publicUrl().startsWith('https:');
  }

  connectionOf(request: FastifyRequest): ConnectionKind {
    return classifyConnection(toSender(request), { ...this.#settings(), plainSignIn: this.#plainSignIn() });
  }

  /** Returns whether others in the network can read what is sent. */
  isPlain(request: FastifyRequest): boolean {
    const connection = this.connectionOf(request);
    if (connection === 'plain') return !isFromThisMachine(toSender(request), this.#proxies);
    return connection === 'network';
  }

  /** Returns whether the browser runs on the server's machine. */
  isOnThisMachine(request: FastifyRequest): boolean {
    return this.connectionOf(request) === 'this-machine' && isFromThisMachine(toSender(request), this.#proxies);
  }

  /** Returns the origin that the browser of this request sees. */
  originOf(request: FastifyRequest): string {
    const isOther = this.#plainSignIn() === 'anywhere' || this.connectionOf(request) === 'network';
    return isOther && !this.usesHttps ? `http://${request.headers.host ?? ''}` : this.#publicUrl();
  }

  /**
   * Returns the canonical address of a page that was requested under `localhost` although the installation uses a
   * literal loopback address, because cookies and passwords belong to only one of them. Null in all other cases.
   */
  canonicalOf({ method, url, headers }: FastifyRequest): string | null {
    const publicUrl = this.#publicUrl();
    const port = publicUrl.slice(publicUrl.lastIndexOf(':'));
    const alias = headers.host === `localhost${port}` && isLoopbackOrigin(publicUrl);
    return alias && method === 'GET' ? `${publicUrl}${url}` : null;
  }

  /**
   * Checks that the connection is safe for passwords and consent. Throws `unavailable` on plain HTTP other than a
   * literal loopback address. For `sign-in`, a setting can allow it, or an administrator can in the network. [D46],
   * [D78]
   */
  requireSecure(request: FastifyRequest, what: HttpsRequiredError['what']): void {
    const connection = this.connectionOf(request);
    if (connection === 'https' || connection === 'this-machine') return;
    const isSignIn = what === 'sign-in';
    if (connection === 'plain' && isSignIn && this.#plainSignIn() === 'anywhere') return;
    if (connection === 'network' && isSignIn) return;
    const isOff = isSignIn && isFromNetwork(toSender(request), this.#settings());
    throw this.#refusal(what, isOff ? (isClosedInNetwork(request) ? 'not_in_network' : 'network_sign_in_off') : null);
  }

  /** Throws `unavailable` for what no device in the network may open. [D78] */
  requireOpenInNetwork(request: FastifyRequest): void {
    if (this.connectionOf(request) === 'network' && isClosedInNetwork(request))
      throw this.#refusal('sign-in', 'not_in_network');
  }

  #refusal(what: HttpsRequiredError['what'], reason: NetworkReason | null): HttpsRequiredError {
    const publicUrl = this.#publicUrl();
    return new HttpsRequiredError(what, isLoopbackOrigin(publicUrl) ? publicUrl : null, reason);
  }

  #settings() {
    return { publicUrl: this.#publicUrl(), proxies: this.#proxies };
  }
}

const isClosedInNetwork = ({ routeOptions }: FastifyRequest): boolean => NOT_IN_NETWORK.test(routeOptions.url ?? '');

const toSender = ({ ip, headers, raw }: FastifyRequest): Sender => ({
  peer: ip,
  socketPeer: raw.socket.remoteAddress,
  headers,
});

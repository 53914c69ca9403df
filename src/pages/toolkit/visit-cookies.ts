import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOpaqueSecret, newOpaqueSecret } from '../../domain/opaque-secret.ts';
import { toCookieName } from './cookie-names.ts';
import type { PublicAddress } from './public-address.ts';
import { SessionSeal } from './session-seal.ts';

type VisitCookie = 'session' | 'browser' | 'owner';

/** Lifetime of the session cookie in the browser. The session itself may end earlier. */
const SESSION_COOKIE_SECONDS = 180 * 24 * 60 * 60;

/**
 * Cookies of the pages for people. Over HTTPS they have the `__Host-` prefix; over plain HTTP, where browsers
 * reject it, they have their plain name, and in the network a name of their own [D78]. REST reads no cookies.
 */
export class VisitCookies {
  readonly #address: PublicAddress;

  readonly #seal: SessionSeal;

  constructor(address: PublicAddress, key: Buffer) {
    this.#address = address;
    this.#seal = new SessionSeal(key);
  }

  read(request: FastifyRequest, what: VisitCookie): string | undefined {
    const connection = this.#address.connectionOf(request);
    const value = request.cookies[toCookieName(what, connection)];
    return what === 'session' && connection === 'network' ? this.#seal.open(value) : value;
  }

  /** Sets the session cookie. */
  keepSession(reply: FastifyReply, secret: string): void {
    const isSealed = this.#address.connectionOf(reply.request) === 'network';
    const options = { ...this.#cookie(), maxAge: SESSION_COOKIE_SECONDS };
    reply.setCookie(this.#name(reply, 'session'), isSealed ? this.#seal.close(secret) : secret, options);
  }

  dropSession(reply: FastifyReply): void {
    reply.clearCookie(this.#name(reply, 'session'), this.#cookie());
  }

  /** Remembers the owner whose page the browser shows, for the navigation of pages without an owner. */
  keepOwner(reply: FastifyReply, ownerId: string): void {
    reply.setCookie(this.#name(reply, 'owner'), ownerId, { ...this.#cookie(), maxAge: SESSION_COOKIE_SECONDS });
  }

  /** Returns the secret that identifies the browser. A new browser gets a cookie with one. */
  identifyBrowser(request: FastifyRequest, reply: FastifyReply): string {
    const known = this.read(request, 'browser');
    if (isOpaqueSecret(known)) return known;
    const browser = newOpaqueSecret();
    reply.setCookie(this.#name(reply, 'browser'), browser, this.#cookie());
    return browser;
  }

  #name({ request }: FastifyReply, what: VisitCookie): string {
    return toCookieName(what, this.#address.connectionOf(request));
  }

  #cookie() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#address.usesHttps } as const;
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOpaqueSecret, newOpaqueSecret } from '../../domain/opaque-secret.ts';
import { toCookieName } from './cookie-names.ts';
import type { PublicAddress } from './public-address.ts';

type VisitCookie = 'session' | 'browser' | 'owner';

/** Lifetime of the session cookie in the browser. The session itself may end earlier. */
const SESSION_COOKIE_SECONDS = 180 * 24 * 60 * 60;

/**
 * Cookies of the pages for people. Over HTTPS they have the `__Host-` prefix; over plain HTTP, where browsers
 * reject it, they have their plain name. REST reads no cookies.
 */
export class VisitCookies {
  readonly #address: PublicAddress;

  constructor(address: PublicAddress) {
    this.#address = address;
  }

  read({ cookies }: FastifyRequest, what: VisitCookie): string | undefined {
    return cookies[this.#name(what)];
  }

  /** Sets the session cookie. */
  keepSession(reply: FastifyReply, secret: string): void {
    reply.setCookie(this.#name('session'), secret, { ...this.#cookie(), maxAge: SESSION_COOKIE_SECONDS });
  }

  dropSession(reply: FastifyReply): void {
    reply.clearCookie(this.#name('session'), this.#cookie());
  }

  /** Remembers the owner whose page the browser shows, for the navigation of pages without an owner. */
  keepOwner(reply: FastifyReply, ownerId: string): void {
    reply.setCookie(this.#name('owner'), ownerId, { ...this.#cookie(), maxAge: SESSION_COOKIE_SECONDS });
  }

  /** Returns the secret that identifies the browser. A new browser gets a cookie with one. */
  identifyBrowser(request: FastifyRequest, reply: FastifyReply): string {
    const known = this.read(request, 'browser');
    if (isOpaqueSecret(known)) return known;
    const browser = newOpaqueSecret();
    reply.setCookie(this.#name('browser'), browser, this.#cookie());
    return browser;
  }

  #name(what: VisitCookie): string {
    return toCookieName(what, this.#address.usesHttps);
  }

  #cookie() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#address.usesHttps } as const;
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import type { Actor } from '../../domain/audit/audit.ts';
import { hashOpaqueSecret, isOpaqueSecret, newOpaqueSecret } from '../../domain/opaque-secret.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import type { SessionHolder } from '../../storage/storage.ts';
import { readFormText } from './form-text.ts';
import { acceptedLanguage } from './page-language.ts';
import { StaleFormError } from './stale-form.ts';

/** Who opens a page, as far as the browser's cookies tell. */
export interface Visit {
  readonly language: InterfaceLanguage;
  /** Hash of what tells this browser from others before anybody has signed in. */
  readonly browserHash: string;
  /** Null: nobody is signed in. */
  readonly holder: SessionHolder | null;
  /** The secret of the session, as it came. */
  readonly sessionSecret: string | undefined;
  /** For a hidden field `csrf` of a form; `purpose` says which form, with what it is about. */
  csrf(purpose: string): string;
  /** Who is named in the audit. [D43] */
  actor(operation: string): Actor;
}

/** A visit by somebody who is signed in. */
export type SignedInVisit = Visit & { readonly holder: SessionHolder };

export const isSignedIn = (visit: Visit): visit is SignedInVisit => visit.holder !== null;

/** Passwords and consent on a connection that others can read. */
export class HttpsRequiredError extends LecternError {
  readonly what: 'sign-in' | 'oauth';
  /** Where it works on the machine of the server itself; null where it does not. */
  readonly local: string | null;

  constructor(what: 'sign-in' | 'oauth', local: string | null) {
    super(
      'unavailable',
      'This needs HTTPS: the address of this server is plain HTTP, or another than the one in the request.',
      {
        recovery:
          'Use the public address of the server. Its operator puts a proxy with a certificate in front and sets LECTERN_PUBLIC_URL.',
      },
    );
    this.what = what;
    this.local = local;
  }
}

interface Place {
  /** Origin under which people reach this installation. */
  readonly publicUrl: () => string;
  /** Sign-in over plain HTTP on a network is allowed. [D46] */
  readonly insecureLan: boolean;
}

/** How long a browser keeps its session; whether it still counts is the session's own to say. */
const SESSION_COOKIE_SECONDS = 180 * 24 * 60 * 60;
/** Has what a form has in its field `csrf`, where a script of ours posts. */
const CSRF_HEADER = 'x-csrf-token';
const LITERAL_LOOPBACK = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/;

/**
 * Cookies, forms and origins of the pages for people. Over HTTPS cookies have the `__Host-` prefix; over plain HTTP, where
 * browsers do not take that, they have their plain name. REST reads none of them.
 */
export class Visits {
  readonly #sessions: Sessions;
  readonly #key: Buffer;
  readonly #place: Place;

  /** `key` is that of forms. */
  constructor(sessions: Sessions, key: Buffer, place: Place) {
    this.#sessions = sessions;
    this.#key = key;
    this.#place = place;
  }

  /** Who is signed in; a browser that is not known stays so. */
  findHolder(request: FastifyRequest): Promise<SessionHolder | null> {
    return this.#sessions.find(request.cookies[this.#name('session')]);
  }

  /** Reads who comes; a browser that is not known yet gets its cookie. */
  async open(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const sessionSecret = request.cookies[this.#name('session')];
    const holder = await this.#sessions.find(sessionSecret);
    const browserHash = hashOpaqueSecret(this.#browser(request, reply));
    // Bound to the session where there is one: a form of before signing in is none of after.
    const bound = holder ? `session ${holder.session.id}` : `browser ${browserHash}`;
    const userId = holder?.user.id ?? null;
    return {
      language: acceptedLanguage(request.headers['accept-language']),
      browserHash,
      holder,
      sessionSecret,
      csrf: (purpose) => createHmac('sha256', this.#key).update(`${bound}\n${purpose}`).digest('base64url'),
      actor: (operation) => ({ channel: 'page', userId, credentialId: null, operation, requestId: request.id }),
    };
  }

  /** A form counts only if it comes from our own page. Throws `forbidden`: for one that is out of date, a StaleFormError with `back`. */
  requireOwnForm(request: FastifyRequest, visit: Visit, purpose: string, back = '/account'): void {
    if (!this.isCurrentForm(request, visit, purpose)) throw new StaleFormError(back);
  }

  /**
   * False for a form that is out of date: its `csrf` is wrong. Throws `forbidden` for another origin. Where the page sends no
   * referrer its form has the origin `null`; the browser's own word for where it comes from counts then.
   */
  isCurrentForm(request: FastifyRequest, visit: Visit, purpose: string): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const ours = origin === undefined || origin === 'null' ? site === 'same-origin' : origin === this.originOf(request);
    if (!ours) throw foreign();
    return isCsrf(readFormText(request.body, 'csrf'), visit, purpose);
  }

  /**
   * A post of a script counts only if it comes from our own page, which says so in each way that it can: plain HTTP has no
   * Sec-Fetch-Site. Throws `forbidden`. [D63]
   */
  requireOwnScript(request: FastifyRequest, visit: Visit, purpose: string): void {
    const { origin, 'sec-fetch-site': site, [CSRF_HEADER]: csrf } = request.headers;
    if (origin !== this.originOf(request) || (site !== undefined && site !== 'same-origin')) throw foreign();
    if (!isCsrf(typeof csrf === 'string' ? csrf : '', visit, purpose)) throw new StaleFormError('/account');
  }

  /** The browser belongs to the session from now on. */
  keepSession(reply: FastifyReply, secret: string): void {
    reply.setCookie(this.#name('session'), secret, { ...this.#cookie(), maxAge: SESSION_COOKIE_SECONDS });
  }

  dropSession(reply: FastifyReply): void {
    reply.clearCookie(this.#name('session'), this.#cookie());
  }

  /** The origin that the browser of this request sees. */
  originOf(request: FastifyRequest): string {
    const publicUrl = this.#place.publicUrl();
    if (this.#overHttps() || !this.#place.insecureLan) return publicUrl;
    return `http://${request.headers.host ?? ''}`;
  }

  /**
   * Where a page is that was asked for under the name `localhost` of an installation on a literal loopback: cookies and
   * passwords belong to one of the two. Null everywhere else.
   */
  canonicalOf({ method, url, headers }: FastifyRequest): string | null {
    const publicUrl = this.#place.publicUrl();
    const port = publicUrl.slice(publicUrl.lastIndexOf(':'));
    const alias = headers.host === `localhost${port}` && LITERAL_LOOPBACK.test(publicUrl.slice('http://'.length));
    return alias && method === 'GET' ? `${publicUrl}${url}` : null;
  }

  /**
   * Passwords and consent need a connection that nobody else reads. Throws `unavailable` on plain HTTP that is not a literal
   * loopback; for `sign-in` an installation can allow that. [D46]
   */
  requireSecure(request: FastifyRequest, what: HttpsRequiredError['what']): void {
    if (this.#overHttps() || (what === 'sign-in' && this.#place.insecureLan)) return;
    const publicUrl = this.#place.publicUrl();
    const local = LITERAL_LOOPBACK.test(publicUrl.slice('http://'.length)) ? publicUrl : null;
    if (local !== null && LITERAL_LOOPBACK.test(request.headers.host ?? '')) return;
    throw new HttpsRequiredError(what, local);
  }

  #browser(request: FastifyRequest, reply: FastifyReply): string {
    const known = request.cookies[this.#name('browser')];
    if (isOpaqueSecret(known)) return known;
    const browser = newOpaqueSecret();
    reply.setCookie(this.#name('browser'), browser, this.#cookie());
    return browser;
  }

  #name(what: 'session' | 'browser'): string {
    return this.#overHttps() ? `__Host-lectern_${what}` : `lectern_${what}`;
  }

  #cookie() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#overHttps() } as const;
  }

  #overHttps(): boolean {
    return this.#place.publicUrl().startsWith('https:');
  }
}

const foreign = () => new LecternError('forbidden', 'This did not come from a page of this server.');

function isCsrf(text: string, visit: Visit, purpose: string): boolean {
  const [given, expected] = [Buffer.from(text), Buffer.from(visit.csrf(purpose))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

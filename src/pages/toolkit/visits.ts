import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ConsoleOwner } from '../../contract/console-page.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import type { Actor } from '../../domain/audit/audit.ts';
import type { BackupAge } from '../../domain/backups/backups.ts';
import { hashOpaqueSecret, isOpaqueSecret, newOpaqueSecret } from '../../domain/opaque-secret.ts';
import type { InterfaceLanguage } from '../../locales/languages.ts';
import type { SessionHolder } from '../../storage/storage.ts';
import { toCookieName } from './cookie-names.ts';
import { readFormText } from './form-text.ts';
import { readPersonLanguage } from './page-language.ts';
import { StaleFormError } from './stale-form.ts';

/** A request of a page's script, with what the browser's cookies identify. */
export interface ScriptVisit {
  readonly language: InterfaceLanguage;
  /** Hash of the browser's cookie, which identifies it before anyone has signed in. */
  readonly browserHash: string;
  /** The session with its user; null if no one is signed in. */
  readonly holder: SessionHolder | null;
  /** The session secret from the cookie. */
  readonly sessionSecret: string | undefined;
  /** Returns the value for a form's hidden field `csrf`. `purpose` identifies the form and its subject. */
  csrf(purpose: string): string;
  /** Returns the actor for an audit record. [D43] */
  actor(operation: string): Actor;
}

/** A request to a page, with what its header shows. */
export interface Visit extends ScriptVisit {
  /** The user's organizations, then the own account. Empty if no one is signed in. */
  readonly owners: readonly ConsoleOwner[];
  /** Id of the owner whose pages the browser showed last; undefined if unknown. It is not checked. */
  readonly lastOwnerId: string | undefined;
  /** The age of the latest backup, for administrators of the installation; null for others. [D69] */
  readonly backupAge: BackupAge | null;
}

interface SignedIn {
  readonly holder: SessionHolder;
}

/** A visit with a signed-in user. */
export type SignedInVisit = Visit & SignedIn;
export type SignedInScriptVisit = ScriptVisit & SignedIn;

export const isSignedIn = <Any extends ScriptVisit>(visit: Any): visit is Any & SignedIn => visit.holder !== null;

/** Rejects passwords and consent on a connection that others can read. */
export class HttpsRequiredError extends LecternError {
  readonly what: 'sign-in' | 'oauth';
  /** The address at which it works on the server's own machine; null if none exists. */
  readonly local: string | null;

  constructor(what: 'sign-in' | 'oauth', local: string | null) {
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

type ListOwners = (user: SessionHolder['user']) => Promise<readonly ConsoleOwner[]>;

interface Address {
  /** The origin under which people reach this installation. */
  readonly publicUrl: () => string;
  /** Whether sign-in over plain HTTP on a network is allowed. [D46] */
  readonly insecureLan: boolean;
  /** Returns the origin at which people on other devices sign in, or null if none can. */
  readonly signInOrigin: () => string | null;
}

/** Lifetime of the session cookie in the browser. The session itself may end earlier. */
const SESSION_COOKIE_SECONDS = 180 * 24 * 60 * 60;
/** Header with the value of the field `csrf`, for requests of scripts. */
const CSRF_HEADER = 'x-csrf-token';
const LITERAL_LOOPBACK = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d+)?$/;

/**
 * Handles cookies, forms and origins of the pages for people. Over HTTPS cookies have the `__Host-` prefix; over plain
 * HTTP, where browsers reject it, they have their plain name. REST reads no cookies.
 */
export class Visits {
  readonly #sessions: Sessions;
  readonly #key: Buffer;
  readonly #address: Address;
  readonly #listOwners: ListOwners;
  readonly #readBackupAge: () => Promise<BackupAge>;

  /** `key` signs the tokens of forms. */
  constructor(
    sessions: Sessions,
    key: Buffer,
    address: Address,
    { listOwners, readBackupAge }: { listOwners: ListOwners; readBackupAge: () => Promise<BackupAge> },
  ) {
    this.#sessions = sessions;
    this.#key = key;
    this.#address = address;
    this.#listOwners = listOwners;
    this.#readBackupAge = readBackupAge;
  }

  /** Returns the signed-in session, without setting a cookie. */
  findHolder(request: FastifyRequest): Promise<SessionHolder | null> {
    return this.#sessions.find(request.cookies[this.#name('session')]);
  }

  /** Identifies the browser and its user, and reads what the header of a page shows. A new browser gets a cookie. */
  async open(request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
    const visit = await this.openScript(request, reply);
    const user = visit.holder?.user;
    const [owners, backupAge] = await Promise.all([
      user ? this.#listOwners(user) : [],
      user?.administrator ? this.#readBackupAge() : null,
    ]);
    return { ...visit, owners, backupAge, lastOwnerId: request.cookies[this.#name('owner')] };
  }

  /** Identifies the browser and its user, for a script, which renders no header. */
  async openScript(request: FastifyRequest, reply: FastifyReply): Promise<ScriptVisit> {
    const sessionSecret = request.cookies[this.#name('session')];
    const holder = await this.#sessions.find(sessionSecret);
    const browserHash = hashOpaqueSecret(this.#browser(request, reply));
    // Bound to the session if there is one, so a form from before signing in is invalid after it.
    const bound = holder ? `session ${holder.session.id}` : `browser ${browserHash}`;
    const userId = holder?.user.id ?? null;
    return {
      language: readPersonLanguage(request),
      browserHash,
      holder,
      sessionSecret,
      csrf: (purpose) => createHmac('sha256', this.#key).update(`${bound}\n${purpose}`).digest('base64url'),
      actor: (operation) => ({ channel: 'page', userId, credentialId: null, operation, requestId: request.id }),
    };
  }

  /**
   * Checks that a form comes from a page of this server. Throws `forbidden`, and for a form that is out of date a
   * StaleFormError with `back`.
   */
  requireOwnForm(request: FastifyRequest, visit: Visit, purpose: string, back = '/account'): void {
    if (!this.isCurrentForm(request, visit, purpose)) throw new StaleFormError(back);
  }

  /**
   * Returns false if a form is out of date, which means a wrong `csrf`. Throws `forbidden` for another origin. If the
   * page sends no referrer, the form's origin is `null`, and Sec-Fetch-Site counts instead.
   */
  isCurrentForm(request: FastifyRequest, visit: Visit, purpose: string): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const ours = origin === undefined || origin === 'null' ? site === 'same-origin' : origin === this.originOf(request);
    if (!ours) throw foreignOrigin();
    return isCsrf(readFormText(request.body, 'csrf'), visit, purpose);
  }

  /**
   * Checks that a script's request comes from a page of this server, in every way available: plain HTTP has no
   * Sec-Fetch-Site. Throws `forbidden`. [D63]
   */
  requireOwnScript(request: FastifyRequest, visit: ScriptVisit, purpose: string): void {
    const { origin, 'sec-fetch-site': site, [CSRF_HEADER]: csrf } = request.headers;
    if (origin !== this.originOf(request) || (site !== undefined && site !== 'same-origin')) throw foreignOrigin();
    if (!isCsrf(typeof csrf === 'string' ? csrf : '', visit, purpose)) throw new StaleFormError('/account');
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

  /** Returns the origin that the browser of this request sees. */
  originOf(request: FastifyRequest): string {
    const publicUrl = this.#address.publicUrl();
    if (this.#usesHttps() || !this.#address.insecureLan) return publicUrl;
    return `http://${request.headers.host ?? ''}`;
  }

  /** Returns the origin at which people on other devices sign in, or null if none can. */
  signInOrigin(): string | null {
    return this.#address.signInOrigin();
  }

  /**
   * Returns the canonical address of a page that was requested under `localhost` although the installation uses a
   * literal loopback address, because cookies and passwords belong to only one of them. Null in all other cases.
   */
  canonicalOf({ method, url, headers }: FastifyRequest): string | null {
    const publicUrl = this.#address.publicUrl();
    const port = publicUrl.slice(publicUrl.lastIndexOf(':'));
    const alias = headers.host === `localhost${port}` && LITERAL_LOOPBACK.test(publicUrl.slice('http://'.length));
    return alias && method === 'GET' ? `${publicUrl}${url}` : null;
  }

  /**
   * Checks that the connection is safe for passwords and consent. Throws `unavailable` on plain HTTP other than a
   * literal loopback address; for `sign-in` an installation can allow it. [D46]
   */
  requireSecure(request: FastifyRequest, what: HttpsRequiredError['what']): void {
    if (this.#usesHttps() || (what === 'sign-in' && this.#address.insecureLan)) return;
    const publicUrl = this.#address.publicUrl();
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

  #name(what: 'session' | 'browser' | 'owner'): string {
    return toCookieName(what, this.#usesHttps());
  }

  #cookie() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#usesHttps() } as const;
  }

  #usesHttps(): boolean {
    return this.#address.publicUrl().startsWith('https:');
  }
}

const foreignOrigin = () => new LecternError('forbidden', 'The request did not come from a page of this server.');

function isCsrf(text: string, visit: ScriptVisit, purpose: string): boolean {
  const [given, expected] = [Buffer.from(text), Buffer.from(visit.csrf(purpose))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

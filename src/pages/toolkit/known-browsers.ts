import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInUser } from '../../storage/storage.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
type Known = Pick<SignInUser, 'email' | 'passwordHash'>;

const FORMAT = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Remembers browsers that have signed in: one signed cookie per user, which becomes void when the password changes. The
 * cookie signs no one in. It only counts failed sign-ins of such a browser separately, so that an attack from elsewhere
 * does not lock the user out.
 */
export class KnownBrowsers {
  readonly #key: Buffer;
  readonly #secure: () => boolean;

  /** `secure`: whether people reach this installation over HTTPS. */
  constructor(key: Buffer, secure: () => boolean) {
    this.#key = key;
    this.#secure = secure;
  }

  /** Returns the id of this browser. Null if it has not signed in as this user, or the signature is invalid. */
  find(request: FastifyRequest, user: Known): string | null {
    const [, id, signature] = FORMAT.exec(request.cookies[this.#name(user)] ?? '') ?? [];
    if (!id || !signature) return null;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(user, id))) ? id : null;
  }

  keep(request: FastifyRequest, reply: FastifyReply, user: Known): void {
    const id = this.find(request, user) ?? randomBytes(16).toString('base64url');
    const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#secure() } as const;
    reply.setCookie(this.#name(user), `${id}.${this.#sign(user, id)}`, { ...options, maxAge: YEAR_SECONDS });
  }

  #name({ email }: Known): string {
    const user = createHmac('sha256', this.#key).update(`name ${email}`).digest('base64url').slice(0, 16);
    return `${this.#secure() ? '__Host-' : ''}lectern_known_${user}`;
  }

  #sign({ email, passwordHash }: Known, id: string): string {
    const signed = JSON.stringify(['browser', id, email, passwordHash]);
    return createHmac('sha256', this.#key).update(signed).digest('base64url');
  }
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInUser } from '../../storage/storage.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
type Known = Pick<SignInUser, 'email' | 'passwordHash'>;

const FORMAT = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * What a browser keeps that has signed in to a user: one signed cookie a user, which is worth nothing after the password has
 * changed. It lets nobody in; failed sign-ins of such a browser are counted by themselves, so that a flood of them from
 * elsewhere does not keep the user out.
 */
export class KnownBrowsers {
  readonly #key: Buffer;
  readonly #secure: () => boolean;

  /** `secure`: people reach this installation by HTTPS. */
  constructor(key: Buffer, secure: () => boolean) {
    this.#key = key;
    this.#secure = secure;
  }

  /** What tells this browser from others; null for one that has not signed in to this user, or not proved it. */
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

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import { readFormText } from './form-text.ts';
import type { PublicAddress } from './public-address.ts';
import { StaleFormError } from './stale-form.ts';
import type { ScriptVisit, Visit } from './visit.ts';

/** Header with the value of the field `csrf`, for requests of scripts. */
const CSRF_HEADER = 'x-csrf-token';

/** Checks that forms and requests of scripts come from pages of this server. */
export class CsrfProtection {
  readonly #key: Buffer;
  readonly #address: PublicAddress;

  /** `key` signs the tokens. */
  constructor(key: Buffer, address: PublicAddress) {
    this.#key = key;
    this.#address = address;
  }

  /** Returns the token of a form. `bound` identifies the session or browser. */
  toToken(bound: string, purpose: string): string {
    return createHmac('sha256', this.#key).update(`${bound}\n${purpose}`).digest('base64url');
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
    const ours =
      origin === undefined || origin === 'null' ? site === 'same-origin' : origin === this.#address.originOf(request);
    if (!ours) throw foreignOrigin();
    return isCsrf(readFormText(request.body, 'csrf'), visit, purpose);
  }

  /**
   * Checks that a script's request comes from a page of this server, in every way available: plain HTTP has no
   * Sec-Fetch-Site. Throws `forbidden`. [D63]
   */
  requireOwnScript(request: FastifyRequest, visit: ScriptVisit, purpose: string): void {
    const { origin, 'sec-fetch-site': site, [CSRF_HEADER]: csrf } = request.headers;
    if (origin !== this.#address.originOf(request) || (site !== undefined && site !== 'same-origin'))
      throw foreignOrigin();
    if (!isCsrf(typeof csrf === 'string' ? csrf : '', visit, purpose)) throw new StaleFormError('/account');
  }
}

const foreignOrigin = () => new LecternError('forbidden', 'The request did not come from a page of this server.');

function isCsrf(text: string, visit: ScriptVisit, purpose: string): boolean {
  const [given, expected] = [Buffer.from(text), Buffer.from(visit.csrf(purpose))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

import fastifyCookie from '@fastify/cookie';
import fastifyFormBody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODES } from '../../contract/error-codes.ts';
import type { LecternError } from '../../contract/lectern-error.ts';
import { toPolicy } from './content-security-policy.ts';
import { type ErrorPageContext, errorPage } from './error-page.ts';
import { isJsonRoute } from './json-route.ts';
import { MissingTargetError } from './missing-target.ts';
import { type PageErrorDependencies, reportPageError, setRetryAfter } from './page-error.ts';
import { readPersonLanguage } from './page-language.ts';
import { HttpsRequiredError } from './public-address.ts';
import { SignInAgainError } from './sign-in-again.ts';
import { StaleFormError } from './stale-form.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether people arrive by a link from a message, so not_found means that the link is no longer valid. */
    readonly byLink?: true;
  }
}

/** Room for the longest form. */
const FORM_MAX_BYTES = 16 * 1024;

export const PERSON_HEADERS = {
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'referrer-policy': 'same-origin',
  'content-security-policy': toPolicy({ 'form-action': "'self'" }),
};

interface PersonPageDependencies extends PageErrorDependencies {
  /** Consumes from the page budget of an address. Throws or rejects with `rate_limited`. */
  readonly charge: (address: string) => Promise<void>;
  /** Returns the address to redirect to, or null to stay. */
  readonly canonicalOf: (request: FastifyRequest) => string | null;
  /** Returns whether others in the network can read what is sent. */
  readonly isPlain: (request: FastifyRequest) => boolean;
  /** Throws for what no device in the network may open. */
  readonly requireOpenInNetwork: (request: FastifyRequest) => void;
  /** Sends an error as REST does, for routes that scripts and programs use. */
  readonly sendProblem: (reply: FastifyReply, error: LecternError) => FastifyReply;
}

/**
 * Adds a scope for pages for people: cookies, forms, a common budget, headers that keep them private, and errors as
 * pages. `addRoutes` adds the routes; each may set further headers.
 */
export async function addPersonPages(
  app: FastifyInstance,
  dependencies: PersonPageDependencies,
  addRoutes: (pages: FastifyInstance) => void,
): Promise<void> {
  const { charge, canonicalOf, isPlain, requireOpenInNetwork, sendProblem } = dependencies;
  await app.register(async (pages) => {
    await pages.register(fastifyCookie);
    await pages.register(fastifyFormBody, { bodyLimit: FORM_MAX_BYTES });
    pages.addHook('onRequest', async (request, reply) => {
      reply.headers(PERSON_HEADERS);
      await charge(request.ip);
      const elsewhere = canonicalOf(request);
      if (elsewhere !== null) return reply.redirect(elsewhere, 302);
      requireOpenInNetwork(request);
    });
    pages.setErrorHandler((error, request, reply) => {
      const known = reportPageError(dependencies, error, request);
      if (isJsonRoute(request)) return sendProblem(reply, known);
      return sendErrorPage(request, reply, known, isPlain(request));
    });
    addRoutes(pages);
  });
}

/** Sends an error as a page. */
export function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  error: LecternError,
  isPlain = false,
): FastifyReply {
  setRetryAfter(reply, error);
  const language = readPersonLanguage(request);
  const page = errorPage(language, error, { ...placeOf(error, request), isPlain });
  return sendPersonPage(reply, ERROR_CODES[error.code].status, page);
}

export const sendPersonPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

function placeOf(error: LecternError, { routeOptions }: FastifyRequest): ErrorPageContext {
  if (error instanceof HttpsRequiredError) {
    const advice = error.what === 'oauth' ? 'app_needs_https' : (error.reason ?? 'needs_https');
    return { back: advice === 'network_sign_in_off' ? '/' : '/account', advice, local: error.local };
  }
  if (error instanceof SignInAgainError) return { about: 'sign_in_again', back: error.back };
  if (error instanceof StaleFormError) return { about: 'stale_form', back: error.back };
  if (error instanceof MissingTargetError) return { about: 'missing_target', back: error.back };
  const linkOver = error.code === 'not_found' && routeOptions.config?.byLink;
  if (linkOver) return { about: 'link_over', back: '/sign-in' };
  return error.code === 'not_found' ? { back: '/' } : ACCOUNT;
}

const ACCOUNT: ErrorPageContext = { back: '/account' };

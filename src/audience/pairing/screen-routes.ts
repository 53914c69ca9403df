import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ERROR_CODES } from '../../contract/error-codes.ts';
import { LecternError } from '../../contract/lectern-error.ts';
import { PAIRING_CODE_CHARACTERS } from '../../contract/limits.ts';
import { FROM_SCREEN, SCREEN_CODE_PATH, SCREEN_PATH, type ScreenCodeResponse } from '../../contract/pairing.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import { type PageErrorDependencies, reportPageError, setRetryAfter } from '../../pages/toolkit/page-error.ts';
import { readLanguage } from '../../pages/toolkit/page-language.ts';
import { VIEWER_POLICY } from '../routes.ts';
import { requireSameOrigin } from '../same-origin.ts';
import { toShownCode } from './screen-code.ts';
import { readScreenCookie, SCREEN_COOKIE, type ScreenAdmission, setScreenCookie } from './screen-cookie.ts';
import { type ScreenPageOptions, screenPage } from './screen-page.ts';
import type { ScreenResolver } from './screen-resolver.ts';

const BODY_MAX_BYTES = 256;
/** The code that the page shows; empty if none. */
const CodeBody = Strict({ shown: Type.String({ maxLength: PAIRING_CODE_CHARACTERS }) });

export interface ScreenRouteDependencies extends PageErrorDependencies {
  readonly resolver: ScreenResolver;
  /** Sets the cookie that admits the browser to the output. */
  readonly admit: (reply: FastifyReply, admission: ScreenAdmission) => void;
  /** Returns the address or network whose codes are counted together. */
  readonly networkOf: (address: string) => string;
  /** Public origin of this installation. */
  readonly publicUrl: () => string;
  /** Returns the origin at which people on other devices sign in, or null if none can. */
  readonly signInOrigin: () => string | null;
  /** Returns whether a host is this machine. */
  readonly isLoopback: (host: string) => boolean;
  /** Notices that a browser has opened a page. */
  readonly onOpen: (request: FastifyRequest) => void;
  /** Charges a request against the audience budget of an address. Rejects with `rate_limited`. */
  readonly charge: (address: string) => Promise<void>;
}

/** Adds the pairing page of a screen, and the endpoint that its script polls. [D61] */
export async function addScreen(app: FastifyInstance, dependencies: ScreenRouteDependencies): Promise<void> {
  const { resolver, admit, networkOf, onOpen, publicUrl, signInOrigin, isLoopback, charge } = dependencies;
  const consoleOrigin = () => signInOrigin() ?? publicUrl();
  /** Resolves a visit and updates the cookies of the browser. */
  const resolveVisit = async (request: FastifyRequest, reply: FastifyReply) => {
    const { ip: address } = request;
    const known = readScreenCookie(request.cookies[SCREEN_COOKIE]);
    const cookie = await resolver.resolve(known, { address, network: networkOf(address) });
    setScreenCookie(reply, cookie, publicUrl());
    if ('admission' in cookie) admit(reply, cookie.admission);
    return cookie;
  };

  const send = (reply: FastifyReply, request: FastifyRequest, options: Pick<ScreenPageOptions, 'state' | 'shown'>) => {
    const shared = signInOrigin();
    const start = request.url.indexOf('?');
    const query = start < 0 ? '' : request.url.slice(start);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', VIEWER_POLICY)
      .header('referrer-policy', 'no-referrer')
      .send(
        screenPage({
          ...options,
          language: readLanguage(request),
          query,
          consoleOrigin: shared ?? publicUrl(),
          onServer: shared === null && !isLoopback(request.hostname),
        }),
      );
  };

  await app.register(async (pages) => {
    await pages.register(fastifyCookie);

    pages.get(
      SCREEN_PATH,
      {
        schema: { hide: true },
        exposeHeadRoute: false,
        // Shows the error on the pairing page, whose script keeps polling.
        errorHandler: (error, request, reply) => {
          const known = reportPageError(dependencies, error, request);
          if (known.code === 'forbidden' || !wantsPage(request)) throw error;
          setRetryAfter(reply, known);
          const state = known.code === 'rate_limited' ? 'full' : 'offline';
          return send(reply.code(ERROR_CODES[known.code].status), request, { state });
        },
      },
      async (request, reply) => {
        await charge(request.ip);
        requireNavigation(request);
        onOpen(request);
        const cookie = await resolveVisit(request, reply);
        if ('admission' in cookie) return reply.redirect(toOutput(cookie.admission), 303);
        return send(reply, request, { state: 'code', shown: toShownCode(cookie.waiting.code, consoleOrigin()) });
      },
    );

    pages.post<{ Body: { shown: string } }>(
      SCREEN_CODE_PATH,
      {
        schema: { hide: true, body: CodeBody },
        bodyLimit: BODY_MAX_BYTES,
        preParsing: async (request) => {
          await charge(request.ip);
          requireSameOrigin(request, publicUrl());
        },
      },
      async (request, reply): Promise<ScreenCodeResponse> => {
        reply.header('cache-control', 'no-store');
        const cookie = await resolveVisit(request, reply);
        if ('admission' in cookie) return { code: null, output: toOutput(cookie.admission) };
        const { code } = cookie.waiting;
        return { code: code === request.body.shown ? null : toShownCode(code, consoleOrigin()), output: null };
      },
    );
  });
}

const toOutput = ({ outputId }: ScreenAdmission): string => `/o/${encodeURIComponent(outputId)}?${FROM_SCREEN}`;

/**
 * Requires a navigation, because each visit uses a code and other sites must not use them up. Browsers navigate with
 * `Accept: text/html`, and over HTTPS with `Sec-Fetch-Dest`. Throws `forbidden`.
 */
function requireNavigation(request: FastifyRequest): void {
  const destination = request.headers['sec-fetch-dest'];
  if (wantsPage(request) && (destination === undefined || destination === 'document')) return;
  throw new LecternError('forbidden', 'Open this page directly in a browser.');
}

const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LecternError } from '../../contract/lectern-error.ts';
import { PAIRING_CODE_CHARACTERS } from '../../contract/limits.ts';
import { FROM_SCREEN, SCREEN_CODE_PATH, SCREEN_PATH, type ScreenCodeResponse } from '../../contract/pairing.ts';
import { Strict } from '../../contract/schemas/shapes.ts';
import { readLanguage } from '../../pages/toolkit/page-language.ts';
import { addPageRoutes, type PageRouteDependencies, readPageAddress, wantsPage } from '../page-routes.ts';
import { VIEWER_POLICY } from '../policies.ts';
import { requireSameOrigin } from '../same-origin.ts';
import { toShownCode } from './screen-code.ts';
import { readScreenCookie, SCREEN_COOKIE, type ScreenAdmission, setScreenCookie } from './screen-cookie.ts';
import { type ScreenPageOptions, screenPage } from './screen-page.ts';
import type { ScreenResolver } from './screen-resolver.ts';

const BODY_MAX_BYTES = 256;
/** The code that the page shows; empty if none. */
const CodeBody = Strict({ shown: Type.String({ maxLength: PAIRING_CODE_CHARACTERS }) });

export interface ScreenRouteDependencies extends PageRouteDependencies {
  readonly resolver: ScreenResolver;
  /** Sets the cookie that admits the browser to the output. */
  readonly admit: (reply: FastifyReply, admission: ScreenAdmission) => void;
  /** Returns the address or network whose codes are counted together. */
  readonly networkOf: (address: string) => string;
  /** Returns the origin at which people on other devices sign in, or null if none can. */
  readonly signInOrigin: () => string | null;
  /** Returns whether a host is this machine. */
  readonly isLoopback: (host: string) => boolean;
  /** Notices that a browser has opened a page. */
  readonly onOpen: (request: FastifyRequest) => void;
}

/** Adds the pairing page of a screen, and the endpoint that its script polls. [D61] */
export async function addScreen(app: FastifyInstance, dependencies: ScreenRouteDependencies): Promise<void> {
  const { resolver, admit, networkOf, onOpen, publicUrl, signInOrigin, isLoopback } = dependencies;
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

  const toHtml = (request: FastifyRequest, options: Pick<ScreenPageOptions, 'state' | 'shown'>) =>
    screenPage({
      ...options,
      language: readLanguage(request),
      query: readPageAddress(request).query,
      consoleOrigin: consoleOrigin(),
      onServer: signInOrigin() === null && !isLoopback(request.hostname),
    });
  /** Shows an error on the pairing page, whose script keeps polling. */
  const renderError = ({ code }: LecternError, request: FastifyRequest) =>
    code === 'forbidden' || !wantsPage(request)
      ? null
      : toHtml(request, { state: code === 'rate_limited' ? 'full' : 'offline' });

  await addPageRoutes(app, { policy: VIEWER_POLICY, renderError }, dependencies, (routes) => {
    routes.page(
      SCREEN_PATH,
      async (request, reply) => {
        requireNavigation(request);
        onOpen(request);
        const cookie = await resolveVisit(request, reply);
        if ('admission' in cookie) return reply.redirect(toOutput(cookie.admission), 303);
        return { html: toHtml(request, { state: 'code', shown: toShownCode(cookie.waiting.code, consoleOrigin()) }) };
      },
      { exposeHeadRoute: false },
    );

    const { schema, onRequest } = routes.options;
    routes.app.post<{ Body: { shown: string } }>(
      SCREEN_CODE_PATH,
      {
        schema: { ...schema, body: CodeBody },
        bodyLimit: BODY_MAX_BYTES,
        onRequest,
        preParsing: async (request) => requireSameOrigin(request, publicUrl()),
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

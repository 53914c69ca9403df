import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionEndedError } from '../../domain/account/credentials/console-credentials.ts';
import type { AccountServices } from '../toolkit/account-routes.ts';
import { addJsonRoute, type JsonRoute } from '../toolkit/json-route.ts';
import { isSignedIn, type SignedInScriptVisit } from '../toolkit/visit.ts';

/** The purpose of the console's `csrf` token. */
export const CONSOLE_PURPOSE = 'console';

export interface ConsoleScriptServices extends AccountServices {
  /** Returns the network of the client's address. */
  readonly peerOf: (request: FastifyRequest) => string;
}

interface ConsoleRequest<Body> {
  readonly visit: SignedInScriptVisit;
  /** Path parameters, all present by the route's pattern. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** The address or network by which attempts are counted. */
  readonly network: string;
  readonly reply: FastifyReply;
}

/**
 * Adds a route for the console's script, authorized by the person's session. Requests that change something must come
 * from a page of this server. [D63]
 */
export function addConsoleScript<Body>(
  pages: FastifyInstance,
  { visits, peerOf }: ConsoleScriptServices,
  route: Pick<JsonRoute, 'method' | 'path' | 'body'>,
  handler: (call: ConsoleRequest<Body>) => Promise<object>,
): void {
  addJsonRoute(pages, route, async (request, reply) => {
    visits.address.requireSecure(request, 'sign-in');
    const visit = await visits.openScript(request, reply);
    if (!isSignedIn(visit)) throw sessionEndedError();
    if (route.method !== 'GET') visits.csrf.requireOwnScript(request, visit, CONSOLE_PURPOSE);
    return handler({
      visit,
      params: request.params as Record<string, string>,
      body: request.body as Body,
      headers: request.headers,
      network: peerOf(request),
      reply,
    });
  });
}

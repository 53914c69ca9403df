import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionEndedError } from '../../domain/account/credentials/console-credentials.ts';
import type { AccountServices } from '../toolkit/account-routes.ts';
import { addJsonRoute, type JsonRoute } from '../toolkit/json-route.ts';
import { isSignedIn, type SignedInVisit } from '../toolkit/visits.ts';

/** Which page the posts come from, for their `csrf`. */
export const CONSOLE_PURPOSE = 'console';

export interface ConsoleScriptServices extends AccountServices {
  /** Groups the addresses of one network. */
  readonly peerOf: (request: FastifyRequest) => string;
}

interface ConsoleCall<Body> {
  readonly visit: SignedInVisit;
  /** Of the address; each is there by the route's own pattern. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** The address, or the network of it, that tries are counted by. */
  readonly network: string;
  readonly reply: FastifyReply;
}

/** What only the script of the console asks, by the session of the person. A page of ours must have sent what changes something. [D63] */
export function addConsoleScript<Body>(
  pages: FastifyInstance,
  { visits, peerOf }: ConsoleScriptServices,
  route: Pick<JsonRoute, 'method' | 'path' | 'body'>,
  answer: (call: ConsoleCall<Body>) => Promise<object>,
): void {
  addJsonRoute(pages, route, async (request, reply) => {
    visits.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    if (!isSignedIn(visit)) throw sessionEndedError();
    if (route.method !== 'GET') visits.requireOwnScript(request, visit, CONSOLE_PURPOSE);
    return answer({
      visit,
      params: request.params as Record<string, string>,
      body: request.body as Body,
      headers: request.headers,
      network: peerOf(request),
      reply,
    });
  });
}

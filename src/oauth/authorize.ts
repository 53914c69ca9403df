import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { LecternError } from '../contract/lectern-error.ts';
import type { Sessions } from '../domain/account/identity/sessions.ts';
import { requireUnrestricted } from '../domain/account/owners/restriction.ts';
import type { Clock } from '../domain/clock.ts';
import { toPolicy } from '../pages/toolkit/content-security-policy.ts';
import { readFormText } from '../pages/toolkit/form-text.ts';
import { sendPersonPage } from '../pages/toolkit/person-pages.ts';
import type { Visit } from '../pages/toolkit/visit.ts';
import type { Visits } from '../pages/toolkit/visits.ts';
import type { Storage } from '../storage/storage.ts';
import { readClientId, validateAuthorization } from './authorization-parameters.ts';
import { AuthorizationRequests, type OpenRequest } from './authorization-requests.ts';
import { consentPage } from './consent-page.ts';
import { parseQuery } from './query.ts';
import { toRedirect } from './redirect-uri.ts';
import { type RefusalReason, refusalPage } from './refusal-page.ts';

/** Omits `form-action`, because the form redirects to the client's redirect URI. */
const CONSENT_POLICY = toPolicy({ 'form-action': null });

export interface AuthorizeServices {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly visits: Visits;
}

/** Adds the authorization endpoint. [Endpoints] authorize, [D41], RFC 6749 §4.1, RFC 9207 */
export function addAuthorize(pages: FastifyInstance, services: AuthorizeServices): void {
  const { config, storage, clock, sessions, visits } = services;
  const requests = new AuthorizationRequests(storage, clock);

  const refuse = (reply: FastifyReply, visit: Visit, reason: RefusalReason) =>
    sendPersonPage(reply, 400, refusalPage(visit, reason));

  const respond = (
    reply: FastifyReply,
    { redirectUri, state }: { redirectUri: string; state: string },
    fields: Readonly<Record<string, string>>,
  ) => seeOther(reply, toRedirect(redirectUri, { ...fields, state, iss: config.publicUrl }));

  /** Shows the consent page. */
  const showConsent = async (reply: FastifyReply, visit: Visit, secret: string, open: OpenRequest) => {
    const replaced = visit.holder && (await requests.findReplaced(visit.holder));
    reply.header('content-security-policy', CONSENT_POLICY);
    return sendPersonPage(reply, 200, consentPage(visit, { ...open, secret, replaced, nowMs: clock() }));
  };

  const resume = async (reply: FastifyReply, visit: Visit, secret: string) => {
    const found = await requests.resume(secret, visit);
    if (found.kind === 'decide') return showConsent(reply, visit, secret, found);
    if (found.kind === 'sign_in') return seeOther(reply, signInPath(secret));
    return refuse(reply, visit, found.kind === 'untrusted' ? 'client' : 'request');
  };

  pages.get('/oauth/authorize', ROUTE, async (request, reply) => {
    visits.address.requireSecure(request, 'oauth');
    const visit = await visits.open(request, reply);
    const query = parseQuery(request.url);
    const resumed = query.get('request');
    // An empty parameter counts as absent. RFC 6749 §3.1
    if (resumed?.some((secret) => secret !== '')) {
      const [secret] = resumed;
      if (query.size > 1 || resumed.length > 1 || !secret) return refuse(reply, visit, 'request');
      return resume(reply, visit, secret);
    }
    const clientId = readClientId(query);
    const verdict = validateAuthorization(query, clientId === null ? null : await storage.oauth.findClient(clientId));
    if (verdict.kind === 'local') return refuse(reply, visit, verdict.reason);
    if (verdict.kind === 'redirect') {
      return respond(reply, verdict, { error: verdict.error, error_description: verdict.description });
    }
    return resume(reply, visit, await requests.begin(verdict.parameters, visit));
  });

  pages.route({
    ...ROUTE,
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/oauth/authorize',
    // Refuses the method before the body is read.
    preParsing: async (_request, reply) => {
      reply.header('allow', 'GET, HEAD, POST');
      throw new LecternError('method_not_allowed');
    },
    handler: () => undefined,
  });

  pages.post('/oauth/authorize', ROUTE, async (request, reply) => {
    visits.address.requireSecure(request, 'oauth');
    const visit = await visits.open(request, reply);
    const secret = readFormText(request.body, 'request');
    const back = `/oauth/authorize?${new URLSearchParams({ request: secret })}`;
    visits.csrf.requireOwnForm(request, visit, `consent ${secret}`, back);
    const found = await requests.resume(secret, visit);
    if (found.kind === 'untrusted') return refuse(reply, visit, 'client');
    if (found.kind !== 'decide') return refuse(reply, visit, 'request');
    const { holder } = found;

    switch (readFormText(request.body, 'decision')) {
      case 'allow': {
        requireUnrestricted(holder.user);
        // Shows the page again if it did not name the grant that would be replaced.
        const replaced = await requests.findReplaced(holder);
        if (replaced && replaced.id !== readFormText(request.body, 'replaces'))
          return showConsent(reply, visit, secret, found);
        const code = await requests.allow(found, holder, replaced?.id ?? null, visit.actor('allowApp'));
        return code === null ? refuse(reply, visit, 'request') : respond(reply, found.request, { code });
      }
      case 'deny': {
        const denied = await requests.deny(found, holder, visit.actor('denyApp'));
        return denied ? respond(reply, found.request, { error: 'access_denied' }) : refuse(reply, visit, 'request');
      }
      case 'switch': {
        const restarted = await requests.restart(found);
        await sessions.end(holder, holder.session.id, visit.actor('signOut'));
        visits.cookies.dropSession(reply);
        return seeOther(reply, signInPath(restarted));
      }
      default:
        return refuse(reply, visit, 'decision');
    }
  });
}

/**
 * Sets the headers of every response, including errors, so that URLs with a request or code do not leak in the
 * Referer header. [D8]
 */
const ROUTE = {
  schema: { hide: true },
  onSend: async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('referrer-policy', 'no-referrer').header('x-frame-options', 'DENY');
  },
};

const signInPath = (secret: string): string => `/sign-in?request=${secret}`;

const seeOther = (reply: FastifyReply, location: string): FastifyReply =>
  reply.code(303).header('location', location).send();

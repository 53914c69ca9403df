import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LecternError } from '../../contract/lectern-error.ts';
import type { PendingLogin } from '../../domain/account/credentials/terminal-logins.ts';
import type { SignInThrottle } from '../../domain/account/identity/sign-in-throttle.ts';
import type { OrganizationService } from '../../domain/account/organizations/organization-service.ts';
import { requireUnrestricted } from '../../domain/account/owners/restriction.ts';
import { readFormText } from '../toolkit/form-text.ts';
import { sendPersonPage } from '../toolkit/person-pages.ts';
import { NOT_SUBMITTED, withPostLoginRedirect } from '../toolkit/post-login-redirect.ts';
import { isSignedIn, type SignedInVisit } from '../toolkit/visit.ts';
import { approveTerminalPage, connectedPage, enterCodePage } from './connect-pages.ts';
import { addTerminal, type TerminalServices } from './terminal.ts';

export interface ConnectServices extends TerminalServices {
  readonly throttle: SignInThrottle;
  readonly organizations: OrganizationService;
}

/**
 * Adds the page where a person allows a terminal that waits in `lectern login`, and the routes that the terminal
 * requests.
 */
export function addConnect(pages: FastifyInstance, services: ConnectServices): void {
  const { storage, visits, terminalLogins: logins, throttle, organizations } = services;
  addTerminal(pages, services);

  /** Returns the visit, or null if the browser was redirected to sign in first. */
  const openSignedIn = async (request: FastifyRequest, reply: FastifyReply, code: string | undefined, query = {}) => {
    visits.address.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    if (isSignedIn(visit)) return visit;
    const next = code === undefined ? '/connect' : `/connect?code=${encodeURIComponent(code)}`;
    reply.redirect(withPostLoginRedirect('/sign-in', { request: null, next }, query), 303);
    return null;
  };

  pages.get('/connect', { schema: { hide: true } }, async (request, reply) => {
    const { code, done, organization } = request.query as Record<string, unknown>;
    const typed = typeof code === 'string' ? code : undefined;
    const visit = await openSignedIn(request, reply, typed);
    if (!visit) return reply;
    if (done === 'allowed' || done === 'denied') {
      const memberships = await organizations.list(visit.holder.user.id);
      return sendPersonPage(
        reply,
        200,
        connectedPage(
          visit,
          done,
          memberships.find(({ id }) => id === organization),
        ),
      );
    }
    if (typed === undefined) return sendPersonPage(reply, 200, enterCodePage(visit));
    const login = await findLogin(visit, typed);
    if (!login) return sendPersonPage(reply, 422, enterCodePage(visit, { typed }));
    return sendPersonPage(reply, 200, approveTerminalPage(visit, login, await findMembership(visit, login)));
  });

  pages.post('/connect', { schema: { hide: true } }, async (request, reply) => {
    const typed = readFormText(request.body, 'code');
    const decision = readFormText(request.body, 'decision');
    const visit = await openSignedIn(request, reply, typed, NOT_SUBMITTED);
    if (!visit) return reply;
    if (!visits.csrf.isCurrentForm(request, visit, `connect ${typed}`)) {
      const login = await findLogin(visit, typed);
      if (!login) return sendPersonPage(reply, 403, enterCodePage(visit, { typed }));
      return sendPersonPage(reply, 403, approveTerminalPage(visit, login, await findMembership(visit, login), true));
    }
    if (decision !== 'allow' && decision !== 'deny') {
      throw new LecternError('invalid_fields', 'Choose to allow or to deny.');
    }
    if (decision === 'allow') {
      const login = await logins.find(typed);
      if (login?.organizationId) await organizations.require(visit.holder.user.id, login.organizationId, 'write');
      else requireUnrestricted(visit.holder.user);
    }
    const [state, done, operation] =
      decision === 'allow'
        ? (['approved', 'allowed', 'allowTerminal'] as const)
        : (['denied', 'denied', 'denyTerminal'] as const);
    if (!(await logins.decide(typed, state, visit.holder, visit.actor(operation)))) {
      // The login has expired, or was decided in another window.
      return sendPersonPage(reply, 422, enterCodePage(visit, { typed }));
    }
    const organization = readFormText(request.body, 'organization');
    const query = new URLSearchParams({ done, ...(organization !== '' && { organization }) });
    return reply.redirect(`/connect?${query}`, 303);
  });

  /**
   * Returns the membership in the organization of the login. Undefined if it has no organization; null if the person is
   * not a member.
   */
  const findMembership = async ({ holder }: SignedInVisit, { organizationId }: PendingLogin) =>
    organizationId === null ? undefined : storage.organizations.find(organizationId, holder.user.id);

  /** Finds the login by its code. Only wrong codes count against the session and its user. Throws `rate_limited`. */
  async function findLogin({ holder }: SignedInVisit, typed: string) {
    const tried = await throttle.countTerminalCode({ sessionId: holder.session.id, userId: holder.user.id });
    if (typeof tried === 'number') throw new LecternError('rate_limited', undefined, { retryAfterSeconds: tried });
    const login = await logins.find(typed);
    if (login) await throttle.release(tried);
    return login;
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { ServerCommandConfig } from '../../config/server-command.ts';
import type { SignIn } from '../../domain/account/identity/sign-in.ts';
import type { SignInUser } from '../../storage/storage.ts';
import { findHome } from '../console/find-home.ts';
import { findDoorHost } from '../toolkit/door-host.ts';
import { readFormText } from '../toolkit/form-text.ts';
import { sendPersonPage } from '../toolkit/person-pages.ts';
import {
  type PostLoginRedirect,
  readPostLoginRedirect,
  toRedirectTarget,
  withPostLoginRedirect,
} from '../toolkit/post-login-redirect.ts';
import type { Visit } from '../toolkit/visit.ts';
import { type CompleteSignInServices, completeSignIn } from './complete-sign-in.ts';
import { findInvitation } from './find-invitation.ts';
import { passkeySignIn } from './passkey-sign-in.ts';
import { type SignInProblem, signInPage } from './sign-in-page.ts';
import { findSignInReason, type SignInReasonServices } from './sign-in-reason.ts';

export interface SignInServices extends CompleteSignInServices, SignInReasonServices {
  readonly config: ServerCommandConfig & Pick<Config, 'signUp'>;
  readonly signIn: SignIn;
}

/** Adds GET and POST /sign-in for e-mail and password, and POST /sign-out. */
export function addSignIn(pages: FastifyInstance, services: SignInServices): void {
  const { config, visits, sessions, signIn, knownBrowsers, peerOf } = services;

  const show = async (
    { request, reply, visit }: { request: FastifyRequest; reply: FastifyReply; visit: Visit },
    redirect: PostLoginRedirect,
    status: number,
    more: { email?: string; problem?: SignInProblem; undone?: boolean; again?: boolean } = {},
  ) => {
    const reason = await findSignInReason(services, request, visit, redirect);
    const passkey = passkeySignIn(services, request, visit, redirect);
    const goOn = toRedirectTarget(redirect) ?? (visit.holder ? await findHome(services, visit.holder.user) : '');
    const host = await findDoorHost(services, (await findInvitation(services, redirect))?.organization?.id);
    return sendPersonPage(reply, status, signInPage({ visit, redirect, goOn, reason, host, config, passkey, ...more }));
  };

  pages.get('/sign-in', { schema: { hide: true } }, async (request, reply) => {
    visits.address.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    const undone = readFormText(request.query, 'undone') !== '';
    const redirect = readPostLoginRedirect(request.query);
    const invitation = await findInvitation(services, redirect);
    const again = readFormText(request.query, 'again') !== '';
    return show({ request, reply, visit }, redirect, 200, {
      undone,
      again,
      ...(invitation && { email: invitation.email }),
    });
  });

  pages.post('/sign-in', { schema: { hide: true } }, async (request, reply) => {
    visits.address.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    const present = visits.csrf.isCurrentForm(request, visit, 'sign-in');
    const email = readFormText(request.body, 'email');
    const redirect = readPostLoginRedirect(request.body);
    const again = readFormText(request.body, 'again') !== '';
    const refuse = (status: number, problem: SignInProblem) =>
      show({ request, reply, visit }, redirect, status, { email, problem, again });
    if (!present) return refuse(403, 'stale');
    const findBrowser = (user: SignInUser) => knownBrowsers.find(request, user);
    const attempt = { email, address: peerOf(request), findBrowser };
    for (;;) {
      const result = await signIn.withPassword(attempt, readFormText(request.body, 'password'));
      if (result.outcome === 'throttled') {
        reply.header('retry-after', String(result.retryAfterSeconds));
        return refuse(429, result);
      }
      if (result.outcome !== 'right') return refuse(403, result.outcome);
      const { user, passwordHash } = result;
      const entry = { user, proof: { passwordHash } };
      const destination = await completeSignIn(services, { request, reply, visit }, entry, redirect);
      if (destination !== null) return reply.redirect(destination, 303);
      // The password was changed, or the user disabled, during the check. Check again.
    }
  });

  pages.post('/sign-out', { schema: { hide: true }, config: { formOn: '/account' } }, async (request, reply) => {
    const visit = await visits.open(request, reply);
    const signedOut = () => reply.redirect(withPostLoginRedirect('/sign-in', readPostLoginRedirect(request.body)), 303);
    // Already signed out in another tab. The cookie is kept: a browser withholds it from another site's form, which
    // must not clear it.
    if (!visit.holder) return signedOut();
    visits.csrf.requireOwnForm(request, visit, 'sign-out', '/account');
    await sessions.end(visit.holder, visit.holder.session.id, visit.actor('signOut'));
    visits.cookies.dropSession(reply);
    return signedOut();
  });
}

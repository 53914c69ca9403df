import type { FastifyInstance } from 'fastify';
import { passkeySignIn } from '../passkeys/passkey-sign-in.ts';
import { sendPage } from '../person-pages.ts';
import type { PageServices } from '../services.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { readText } from './form-text.ts';
import { readOnward, withOnward } from './onward.ts';
import { signInPage } from './sign-in-page.ts';

/** GET and POST /sign-in: e-mail and password. POST /sign-out. */
export function addSignIn(pages: FastifyInstance, services: PageServices): void {
  const { visits, sessions, signIn, knownBrowsers, peerOf } = services;
  const { signUp } = services.config;

  pages.get('/sign-in', { schema: { hide: true } }, async (request, reply) => {
    visits.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    const onward = readOnward(request.query);
    const passkey = passkeySignIn(services, request, visit, onward);
    return sendPage(reply, 200, signInPage({ visit, onward, signUp, passkey }));
  });

  pages.post('/sign-in', { schema: { hide: true } }, async (request, reply) => {
    visits.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    visits.requireOwnForm(request, visit, 'sign-in');
    const email = readText(request.body, 'email');
    const onward = readOnward(request.body);
    const knownBrowser = knownBrowsers.find(request, email.trim().toLowerCase());
    const attempt = { email, address: peerOf(request), knownBrowser };
    const result = await signIn.withPassword(attempt, readText(request.body, 'password'));
    if (result.outcome === 'right') {
      return reply.redirect(await completeSignIn(services, { request, reply, visit }, result.user, onward), 303);
    }
    const passkey = passkeySignIn(services, request, visit, onward);
    if (result.outcome === 'throttled') {
      reply.header('retry-after', String(result.retryAfterSeconds));
      return sendPage(reply, 429, signInPage({ visit, onward, signUp, passkey, email, problem: result }));
    }
    return sendPage(reply, 403, signInPage({ visit, onward, signUp, passkey, email, problem: result.outcome }));
  });

  pages.post('/sign-out', { schema: { hide: true } }, async (request, reply) => {
    const visit = await visits.open(request, reply);
    visits.requireOwnForm(request, visit, 'sign-out');
    if (visit.holder) await sessions.end(visit.holder, visit.holder.session.id, visit.actor('signOut'));
    visits.dropSession(reply);
    return reply.redirect(withOnward('/sign-in', readOnward(request.body)), 303);
  });
}

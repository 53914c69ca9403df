import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import type { SessionRecord, SignInProof } from '../../storage/storage.ts';
import { findHome, type HomeServices } from '../console/find-home.ts';
import type { KnownBrowsers } from '../toolkit/known-browsers.ts';
import { type PostLoginRedirect, toRedirectTarget } from '../toolkit/post-login-redirect.ts';
import type { Visit } from '../toolkit/visit.ts';
import type { Visits } from '../toolkit/visits.ts';

export interface CompleteSignInServices extends HomeServices {
  readonly sessions: Sessions;
  readonly visits: Visits;
  readonly knownBrowsers: KnownBrowsers;
  /** Binds a pending OAuth request, known by its secret, to the session. */
  readonly bindRequest: (secret: string, session: SessionRecord) => Promise<void>;
}

/**
 * Signs the user in: starts a session, binds the browser's pending OAuth request to it, and remembers the browser.
 * Returns the address to redirect to. Returns null, without a session, if the proof is no longer valid.
 */
export async function completeSignIn(
  services: CompleteSignInServices,
  { request, reply, visit }: { request: FastifyRequest; reply: FastifyReply; visit: Visit },
  { user, proof }: { user: { id: string; accountId: string }; proof: SignInProof },
  redirect: PostLoginRedirect,
): Promise<string | null> {
  const { sessions, visits, knownBrowsers, bindRequest } = services;
  const browser = { device: request.headers['user-agent'] ?? '', secret: visit.sessionSecret };
  const started = await sessions.start(user, proof, browser, visit.actor('signIn'));
  if (!started) return null;
  visits.cookies.keepSession(reply, started.secret);
  // Uses the password at the start of the session. The browser does not know a later one.
  knownBrowsers.keep(request, reply, started.user);
  if (redirect.request !== null) await bindRequest(redirect.request, started.session);
  return toRedirectTarget(redirect) ?? findHome(services, user);
}

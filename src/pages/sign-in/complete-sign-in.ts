import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../../domain/account/identity/sessions.ts';
import type { SessionRecord, SignInProof } from '../../storage/storage.ts';
import { findHome, type HomeServices } from '../console/find-home.ts';
import type { KnownBrowsers } from '../toolkit/known-browsers.ts';
import { type PostLoginRedirect, toRedirectTarget } from '../toolkit/post-login-redirect.ts';
import type { Visit, Visits } from '../toolkit/visits.ts';

export interface CompleteSignInServices extends HomeServices {
  readonly sessions: Sessions;
  readonly visits: Visits;
  readonly knownBrowsers: KnownBrowsers;
  /** After sign-in: the OAuth request that the browser came with, known by its secret, is this session's from now on. */
  readonly bindRequest: (secret: string, session: SessionRecord) => Promise<void>;
}

/**
 * Whoever has proved to be a user is signed in from now on: a new session, which the OAuth request that the browser came with
 * belongs to, in a browser that is known. Answers the address to go on to. Null, and nobody is signed in, where the proof does
 * not hold any more.
 */
export async function completeSignIn(
  services: CompleteSignInServices,
  { request, reply, visit }: { request: FastifyRequest; reply: FastifyReply; visit: Visit },
  { user, proof }: { user: { id: string; accountId: string }; proof: SignInProof },
  onward: PostLoginRedirect,
): Promise<string | null> {
  const { sessions, visits, knownBrowsers, bindRequest } = services;
  const browser = { device: request.headers['user-agent'] ?? '', secret: visit.sessionSecret };
  const started = await sessions.start(user, proof, browser, visit.actor('signIn'));
  if (!started) return null;
  visits.keepSession(reply, started.secret);
  // By the password as it was when the session started: one that came later is not this browser's.
  knownBrowsers.keep(request, reply, started.user);
  if (onward.request !== null) await bindRequest(onward.request, started.session);
  return toRedirectTarget(onward) ?? findHome(services, user);
}

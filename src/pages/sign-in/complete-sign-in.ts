import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageServices } from '../services.ts';
import type { Visit } from '../visits.ts';
import { destinationOf, type Onward } from './onward.ts';

/**
 * Whoever has proved to be a user is signed in from now on: a new session, which the OAuth request that the browser came with
 * belongs to, in a browser that is known. Answers the address to go on to. `operation` is how, for the audit.
 */
export async function completeSignIn(
  { storage, sessions, visits, knownBrowsers, bindRequest }: PageServices,
  { request, reply, visit }: { request: FastifyRequest; reply: FastifyReply; visit: Visit },
  user: { id: string; accountId: string },
  onward: Onward,
  operation = 'signIn',
): Promise<string> {
  const browser = { device: request.headers['user-agent'] ?? '', secret: visit.sessionSecret };
  const started = await sessions.start(user, browser, visit.actor(operation));
  visits.keepSession(reply, started.secret);
  // With the password as it is now: signing in may have set it, or hashed it anew.
  const known = await storage.people.findSigningUser({ id: user.id });
  if (known) knownBrowsers.keep(request, reply, known);
  if (onward.request !== null) await bindRequest(onward.request, started.session);
  return destinationOf(onward);
}

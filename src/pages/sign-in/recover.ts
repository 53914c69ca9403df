import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { ServerCommandConfig } from '../../config/server-command.ts';
import { MAILED_LINK_HOURS } from '../../contract/limits.ts';
import type { Mailer } from '../../domain/account/identity/mailer.ts';
import type { OneTimeLinks } from '../../domain/account/identity/one-time-links.ts';
import { parseEmail } from '../../domain/email.ts';
import type { FailureLog } from '../../failure-log.ts';
import type { Storage } from '../../storage/storage.ts';
import { readFormText } from '../toolkit/form-text.ts';
import { sendPersonPage } from '../toolkit/person-pages.ts';
import {
  type PostLoginRedirect,
  readPostLoginRedirect,
  withPostLoginRedirect,
} from '../toolkit/post-login-redirect.ts';
import type { Visit } from '../toolkit/visit.ts';
import type { Visits } from '../toolkit/visits.ts';
import { findInvitation } from './find-invitation.ts';
import { recoverPage, recoveryMessage } from './recover-page.ts';
import type { Throttling } from './throttling.ts';

export interface RecoveryServices extends Throttling {
  readonly config: ServerCommandConfig & Pick<Config, 'publicUrl'>;
  readonly failures: FailureLog;
  readonly storage: Storage;
  readonly visits: Visits;
  readonly links: OneTimeLinks;
  /** Null if the installation sends no mail. */
  readonly mailer: Mailer | null;
}

/** Adds GET and POST /recover, which mail a link for setting a new password, if the installation sends mail. */
export function addRecovery(pages: FastifyInstance, services: RecoveryServices): void {
  const { config, visits, throttle, peerOf, mailer, failures } = services;

  pages.get('/recover', { schema: { hide: true } }, async (request, reply) => {
    visits.address.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    const state = !mailer ? 'ask' : readFormText(request.query, 'sent') ? 'sent' : 'form';
    const redirect = readPostLoginRedirect(request.query);
    const invitation = await findInvitation(services, redirect);
    return sendPersonPage(
      reply,
      200,
      recoverPage({ visit, redirect, config, state, ...(invitation && { email: invitation.email }) }),
    );
  });

  pages.post('/recover', { schema: { hide: true } }, async (request, reply) => {
    visits.address.requireSecure(request, 'sign-in');
    const visit = await visits.open(request, reply);
    const isCurrent = visits.csrf.isCurrentForm(request, visit, 'recover');
    const redirect = readPostLoginRedirect(request.body);
    if (!mailer) return reply.redirect(withPostLoginRedirect('/recover', redirect), 303);
    const typed = readFormText(request.body, 'email');
    const email = parseEmail(typed);
    const page = { visit, redirect, config, email: typed };
    if (!isCurrent) return sendPersonPage(reply, 403, recoverPage({ ...page, state: 'stale' }));
    if (email === null) return sendPersonPage(reply, 422, recoverPage({ ...page, state: 'invalid' }));
    const seconds = await throttle.countRecovery(email, peerOf(request));
    if (seconds !== null) {
      reply.header('retry-after', String(seconds));
      return sendPersonPage(reply, 429, recoverPage({ ...page, state: { retryAfterSeconds: seconds } }));
    }
    try {
      // The response may reveal that mail cannot be sent, but not whether a message was sent to this address.
      await mailer.check();
    } catch (error) {
      failures.log(error, { request_id: request.id }, 'the mail server cannot be used');
      reply.header('retry-after', '60');
      return sendPersonPage(reply, 503, recoverPage({ ...page, state: 'no_mail' }));
    }
    // Not awaited, because the response must not be faster for an unknown address.
    sendLink(services, mailer, { email, visit, redirect }).catch((error) =>
      failures.log(error, { request_id: request.id }, 'sending a password reset link failed'),
    );
    return reply.redirect(withPostLoginRedirect('/recover', redirect, { sent: '1' }), 303);
  });
}

async function sendLink(
  { storage, links, config }: RecoveryServices,
  mailer: Mailer,
  { email, visit, redirect }: { email: string; visit: Visit; redirect: PostLoginRedirect },
): Promise<void> {
  const user = await storage.people.findSignInUser({ email });
  if (!user || user.disabled) return;
  const { path } = await links.createForUser(email, 'reset', MAILED_LINK_HOURS);
  // Uses the configured address, because the Host header of a request must not get into a message.
  const url = config.publicUrl + withPostLoginRedirect(path, redirect);
  await mailer.send({
    to: email,
    ...recoveryMessage(visit.language, { name: user.name, url, hours: MAILED_LINK_HOURS }),
  });
}
